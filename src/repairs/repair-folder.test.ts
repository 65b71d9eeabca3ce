import { chmodSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { REPAIRED_CHECKS } from "#checks/repair-kinds.ts";
import { readEnvironment } from "#config/environment.ts";
import { parsePlace } from "#core/target.ts";
import { makeFolder } from "#evidence/site/folder.testkit.ts";
import { CATALOG } from "./catalog.ts";
import { HtmlFile } from "./html-file.ts";
import { worseChecks } from "./prove.ts";
import { repairFolder } from "./repair-folder.ts";
import { repairMarkdown } from "./repair-report.ts";
import { SourceText } from "./source-text.ts";
import { writeRepairs } from "./write-repairs.ts";

const WORDS = `<p>We repair books whose backs have given up, sew loose sheets into new ones, and teach both on Saturdays.
A repair takes two weeks and costs between forty and ninety in the currency of your choice; we tell you the price before
we begin, and nothing is glued that was sewn. The workshop is open from Tuesday to Saturday, nine to six.</p>
<p>Bring the sheets folded, or bring the file and we fold them. The linen is in stock in eleven colours, and the leather is
ordered from a tannery that we have known for twenty years. If you are in a hurry, tell us so before you come: the press
is loud, and it takes a while until somebody hears the bell. What has been bound here can be brought back at any time,
and will be mended for the price of the thread. There are four courses a year, with no more than six people in each, and
all of the tools that you need are on the table when you arrive.</p>`;

const page = (name: string, head = "", body = "") => `<!doctype html>
<html>
<head>
  <meta charset="utf-8">
  <title>${name}</title>
  ${head}
</head>
<body>
  <header><nav><a href="/">Home</a> <a href="/about.html">About</a> <a href="/prices.html">Prices</a></nav></header>
  <main>
    <h1>${name}</h1>
    ${WORDS}
    ${body}
  </main>
</body>
</html>
`;

const BROKEN = {
	"index.html": page("Example Bindery", '<meta name="robots" content="noindex, follow">'),
	"about.html": page(
		"About the bindery",
		"",
		'<img src="/spacer.gif" width="1" height="1"><a tabindex="3" href="/">x</a>',
	),
	"prices.html": page(
		"Prices of the bindery",
		'<meta name="viewport" content="width=device-width, user-scalable=no">',
		'<form action="/send"><label>E-mail</label><input type="email" name="email"><button>Send</button></form>',
	),
};

async function repaired(files: Readonly<Record<string, string | Uint8Array>>, checks?: readonly string[]) {
	const folder = makeFolder(files);
	return { folder, found: await repairIn(folder, checks) };
}

function repairIn(folder: string, checks?: readonly string[], drafts = false) {
	return repairFolder({ folder, target: parsePlace("example.com"), settings: readEnvironment({}), checks, drafts });
}

const textOf = (found: Awaited<ReturnType<typeof repairIn>>, path: string) =>
	Buffer.from(found.files.find((each) => each.path === path)?.patched.content() ?? "").toString();

test("exactly the checks listed as repairable have a repair", () => {
	expect(Object.keys(CATALOG).sort()).toEqual([...REPAIRED_CHECKS].sort());
	expect(REPAIRED_CHECKS.length).toBeGreaterThanOrEqual(50);
});

test("a broken folder is repaired and written, after which nothing is left to change", async () => {
	const { folder, found } = await repaired(BROKEN);
	const done = new Set(found.checks.map(({ id }) => id));
	for (const id of ["noindex", "lang", "canonical", "tabindex", "viewport-zoom", "form-labels", "robots-fetch"])
		expect(done, id).toContain(id);
	expect(found.takenBack).toEqual([]);
	expect(textOf(found, "index.html")).toContain('<html lang="en">');
	expect(textOf(found, "index.html")).toContain('<meta name="robots" content="follow">');
	expect(textOf(found, "prices.html")).toContain(
		'<label for="email">E-mail</label><input type="email" name="email" id="email">',
	);
	expect(found.lift?.realised).toBeGreaterThan(10);
	const { refused, written } = await writeRepairs(found, found.files);
	expect(refused).toEqual([]);
	expect(written.map(({ path }) => path)).toContain("robots.txt");
	const again = await repairIn(folder);
	expect(again.files.map(({ path, patched }) => [path, patched.changes()])).toEqual([]);
	expect(again.before.scores?.overall).toBe(found.after.scores?.overall);
});

test("all places of a page are repaired at once, however many", async () => {
	const many = Array.from(
		{ length: 70 },
		(_, index) => `<p aria-labelledby="gone${index % 40}" aria-describedby="lost"><b id="twin">b</b></p>
<img src="/spacer.gif"><a href="https://www.facebook.com/${index}"><i></i></a><a tabindex="${index + 1}" href="/">x</a>
<input placeholder="Number ${index}" name="n${index}"><p><label>Town</label> <input name="town"></p><i aria-labell="x">i</i><iframe src="https://vimeo.com/${index}"></iframe>
<img src="/red-linen-${"abc"[index % 3]}.jpg"><label for="unknown">x</label><marquee>Old</marquee>`,
	);
	const body = `<form action="/send"><span id="twin" aria-owns="twin">c</span>${many.join("\n")}<button>Go</button></form>`;
	const folder = makeFolder({ "index.html": page("Example Bindery", "", body) });
	const wanted = "alt control-names tabindex form-labels aria-valid frames duplicate-id-refs moving-text".split(" ");
	const found = await repairIn(folder, wanted, true);
	expect(found.takenBack).toEqual([]);
	expect(found.left.map(({ finding }) => finding.id).filter((id) => wanted.includes(id))).toEqual([]);
	expect(found.checks.map(({ id }) => id).sort()).toEqual(wanted.toSorted());
	expect(textOf(found, "index.html")).toContain('<img src="/red-linen-a.jpg" alt="red linen a" data-draft="">');
	await writeRepairs(found, found.files);
	expect((await repairIn(folder, wanted, true)).files).toEqual([]);
}, 60_000);

test("a misspelled schema.org name is corrected, but not other names or strings", async () => {
	const data = (type: string, hours: string) =>
		`<script type="application/ld+json">{"@context":"https://schema.org","@type":["${type}"],"name":"organization","Url":"x",
"slogan":"\\"@type\\":\\"organization\\"","description":"url","openingHoursSpecification":[{"@type":"${hours}","name":"openingHoursSpecification"}]}</script>`;
	const broken = page("Example Bindery", data("organization", "openingHoursSpecification"));
	const { found } = await repaired({ "index.html": broken }, ["vocabulary"]);
	expect(textOf(found, "index.html")).toBe(
		page("Example Bindery", data("Organization", "OpeningHoursSpecification")).replace('"Url"', '"url"'),
	);
});

test.each([
	["<main>", "</main>", "<div>", "</div>"],
	['<div role="main">', "</div>", "<div>", "</div>"],
	['<section><MAIN class="a" role=main>', "</MAIN></section>", '<section><div class="a">', "</div></section>"],
])("a main part nested in another, %s, is removed", async (open, close, start, end) => {
	const inside = (before: string, behind: string) =>
		page("Example Bindery").replace(WORDS, `${before}${WORDS}${behind}`);
	const { found } = await repaired({ "index.html": inside(open, close) }, ["main-landmark-holds-text"]);
	expect(textOf(found, "index.html")).toBe(inside(start, end));
});

test.each([
	"/about.html",
	"http://example.com/about.html",
	"https://example.com/about.html#top",
	"/about.html#top",
	"about.html",
])("the canonical address %s becomes absolute", async (href) => {
	const about = (url: string) => page("About the bindery", `<link rel="canonical" href="${url}">`);
	const { found } = await repaired({ "index.html": page("Home"), "about.html": about(href) }, ["canonical"]);
	expect(textOf(found, "about.html")).toBe(about("https://example.com/about.html"));
});

test("hreflang links in the body move to the head, absolute and with one self-link", async () => {
	const link = (code: string, href: string) => `<link rel="alternate" hreflang="${code}" href="${href}">`;
	const home = (head: string, body: string) => page("Home", head, body).replace("<html>", '<html lang="en">');
	const german = `<link rel="alternate" hreflang="de" href="https://example.com/de.html">`;
	for (const own of ["", link("en", "/")]) {
		const files = { "index.html": home("", `${link("de", "/de.html")}${own}`), "de.html": page("Heim", german) };
		const { found } = await repaired(files, ["hreflang"]);
		const inHead = textOf(found, "index.html").split("</head>")[0] ?? "";
		expect(inHead.match(/<link[^>]*>/g)).toEqual([german, link("en", "https://example.com/")]);
		expect(textOf(found, "index.html").match(/hreflang/g)).toHaveLength(2);
	}
});

test("identical drafts are undone, even if more pages are listed than before", async () => {
	const bare = (name: string, head = "") => page(name, head).replace("<html>", '<html lang="en">');
	const files = {
		"index.html": bare("Home", '<meta name="robots" content="noindex">'),
		"a.html": bare("First"),
		"b.html": bare("Second"),
	};
	const described = '<meta name="description" content="We repair books and teach how to bind them, on Saturdays.">';
	const folder = makeFolder({
		...files,
		"c.html": bare("Third", described),
		"d.html": bare("Fourth", described.replace("books", "maps")),
	});
	const found = await repairIn(folder, undefined, true);
	expect(found.checks.map(({ id }) => id)).toContain("noindex");
	expect(worseChecks(found.before, found.after)).toEqual([]);
	const texts = found.files.flatMap(
		({ path }) => /name="description" content="([^"]*)"/.exec(textOf(found, path))?.[1] ?? [],
	);
	expect(new Set(texts).size).toBe(texts.length);
});

