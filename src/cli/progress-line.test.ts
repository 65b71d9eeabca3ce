import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { createProgressLine } from "./progress-line.ts";

function terminal(isTTY: boolean, columns = 40) {
	const stream = Object.assign(new PassThrough(), { isTTY, columns }) as unknown as NodeJS.WriteStream;
	return { stream, written: () => String((stream as unknown as PassThrough).read() ?? "") };
}

it("draws one line that fits the terminal, and takes it away", () => {
	const { stream, written } = terminal(true);
	const progress = createProgressLine(stream);
	progress.bar(3, 12, "a-domain-with-a-long-name.example.com");
	const drawn = written();
	expect(drawn).toContain("[######------------------] 3/12");
	expect(drawn).not.toContain("\n");
	expect(drawn.split("\u001b[2K")[1]?.length).toBeLessThan(40);
	progress.clear();
	expect(written()).toBe("\r\u001b[2K");
});

it("is full when there is nothing to do, and silent where there is no terminal", () => {
	const full = terminal(true);
	createProgressLine(full.stream).bar(0, 0, "");
	expect(full.written()).toContain(`[${"#".repeat(24)}] 0/0`);
	const pipe = terminal(false);
	createProgressLine(pipe.stream).show("working");
	expect(pipe.written()).toBe("");
});
