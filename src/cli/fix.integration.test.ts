import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "#evidence/site/folder.testkit.ts";
import { OUTPUT_SCHEMAS, outputJsonSchema } from "./formats/output-schemas.ts";
import { main } from "./main.ts";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Example Bindery</title>
<meta name="robots" content="noindex">
</head>
<body><main><h1>Books</h1><p>We repair books whose backs have given up, and sew loose sheets into new ones.</p></main></body>
</html>
`;

async function fix(...args: readonly string[]) {
	const [out, err]: [string[], string[]] = [[], []];
	const io = {
		stdout: { write: (text: string) => out.push(text) },
		stderr: { write: (text: string) => err.push(text) },
	};
	const code = await main(["fix", ...args], { ...io, env: process.env });
	return { code, out: out.join(""), err: err.join("") };
}

function checkout() {
	const folder = makeFolder({ "dist/index.html": PAGE });
	const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
	git("init", "-q");
	git("config", "user.name", "Ada Quire");
	git("config", "user.email", "ada@example.com");
	git("add", "-A");
	git("commit", "-qm", "The site");
	return { folder, dist: join(folder, "dist"), git };
}

const CHOSEN = ["--as", "example.com", "--check", "noindex,canonical"];

test("git apply accepts the printed diff in a checkout, and the folder is unchanged", async () => {
	const { folder, dist, git } = checkout();
	const { code, out, err } = await fix(dist, ...CHOSEN);
	expect(code).toBe(0);
	expect(err).toContain("2 faults of example.com are repaired in 1 file.");
	expect(git("status", "--porcelain")).toBe("");
	execFileSync("git", ["apply", "-"], { cwd: folder, input: out });
	expect(readFileSync(join(dist, "index.html"), "utf8")).toBe(
		PAGE.replace('<meta name="robots" content="noindex">', '<link rel="canonical" href="https://example.com/">'),
	);
});

const inLatin1 = (text: string) =>
	Buffer.from(text.replace('"utf-8"', '"windows-1252"').replace("glue", "gl\u00fce"), "latin1");
const inUtf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

test.each([
	["utf-8", Buffer.from(PAGE)],
	["windows-1252", inLatin1(PAGE.replace("sew loose", "glue loose"))],
	["utf-16le", inUtf16(PAGE)],
] as const)(
	"the diff in the JSON of a page in %s is what git apply takes, and fits its schema",
	async (encoding, page) => {
		const { folder, dist, git } = checkout();
		writeFileSync(join(dist, "index.html"), page);
		git("commit", "--allow-empty", "-qam", "Its encoding");
		const { out } = await fix(dist, ...CHOSEN, "--json");
		const printed = JSON.parse(out);
		expect(OUTPUT_SCHEMAS.fix.parse(printed)).toEqual(printed);
		expect(printed.files).toMatchObject([{ path: "index.html", encoding }]);
		const input = printed.diffBase64 === undefined ? printed.diff : Buffer.from(printed.diffBase64, "base64");
		execFileSync("git", ["apply", "-"], { cwd: folder, input });
		const applied = readFileSync(join(dist, "index.html"));
		git("checkout", "-q", ".");
		expect((await fix(dist, ...CHOSEN, "--apply")).code).toBe(0);
		expect(readFileSync(join(dist, "index.html")).equals(applied)).toBe(true);
		expect(applied.equals(page)).toBe(false);
	},
);

test.each(Object.keys(OUTPUT_SCHEMAS) as (keyof typeof OUTPUT_SCHEMAS)[])(
	"reports/%s.schema.json is that of the output; npm run docs writes it",
	(name) => {
		const kept = readFileSync(new URL(`../../reports/${name}.schema.json`, import.meta.url), "utf8");
		expect(JSON.parse(kept)).toEqual(outputJsonSchema(name));
	},
);

test("--commit commits each check with git's identity; uncommitted changes are refused", async () => {
	const { dist, git } = checkout();
	writeFileSync(join(dist, "note.txt"), "mine");
	const refused = await fix(dist, ...CHOSEN, "--apply");
	expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("uncommitted changes")]);
	expect(readFileSync(join(dist, "index.html"), "utf8")).toBe(PAGE);
	git("add", "-A");
	git("commit", "-qm", "A note");
	expect((await fix(dist, ...CHOSEN, "--commit")).code).toBe(0);
	const log = git("log", "--format=%an %s", "-2").trim().split("\n");
	expect(log.map((line) => /^Ada Quire .*\((noindex|canonical)\)$/.exec(line)?.[1])).toEqual(["canonical", "noindex"]);
	expect(git("status", "--porcelain")).toBe("");
});

test("contradictory options are refused with a hint", async () => {
	const { dist } = checkout();
	for (const [args, words] of [
		[[dist, "--as", "example.com", "--check", "nonsense"], 'names "nonsense"'],
		[[dist], "--as is missing"],
		[[], "Name a folder"],
		[[dist, "--as", "example.com", "--apply", "--commit"], "use one of them"],
		[[join(dist, "gone"), "--as", "example.com"], "There is no folder"],
	] as const) {
		const { code, err } = await fix(...args);
		expect([code, err]).toEqual([2, expect.stringContaining(words)]);
	}
});
