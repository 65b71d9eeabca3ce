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

function repairIn(folder: string, checks?: readonly string[]) {
	return repairFolder({ folder, target: parsePlace("example.com"), settings: readEnvironment({}), checks });
}

const textOf = (found: Awaited<ReturnType<typeof repairIn>>, path: string) =>
	Buffer.from(found.files.find((each) => each.path === path)?.patched.content() ?? "").toString();

test("every check that is said to be repaired has a repair, and no other", () => {
	expect(Object.keys(CATALOG).sort()).toEqual([...REPAIRED_CHECKS].sort());
	expect(REPAIRED_CHECKS.length).toBeGreaterThanOrEqual(50);
});

test("a broken folder is repaired, written, and then has nothing left to change", async () => {
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

test("line ends, byte order marks and encodings stay, whatever they are", async () => {
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

test("generated, read-only and foreign files are named and stay as they are", async () => {
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

test("hostile names stay words: in attributes, in JSON and in the report", async () => {
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

test("whatever a value holds, an attribute that is set reads back as that value, and nothing else changes", () => {
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
