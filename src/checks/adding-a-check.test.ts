import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const page = read("../../docs/adding-a-check.md");
const [check, cases] = Array.from(page.matchAll(/```ts\n(.*?)```/gs), ([, code = ""]) => code);

test("docs/adding-a-check.md shows the current check", () => {
	expect(check).toBe(read("safety/ugc-links.ts"));
});

test("and cases of its test as they are", () => {
	const lines = (cases ?? "").trimEnd().split("\n");
	expect(lines.length).toBeGreaterThan(1);
	for (const line of lines) expect(read("safety/ugc-links.test.ts")).toContain(line);
});

test("in less than 70 lines", () => {
	expect(page.trimEnd().split("\n").length).toBeLessThan(70);
});
