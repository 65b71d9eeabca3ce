import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, it } from "vitest";
import { some } from "#core/long-form.testkit.ts";

const PROGRAM = fileURLToPath(new URL("./sightline.ts", import.meta.url));
const SITES = fileURLToPath(new URL("../../samples/sites/", import.meta.url));
const DENTIST = "northgate-dental.example.com";

const scratch = mkdtempSync(join(tmpdir(), "sightline-mcp-fixes-"));
const client = new Client({ name: "test", version: "1" });
beforeAll(() => client.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, "mcp"] })));
afterAll(async () => {
	await client.close();
	rmSync(scratch, { recursive: true });
});

let folders = 0;

function copyOf(site: string): string {
	const folder = join(scratch, String(++folders));
	cpSync(join(SITES, site), folder, { recursive: true });
	return folder;
}

interface Next {
	readonly check: string;
	readonly diff?: string;
	readonly diffBase64?: string;
	readonly filesLeft: number;
}
interface Answer {
	readonly score: number;
	readonly done: boolean;
	readonly next?: Next;
	readonly left: readonly { readonly check: string }[];
}

async function call<Data>(name: string, given: object): Promise<Data> {
	const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...given } });
	if (isError) throw new Error(JSON.stringify(content));
	return structuredContent as Data;
}

function apply({ diff, diffBase64 = "" }: Next, folder: string): void {
	const input = diff ?? Buffer.from(diffBase64, "base64");
	const { status, stderr } = spawnSync("git", ["apply", "-"], { cwd: folder, input });
	expect([status, String(stderr)]).toEqual([0, ""]);
}

/** Acts as a client that knows only the tools' results. @returns the last result, and all verifications */
async function repair(site: object, folder: string) {
	const skip: string[] = [];
	const verdicts: Record<string, string> = {};
	for (let step = 0; step < 100; step++) {
		const answer = await call<Answer>("next_fix", { ...site, skip });
		const { done, next } = answer;
		if (done || !next) return { answer, verdicts, skip };
		if (next.diff === undefined && next.diffBase64 === undefined) {
			skip.push(next.check);
			continue;
		}
		apply(next, folder);
		const { verdict } = await call<{ verdict: string }>("verify_fix", { ...site, check: next.check });
		verdicts[next.check] = verdict;
		if (verdict !== "fixed" && next.filesLeft === 0) skip.push(next.check);
	}
	throw new Error("next_fix never says that nothing is left.");
}

const REPAIRED = [
	["the-harbour-post.example.org", 3, 5],
	[DENTIST, 7, 50],
] as const;
it.each(some(REPAIRED, 2))(
	"a client repairs %s to the end by the tools alone",
	{ timeout: 300_000 },
	async (domain, fixes, gain) => {
		const folder = copyOf(domain);
		const site = { folder, domain };
		const plan = await call<{ score: number }>("plan_fixes", site);
		const { answer, verdicts, skip } = await repair(site, folder);
		expect(Object.keys(verdicts).length).toBeGreaterThanOrEqual(fixes);
		expect(new Set(Object.values(verdicts))).toEqual(new Set(["fixed"]));
		expect(answer.left.map(({ check }) => check).sort()).toEqual([...skip].sort());
		expect(answer.score - plan.score).toBeGreaterThan(gain);
		const again = await call<Answer>("next_fix", { ...site, skip });
		expect(again).toMatchObject({ done: true, score: answer.score });
	},
);

it("a diff in another encoding than UTF-8 is returned as bytes, and applies", { timeout: 120_000 }, async () => {
	const folder = copyOf(DENTIST);
	const page = join(folder, "index.html");
	const text = readFileSync(page, "utf8").replace('<meta charset="utf-8">', '<meta charset="windows-1252">');
	writeFileSync(page, Buffer.from(text.replace("<h1", "<p>Caf\u00e9</p><h1"), "latin1"));
	const { next } = await call<Answer>("next_fix", { folder, domain: DENTIST });
	expect(next).toMatchObject({ check: "noindex" });
	if (next) apply(next, folder);
	expect(await call("verify_fix", { folder, domain: DENTIST, check: "noindex" })).toMatchObject({ verdict: "fixed" });
});