test("a repair is kept if it reveals faults of other pages, or removes a valid use of ARIA", async () => {
	const foreign = '<link rel="canonical" href="https://www.unreachable.invalid/">';
	const uses = '<span role="nothing">a</span><b aria-label="x" role="img">b</b><p aria-describedby="gone">c</p>'.repeat(
		3,
	);
	const { found } = await repaired(
		{
			"index.html": page("Home", foreign, uses),
			"a.html": page("First", '<link rel="canonical" href="https://example.com/a.html">'),
			"b.html": page("Second"),
		},
		["canonical-foreign", "duplicate-id-refs"],
	);
	expect(found.takenBack).toEqual([]);
	expect(found.checks.map(({ id }) => id).sort()).toEqual(["canonical-foreign", "duplicate-id-refs"]);
	const ratioOf = (id: string, { findings }: typeof found.before) =>
		findings.find((each) => each.id === id)?.ratio ?? 1;
	expect(ratioOf("aria-valid", found.after)).toBeLessThan(ratioOf("aria-valid", found.before));
});

test("a check is worse only by a page judged before, another place or the score", () => {
	const seen = (id: string, ratio: number, judged = 4, short = 1, overall = 50) => {
		const finding = { id, outcome: ratio === 1 ? "pass" : "partial", ratio, pages: { judged, short } };
		return { findings: [finding], scores: { overall } } as unknown as Parameters<typeof worseChecks>[0];
	};
	expect(worseChecks(seen("lang", 0.9), seen("lang", 0.8))).toEqual(["lang"]);
	expect(worseChecks(seen("lang", 0.9), seen("lang", 0.8, 5, 2))).toEqual([]);
	expect(worseChecks(seen("lang", 0.9), seen("lang", 0.8, 5, 3))).toEqual(["lang"]);
	expect(worseChecks(seen("lang", 0.9), seen("lang", 0.8, 5, 2, 49))).toEqual(["the score"]);
	expect(worseChecks(seen("lang", 0.9), seen("lang", 0.8, 3, 1))).toEqual([]);
	expect(worseChecks(seen("lang", 0.9), seen("lang", 0.8, 3, 2))).toEqual(["lang"]);
	const both = (one: ReturnType<typeof seen>, other: ReturnType<typeof seen>) => {
		return { ...one, findings: [...one.findings, ...other.findings] };
	};
	const titles = [seen("distinct-titles", 0.9), seen("distinct-titles", 0.8, 4, 2)] as const;
	expect(worseChecks(seen("distinct-titles", 0.9), seen("distinct-titles", 0.8, 5, 2))).toEqual(["distinct-titles"]);
	expect(worseChecks(both(titles[0], seen("noindex", 0.5)), both(titles[1], seen("noindex", 1)))).toEqual([]);
	expect(worseChecks(both(titles[0], seen("alt", 0.5)), both(titles[1], seen("alt", 1)))).toEqual(["distinct-titles"]);
	expect(worseChecks(seen("content-start", 0.9), seen("content-start", 0.5))).toEqual([]);
	const uses = (count: number) => ({ places: Array.from({ length: count }, () => ({ check: "aria-valid" })) });
	const [before, after] = [seen("aria-valid", 0.9), seen("aria-valid", 0.8)];
	expect(worseChecks({ ...before, ...uses(2) }, { ...after, ...uses(2) })).toEqual([]);
	expect(worseChecks({ ...before, ...uses(2) }, { ...after, ...uses(3) })).toEqual(["aria-valid"]);
	expect(worseChecks(before, after)).toEqual(["aria-valid"]);
});

