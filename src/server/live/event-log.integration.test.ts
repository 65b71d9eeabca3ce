import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";

const LOG_LINES = JSON.stringify(new URL("./event-log.ts", import.meta.url).href);

/** Runs a program that has `lines` and can report a number. */
function run(maker: "bufferedLines" | "promptLines", program: string) {
	const code = `const { ${maker} } = await import(${LOG_LINES});
const lines = ${maker}();
const say = (count) => { for (let at = 0; at < count; at++) lines.write(at + "\\n"); };
${program}`;
	return spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `${at}\n`).join("");

describe("buffered lines", () => {
	it.each([
		["ends by itself", "say(3);", 3],
		["exits at once", "say(3); process.exit(0);", 3],
		["exits while lines are on their way", "say(5000); process.exit(0);", 5000],
		["waits until they are out", "say(5000); lines.flush(); process.kill(process.pid, 'SIGKILL');", 5000],
		["waits with nothing to say", "lines.flush(); say(1); lines.flush(); lines.flush();", 1],
		["breaks", "say(3); process.on('uncaughtException', () => process.exit(1)); throw new Error('planted');", 3],
	])("are all out where the process %s", async (_, program, count) => {
		expect(await text(run("bufferedLines", program).stdout)).toBe(numbers(count));
	});

	it("are written soon and in order", async () => {
		const child = run("bufferedLines", "say(2); setTimeout(() => {}, 60_000);");
		const [chunk] = await once(child.stdout, "data");
		expect(String(chunk)).toBe(numbers(2));
		child.kill("SIGKILL");
		await once(child, "exit");
	});
});

it("prompt lines are written immediately", async () => {
	const out = await text(run("promptLines", "say(3); process.kill(process.pid, 'SIGKILL');").stdout);
	expect(out).toBe(numbers(3));
});
