import { join } from "node:path";
import { expect, test } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { parsePlace } from "#core/target.ts";
import { makeFolder } from "#evidence/site/folder.testkit.ts";
import { repairFolder } from "./repair-folder.ts";
import { inSource } from "./source-map.ts";

const TEXT = `We repair books whose backs have given up, sew loose sheets into new ones, and teach both on Saturdays. A repair
takes two weeks and costs between forty and ninety in the currency of your choice; we tell you the price before we begin,
and nothing is glued that was sewn. Bring the sheets folded, or bring the file and we fold them. The linen is in stock in
eleven colours, and the leather is ordered from a tannery that we have known for twenty years. If you are in a hurry, tell
us so before you come: the press is loud, and it takes a while until somebody hears the bell. What has been bound here can
be brought back at any time, and will be mended for the price of the thread. There are four courses a year, with no more
than six people in each, and all of the tools that you need are on the table when you arrive.`;
const ZOOM = '<meta name="viewport" content="width=device-width, user-scalable=no">';
const JUMP = '<a tabindex="3" href="/about/">About the bindery</a>';

/** A layout and two pages, one with a fault of its own, as each tool takes them; what it builds of them lies in `out`. */
const PROJECTS = [
	{
		tool: "Astro",
		layout: "src/layouts/Base.astro",
		layoutText: `---\nconst { title } = Astro.props;\n---\n<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n${ZOOM}\n</head>\n<body><main><h1>{title}</h1><slot /></main></body>\n</html>\n`,
		pages: { "src/pages/index.astro": `<p>${TEXT}</p>\n${JUMP}\n`, "src/pages/about.astro": `<p>${TEXT}</p>\n` },
	},
	{
		tool: "Hugo",
		layout: "layouts/_default/baseof.html",
		layoutText: `<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>{{ .Title }}</title>\n${ZOOM}\n</head>\n<body><main><h1>{{ .Title }}</h1>{{ .Content }}</main></body>\n</html>\n`,
		pages: { "content/_index.html": `<p>${TEXT}</p>\n${JUMP}\n`, "content/about.html": `<p>${TEXT}</p>\n` },
	},
	{
		tool: "Jekyll",
		layout: "_layouts/default.html",
		layoutText: `<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>{{ page.title }}</title>\n${ZOOM}\n</head>\n<body><main><h1>{{ page.title }}</h1>{{ content }}</main></body>\n</html>\n`,
		pages: {
			"index.html": `---\ntitle: x\n---\n<p>${TEXT}</p>\n${JUMP}\n`,
			"about.md": `---\ntitle: y\n---\n${TEXT}\n`,
		},
	},
	{
		tool: "Eleventy",
		layout: "_includes/base.njk",
		layoutText: `<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>{{ title }}</title>\n${ZOOM}\n</head>\n<body><main><h1>{{ title }}</h1>{{ content | safe }}</main></body>\n</html>\n`,
		pages: { "index.njk": `<p>${TEXT}</p>\n${JUMP}\n`, "about.md": `${TEXT}\n` },
	},
	{
		tool: "Next",
		layout: "app/template.html",
		layoutText: `<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>%title%</title>\n${ZOOM}\n</head>\n<body><main><h1>%title%</h1>%children%</main></body>\n</html>\n`,
		pages: {
			"app/page.jsx": `export default () => <><p>${TEXT}</p>\n${JUMP}</>;\n`,
			"app/about/page.jsx": `export default () => <p>${TEXT}</p>;\n`,
		},
	},
] as const;

/** As the tools write it: the layout with a title and the page's own markup in their places. */
function built(layout: string, title: string, body: string): string {
	return layout
		.replace(/^---[\s\S]*?---\n/, "")
		.replaceAll(/\{\{ (?:\.Title|page\.title|title) \}\}|\{title\}|%title%/g, title)
		.replace(/<slot \/>|\{\{ \.Content \}\}|\{\{ content(?: \| safe)? \}\}|%children%/, body);
}

test.each(PROJECTS)(
	"faults of a page that $tool built are repaired in the layout and the page they come from",
	async ({ layout, layoutText, pages }) => {
		const folder = makeFolder({
			[layout]: layoutText,
			...pages,
			"public/robots.txt": "User-agent: *\nAllow: /\n",
			"out/robots.txt": "User-agent: *\nAllow: /\n",
			"out/index.html": built(layoutText, "Example Bindery", `<p>${TEXT}</p>\n${JUMP}`),
			"out/about/index.html": built(layoutText, "About the bindery", `<p>${TEXT}</p>`),
		});
		const request = { folder: join(folder, "out"), target: parsePlace("example.com"), settings: readEnvironment({}) };
		const found = await inSource(
			await repairFolder({ ...request, checks: ["lang", "viewport-zoom", "tabindex", "canonical"] }),
			folder,
		);
		const [page = ""] = Object.keys(pages);
		const now = Object.fromEntries(
			found.files.map(({ path, patched }) => [path, Buffer.from(patched.content()).toString()]),
		);
		expect(Object.keys(now).sort()).toEqual([layout, page].sort());
		expect(now[layout]).toBe(
			layoutText
				.replace("<html>", '<html lang="en">')
				.replace(ZOOM, '<meta name="viewport" content="width=device-width">'),
		);
		expect(now[page]).toBe((pages as Record<string, string>)[page]?.replace(' tabindex="3"', ""));
		// A canonical address is another one on each page: a template has to compute it.
		expect(found.refused.map(({ why }) => why).join()).toContain("but this change is not for that page");
	},
);
