import { expect, it } from "vitest";
import { run } from "#test/e2e/process.testkit.ts";
import type { logEverything } from "./start-server.ts";

// Named as text in the programs below, which run in processes of their own.
const LOG_EVERYTHING: (typeof logEverything)["name"] = "logEverything";

const addressOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

/** Runs a program that writes to the log until it ends. */
async function logged(program: string) {
	const code = `const { ${LOG_EVERYTHING} } = await import(${addressOf("./start-server.ts")});
const { bufferedLines, openEventLog } = await import(${addressOf("../live/event-log.ts")});
const print = ${LOG_EVERYTHING}(openEventLog(bufferedLines()));
${program}`;
	const { code: exitCode, stdout, stderr } = await run(["--input-type=module", "-e", code]);
	const lines = stdout.split("\n").filter(Boolean);
	return { exitCode, stderr, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

it("output of libraries and Node becomes log lines, and text for a person is unchanged", async () => {
	const { exitCode, stderr, lines } = await logged(`
console.log("\\u001b[32mhello\\u001b[0m");
console.error("Could not render http://localhost/a?token=secret\\n    at x\\n    at y");
process.stderr.write(Buffer.from("bytes\\n"), () => console.log("written"));
process.emitWarning("old", "DeprecationWarning");
Promise.reject(new Error("rejected"));
Promise.reject(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
print("for a person\\n");
setTimeout(() => {}, 20);`);
	expect([exitCode, stderr]).toEqual([0, "for a person\n"]);
	expect(lines.map(({ level, msg, says }) => [level, msg, says])).toEqual([
		["info", "printed", "hello"],
		["error", "printed", "Could not render http://localhost/a"],
		["error", "printed", "bytes"],
		["info", "printed", "written"],
		["warn", "warning", "DeprecationWarning: old"],
		["error", "fault", "rejected"],
	]);
	expect(lines[1]?.stack).toEqual(["at x", "at y"]);
});

it("an uncaught error is the last line of the process", async () => {
	const { exitCode, stderr, lines } = await logged(`setTimeout(() => { throw new Error("planted"); });
setTimeout(() => console.log("too late"), 1000);`);
	expect([exitCode, stderr]).toEqual([70, ""]);
	expect(lines).toEqual([expect.objectContaining({ level: "error", msg: "fault", says: "planted" })]);
});