test("line breaks, byte order marks and encodings are preserved", async () => {
	const crlf = BROKEN["index.html"].replaceAll("\n", "\r\n");
	const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(BROKEN["about.html"])]);
	const wide = Buffer.from(`\ufeff${BROKEN["prices.html"]}`, "utf16le");
	const legacy = Buffer.from(
		page("Latin", "").replace('charset="utf-8"', 'charset="windows-1252"').replace("nine", "n\u00e9uf"),
		"latin1",
	);
	const files = { "index.html": crlf, "about.html": marked, "prices.html": wide, "latin.html": legacy };
	const { found } = await repaired(files, ["lang", "canonical"]);
	expect(found.files.map(({ path }) => path)).toEqual(["about.html", "index.html", "latin.html", "prices.html"]);
	for (const { path, patched } of found.files) {
		const original = Buffer.from(files[path as keyof typeof files]);
		let [at, kept] = [0, Buffer.alloc(0)];
		for (const { start, end } of patched.changes()) {
			kept = Buffer.concat([kept, original.subarray(at, start)]);
			at = end;
		}
		expect(at).toBeGreaterThan(0);
		expect(Buffer.from(patched.content()).length).toBeGreaterThan(kept.length);
	}
	expect(textOf(found, "index.html")).not.toMatch(/[^\r]\n/);
	expect(textOf(found, "about.html").startsWith("\ufeff<!doctype")).toBe(true);
	const read = found.files.find(({ path }) => path === "prices.html")?.patched.content() ?? new Uint8Array();
	expect(new TextDecoder("utf-16le").decode(read)).toContain('<html lang="en">');
});

