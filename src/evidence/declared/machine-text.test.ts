import { expect, test } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { readMachineText } from "./machine-text.ts";

const read = (text: string, truncated = false) =>
	readMachineText(new TextEncoder().encode(text), truncated, "https://acme-shoes.com/llms.txt");

test("reads the heading, the links and the addresses", () => {
	expect(
		read(`\ufeff# Acme shoes #

> Shoes. POST to \`/agent/identity\`, then https://acme-shoes.com/oauth/token.

- [Sizes](/sizes.md): all of them, see [more](<https://acme-shoes.com/more> "title")
- [Mail](mailto:a@acme-shoes.com), [Sizes again](/sizes.md#eu)
`),
	).toEqual({
		h1: "Acme shoes",
		characters: 242,
		truncated: false,
		links: ["https://acme-shoes.com/sizes.md", "https://acme-shoes.com/more"],
		mentions: ["/agent/identity", "https://acme-shoes.com/oauth/token", "/sizes.md", "https://acme-shoes.com/more"],
	});
});

test.each([
	["no heading", "Acme", null],
	["a heading of level 2", "## Acme", null],
	["a comment in code", "```sh\n# build\n```\n# Acme", "Acme"],
	["a hash without a space", "#Acme", null],
	["an empty heading", "# ", null],
	["nothing", "", null],
])("%s", (_, text, h1) => {
	expect(read(text).h1).toBe(h1);
});

test("keeps a bounded part of a hostile file, in little time", () => {
	const start = cpuUnits();
	const many = read(Array.from({ length: 9_000 }, (_, at) => `[a](/${at}) /b${at}`).join("\n"));
	expect([many.links.length, many.mentions.length]).toEqual([200, 200]);
	for (const hostile of ["](", "[a](<", "](a", "/", " /a", "https://", "# ", "`"]) read(hostile.repeat(200_000));
	expect(cpuUnits() - start).toBeLessThan(2_000);
	expect(read(`# ${"x".repeat(50_000)}`, true)).toMatchObject({ h1: "x".repeat(200), truncated: true });
});
