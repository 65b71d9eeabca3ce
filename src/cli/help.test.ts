import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { reference } from "./help.ts";

it("docs/cli.md matches the table of commands; npm run docs writes it", async () => {
	expect(await readFile(new URL("../../docs/cli.md", import.meta.url), "utf8")).toBe(reference());
});