test("generated, read-only and foreign files are reported and left unchanged", async () => {
	const outside = makeFolder({ "page.html": page("Elsewhere") });
	const folder = makeFolder({
		...BROKEN,
		"made.html": `<!-- Generated by a program. DO NOT EDIT. -->${page("Made")}`,
		"locked.html": page("Locked"),
		"long.html": `<!doctype html><html><head><title>Long</title></head><body><p>${"x".repeat(5 * 1024 * 1024)}</p></body></html>`,
	});
	chmodSync(join(folder, "locked.html"), 0o444);
	symlinkSync(join(outside, "page.html"), join(folder, "elsewhere.html"));
	const found = await repairIn(folder, ["canonical"]);
	expect(found.files.map(({ path }) => path)).toEqual(["about.html", "index.html", "prices.html"]);
	expect(found.refused.map(({ file }) => file).sort()).toEqual(["locked.html", "long.html", "made.html"]);
	chmodSync(join(folder, "locked.html"), 0o644);
	writeFileSync(join(folder, "about.html"), "changed meanwhile");
	const { refused } = await writeRepairs(found, found.files);
	expect(refused).toEqual([{ file: "about.html", why: "It was changed during the audit." }]);
	expect(readFileSync(join(folder, "about.html"), "utf8")).toBe("changed meanwhile");
	expect(readFileSync(join(folder, "index.html"), "utf8")).toContain("canonical");
});

test("hostile names stay text: in attributes, in JSON and in the report", async () => {
	const hostile = 'Bind"ery</script><img src=x onerror=alert(1)>';
	const home = page(hostile.replaceAll("<", "&lt;"), "");
	const { found } = await repaired({ "index.html": home, "about.html": BROKEN["about.html"] });
	const type = "text/html; charset=utf-8";
	const opened = new HtmlFile(
		new SourceText(Buffer.from(textOf(found, "index.html")), type),
		"https://example.com/",
		type,
	);
	expect(opened.all("img")).toEqual([]);
	expect(repairMarkdown(found)).not.toContain("<img");
});

test("an attribute set to any value reads back as that value, and nothing else changes", () => {
	const markup = fc.constantFrom(
		"<p class=a>x</p><img src=b.png/>",
		"<A HREF=/x TITLE='y'>z</A>",
		"<img\n\tsrc='c' / >",
	);
	fc.assert(
		fc.property(
			markup,
			fc.string({ unit: "binary" }),
			fc.constantFrom("alt", "title", "class"),
			(html, value, name) => {
				const source = new SourceText(Buffer.from(html), "text/html; charset=utf-8");
				const before = new HtmlFile(source, "https://example.com/", "text/html; charset=utf-8");
				const element = before.first("a", "img");
				if (!element) throw new Error("The markup has an element.");
				const { from, to, text } = before.setAttribute(element, name, value);
				const after = new HtmlFile(
					new SourceText(Buffer.from(html.slice(0, from) + text + html.slice(to)), "text/html; charset=utf-8"),
					"https://example.com/",
					"text/html; charset=utf-8",
				);
				const read = after.first("a", "img")?.attrs.find((each) => each.name === name)?.value;
				expect(read).toBe(value.toWellFormed().replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd"));
				expect(after.elements.length).toBe(before.elements.length);
			},
		),
	);
});
