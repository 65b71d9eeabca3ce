import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { parsePlace } from "#core/target.ts";
import { makeFolder } from "#evidence/site/folder.testkit.ts";
import { repairFolder } from "./repair-folder.ts";
import { inSource } from "./source-map.ts";
import { whyUnfitFor } from "./source-place.ts";

const REPAIRS = join(import.meta.dirname, "../../test/repairs");
const CHECKS =
	"lang viewport-zoom tabindex alt form-labels jsonld-parse moving-text main-landmark-holds-text crawl-delay canonical sitemap".split(
		" ",
	);

const ATTRIBUTES = ['<html lang="en">', 'role="main"', 'alt=""'];
const MARKUP = [
	...ATTRIBUTES,
	'content="width=device-width">',
	'url": "https://example.com/"}',
	'<label for="email">',
	"<span>Closed",
];

/** `built` contains each tool's build of its project, as the tool wrote it. */
const PROJECTS = [
	{
		tool: "astro",
		put: MARKUP,
		files: [
			"public/robots.txt",
			"public/sitemap.xml",
			"src/layouts/Base.astro",
			"src/pages/about.astro",
			"src/pages/index.astro",
		],
	},
	{
		tool: "hugo",
		put: MARKUP,
		files: [
			"content/_index.md",
			"content/about.md",
			"layouts/_default/baseof.html",
			"static/robots.txt",
			"static/sitemap.xml",
		],
	},
	{
		tool: "jekyll",
		put: MARKUP,
		files: ["_layouts/default.html", "about.md", "index.html", "robots.txt", "sitemap.xml"],
	},
	{
		tool: "eleventy",
		put: MARKUP,
		files: ["_includes/base.njk", "about.md", "index.njk", "public/robots.txt", "public/sitemap.xml"],
	},
	{
		tool: "next",
		put: [...ATTRIBUTES, '<label htmlFor="email">', 'id="email" />'],
		files: ["app/about/page.jsx", "app/layout.jsx", "app/page.jsx", "public/robots.txt", "public/sitemap.xml"],
	},
] as const;

async function fixed(folder: string, checks: readonly string[]) {
	const request = { folder: join(folder, "dist"), target: parsePlace("example.com"), settings: readEnvironment({}) };
	return inSource(await repairFolder({ ...request, checks }), folder);
}

test.each(PROJECTS)(
	"faults of a site that $tool built are repaired in the templates it was built from",
	async ({ tool, files, put }) => {
		const folder = makeFolder({});
		cpSync(join(REPAIRS, "projects", tool), folder, { recursive: true });
		cpSync(join(REPAIRS, "built", tool), join(folder, "dist"), { recursive: true });
		const found = await fixed(folder, CHECKS);
		expect(found.files.map(({ path }) => path)).toEqual(files);
		const text = found.files.map(({ patched }) => Buffer.from(patched.content()).toString()).join("\n");
		for (const each of put) expect(text).toContain(each);
		for (const { patched, isNew } of found.files) {
			let [at, kept] = [0, 0];
			for (const { start, end } of patched.changes()) {
				kept += start - at;
				at = end;
			}
			if (!isNew) expect(kept + patched.original.length - at).toBeGreaterThan(patched.original.length * 0.6);
		}
		// Canonical addresses differ between pages: a template has to compute them.
		expect(found.refused.map(({ check, why }) => `${check}: ${why}`).join()).toMatch(
			/canonical: .* but this change is not for every one of them/,
		);
	},
);

test("a change is skipped if two templates have the same text, or if a page needs another change", async () => {
	const page = (title: string, body: string) =>
		`<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n</head>\n<body><main><h1>${title}</h1>\n${body}\n</main></body>\n</html>\n`;
	const link = '<a tabindex="3" href="/about.html">About the bindery</a>';
	const folder = makeFolder({
		"one.njk": `<p>${link}</p>`,
		"two.njk": `<p>${link}</p>`,
		"dist/index.html": page("Example Bindery", `<p>${link}</p>`),
		"dist/about.html": page("About", "<p>There are four of us today, and each book is made by one person.</p>"),
	});
	const found = await fixed(folder, ["tabindex"]);
	expect(found.files).toEqual([]);
	expect(found.refused.map(({ check, why }) => [check, why])).toEqual([
		["tabindex", "2 places in the source have the same text."],
	]);
});

test.each([
	["a.njk", "<p>x</p>", "{{ 7 * 7 }}"],
	["a.liquid", "<p>x</p>", "{% include x %}"],
	["a.php", "<p>x</p>", "<?php x() ?>"],
	["a.ejs", "<p>x</p>", "<%= x %>"],
	["a.astro", "<p>x</p>", ' alt="{x()}"'],
	["a.jsx", "return (<p>x</p>)", ' alt="{x()}"'],
	["a.jsx", "return (<p>x</p>)", "<meta charset=utf-8>"],
	// biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a site
	["a.js", "const x = `<p>x</p>`", ' alt="${x}"'],
	["a.js", 'const x = "<p>x</p>"', ' alt="x"'],
	["a.mjs", "const x = '<p>x</p>'", " alt='x'"],
])("in %s containing %s, %s would be code and is skipped", (path, whole, text) => {
	expect(whyUnfitFor(path, whole, whole.indexOf("<p") + 2, text)).toBeDefined();
});

test("text inserted into a template never starts or ends code in any template language", () => {
	const piece = fc.constantFrom(
		"{",
		"}",
		"{{",
		"}}",
		"{%",
		"%}",
		"<?",
		"?>",
		"<%",
		"`",
		"${",
		'"',
		"'",
		"\\",
		"a",
		" ",
		"</script>",
	);
	const kind = fc.constantFrom(
		"njk",
		"liquid",
		"astro",
		"jsx",
		"tsx",
		"js",
		"ts",
		"php",
		"svelte",
		"mdx",
		"vue",
		"html",
	);
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 6 }), kind, (pieces, extension) => {
			const value = pieces.join("");
			const text = ` alt="${value.replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}"`;
			if (whyUnfitFor(`a.${extension}`, "<p>x</p>", 2, text) !== undefined) return;
			expect(text).not.toMatch(/\{\{|\}\}|\{%|%\}/);
			if (/^(?:astro|jsx|tsx|svelte|mdx)$/.test(extension)) expect(text).not.toMatch(/[{}]/);
			if (/^[jt]sx?$/.test(extension)) expect(text).not.toMatch(/[`\\]|\$\{/);
		}),
	);
});

test("projects and their builds exist for each tool", () => {
	for (const kind of ["projects", "built"])
		expect(readdirSync(join(REPAIRS, kind)).sort()).toEqual(PROJECTS.map(({ tool }) => tool).toSorted());
	expect(readFileSync(join(REPAIRS, "projects/next/app/layout.jsx"), "utf8")).toContain("<html>");
});