it("a verification reports what is not fixed and why, and what got worse, by file or page", {
	timeout: 120_000,
}, async () => {
	const folder = copyOf(DENTIST);
	const site = { folder, domain: DENTIST };
	await call("next_fix", site);
	expect(await call("verify_fix", { ...site, check: "lang" })).toMatchObject({
		verdict: "not-fixed",
		why: expect.stringContaining("State the language"),
		places: { before: 1, now: 1 },
		left: [{ file: "index.html" }],
		worse: [],
	});
	for (const part of [{ file: "team/index.html" }, { file: "./team/../team/index.html" }, { page: "/team/" }]) {
		const found = await call<{ verdict: string; why: string }>("verify_fix", { ...site, ...part, check: "lang" });
		expect([part, found.verdict, found.why]).toEqual([part, "fixed", expect.stringContaining("Other pages")]);
	}
	const page = join(folder, "team/index.html");
	writeFileSync(page, readFileSync(page, "utf8").replace(/<title>[^<]*<\/title>/, "<title></title>"));
	expect(await call("verify_fix", { ...site, check: "lang" })).toMatchObject({ verdict: "worse", worse: ["title"] });
});

it.each([
	["next_fix", {}, "No site was named."],
	["next_fix", { folder: "there-is-no-such-folder", domain: DENTIST }, "is not a folder that can be read"],
	["next_fix", { folder: "a\u0000b", domain: DENTIST }, "is not a folder that can be read"],
	["next_fix", { folder: "SITE" }, "does not say where it is published"],
	["next_fix", { folder: "SITE", domain: "localhost" }, "public host name"],
	["next_fix", { folder: "SITE", domain: DENTIST, skip: ["noidex"] }, "Did you mean noindex?"],
	["next_fix", { folder: "SITE", domain: DENTIST, apply: true }, "Unrecognized key"],
	["next_fix", { folder: "EMPTY", domain: DENTIST }, "index.html"],
	["plan_fixes", { folder: 7 }, "expected string"],
	["verify_fix", { folder: "SITE", domain: DENTIST }, "check"],
	["verify_fix", { folder: "SITE", domain: DENTIST, check: "no-such" }, "Unknown check"],
	["verify_fix", { folder: "SITE", domain: DENTIST, check: "lang", file: "../outside.html" }, "is not in the folder"],
	["verify_fix", { folder: "SITE", domain: DENTIST, check: "lang", file: "/etc/hostname" }, "is not in the folder"],
	["verify_fix", { folder: "SITE", domain: DENTIST, check: "lang", file: "link.html" }, "is not in the folder"],
	[
		"verify_fix",
		{ folder: "SITE", domain: DENTIST, check: "lang", page: "https://other.example.org/" },
		"is not in the folder",
	],
	[
		"verify_fix",
		{ folder: "SITE", domain: DENTIST, check: "lang", file: "index.html", page: "/" },
		"Give one of the two",
	],
	["verify_fix", { domain: DENTIST, check: "lang", file: "index.html" }, "no folder"],
] as const)("%s with %j fails with a reason", { timeout: 60_000 }, async (name, given, says) => {
	const folder = copyOf(DENTIST);
	writeFileSync(join(scratch, "outside.html"), "<!doctype html>");
	symlinkSync(join(scratch, "outside.html"), join(folder, "link.html"));
	mkdirSync(join(scratch, "empty"), { recursive: true });
	const named: Record<string, string> = { SITE: folder, EMPTY: join(scratch, "empty") };
	const place = "folder" in given ? { folder: named[String(given.folder)] ?? given.folder } : {};
	const { content, isError } = await client.callTool({ name, arguments: { ...given, ...place } });
	expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining(says)]);
});

it("the prompts and resources describe the task and the next step", async () => {
	const { prompts } = await client.listPrompts();
	expect(prompts.map(({ name }) => name)).toEqual(["fix_site", "explain_brief"]);
	const { messages } = await client.getPrompt({ name: "fix_site", arguments: { folder: "dist", domain: DENTIST } });
	const words = JSON.stringify(messages);
	for (const word of ["plan_fixes", "next_fix", "verify_fix", DENTIST]) expect(words).toContain(word);
	await expect(client.getPrompt({ name: "explain_brief" })).rejects.toThrow();
	const { resources } = await client.listResources();
	const { resourceTemplates } = await client.listResourceTemplates();
	expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["sightline://checks/{check}"]);
	expect(resources.length).toBeGreaterThan(100);
	for (const { uri } of resources.filter((_, index) => index % 20 === 0)) {
		const { contents } = await client.readResource({ uri });
		const [{ text = "" } = {}] = contents as { text?: string }[];
		expect(JSON.parse(text)).toMatchObject(
			uri.endsWith("rubric") ? { checks: expect.any(Array) } : { howToFix: expect.any(String) },
		);
	}
	await expect(client.readResource({ uri: "sightline://checks/nothing" })).rejects.toThrow();
});
