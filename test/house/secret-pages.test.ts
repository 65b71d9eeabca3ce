import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";

const sources = globSync("src/**/*.astro").map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** Names of components and pages that import one of these, directly or by others. */
function importersOf(names: readonly string[]): readonly string[] {
	const importing = sources.filter(({ text }) => names.some((name) => text.includes(`/${name}"`)));
	const found = [...new Set([...names, ...importing.map(({ file }) => basename(file))])];
	return found.length === names.length ? found : importersOf(found);
}

it("pages that show a secret once have no tools then, because agents can read the page", () => {
	const names = new Set(importersOf(["ShownOnce.astro"]));
	const pages = sources.filter(({ file, text }) => names.has(basename(file)) && text.includes("<SitePage"));
	expect(pages.length).toBeGreaterThan(2);
	const withTools = pages.filter(({ text }) => !/<SitePage\b[\s\S]*?\btools=\{/.test(text));
	expect(withTools.map(({ file }) => file)).toEqual([]);
});
