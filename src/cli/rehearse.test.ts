import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { canonicalJson, isJsonObject } from "#core/json-object.ts";
import { type Rehearsal, readRehearsal } from "#core/rehearsal.ts";
import { main } from "./main.ts";

const page = (main: string) =>
	`<!doctype html><html lang="en"><title>Mill</title><nav><a href="/contact/">Contact</a></nav><main><h1>Mill</h1>${main}</main></html>`;
const FORM =
	'<form method="post" action="/send"><label>Name <input name="n" required></label><label>Message <textarea name="m"></textarea></label>';
const FILES = {
	"index.html": page("<p>Flour of our own mill.</p>"),
	"contact/index.html": page(`${FORM}<button>Send</button></form><p>info@mill.example.com</p>`),
};
const BROKEN = { ...FILES, "contact/index.html": page(`${FORM}<button></button></form><p>info@mill.example.com</p>`) };

let whole = "";
let broken = "";

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "sightline-rehearse-"));
	for (const [path, text] of Object.entries(files)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), text);
	}
	return folder;
}

beforeAll(async () => {
	whole = await folderOf(FILES);
	broken = await folderOf(BROKEN);
});

async function call(...argv: string[]) {
	let stdout = "";
	let stderr = "";
	const code = await main(argv, {
		stdout: { write: (text) => (stdout += text) },
		stderr: { write: (text) => (stderr += text) },
		env: { SIGHTLINE_REPORTS: "/nowhere", SIGHTLINE_DATA: "/nowhere" },
	});
	return { code, stdout, stderr };
}

const rehearse = (dir: string, ...more: string[]) =>
	call("rehearse", "--dir", dir, "--as", "mill.example.com", "--no-browser", "--kind", "general", ...more);

async function receiptOf(dir: string): Promise<string> {
	const path = join(await mkdtemp(join(tmpdir(), "sightline-rehearse-")), "rehearsal.json");
	await rehearse(dir, "--receipt", path);
	return path;
}

it("writes a consistent receipt with a stable digest, shown only in its site's brief", async () => {
	const [first, second] = [await receiptOf(broken), await receiptOf(broken)];
	const read = async (path: string): Promise<Rehearsal> => JSON.parse(await readFile(path, "utf8"));
	expect((await read(first)).digest).toBe((await read(second)).digest);
	expect((await read(first)).digest).not.toBe((await read(await receiptOf(whole))).digest);
	expect(await call("verify", first)).toMatchObject({
		code: 0,
		stdout: expect.stringContaining("The rehearsal is valid"),
	});
	const site = ["brief", "--dir", broken, "--as", "mill.example.com"];
	for (const form of ["--markdown", "--json"]) {
		const shown = await call(...site, form, "--rehearsal", first);
		expect(shown.stdout).toMatch(/cannot fill in your contact form|"barrier": "no-name"/);
		expect((await call(...site, form)).stdout).not.toMatch(/agent can do on your site|"journeys"/);
	}
	const other = ["brief", "--dir", broken, "--as", "other.example.com", "--rehearsal", first];
	expect(await call(...other)).toMatchObject({ code: 2, stderr: expect.stringContaining("mill.example.com") });
});

it("detects any change of a receipt except time, source and pictures", async () => {
	const text = await readFile(await receiptOf(broken), "utf8");
	expect((await readRehearsal(text, "r.json")).faults).toEqual([]);
	const changes = variantsOf(JSON.parse(text)).filter(({ path }) => !/^(?:rehearsedAt|source)$|picture/.test(path));
	expect(changes.length).toBeGreaterThan(50);
	for (const { path, value } of changes) {
		const told = await readRehearsal(canonicalJson(value), "r.json").then(
			({ faults }) => faults,
			(error: Error) => [error.message],
		);
		expect([path, told.length > 0]).toEqual([path, true]);
	}
});

/** Variants of the value, each with one leaf changed. */
function variantsOf(value: unknown, path = ""): { readonly path: string; readonly value: unknown }[] {
	if (typeof value === "string") return [{ path, value: `${value}x` }];
	if (typeof value === "number") return [{ path, value: value + 1 }];
	if (!isJsonObject(value) && !Array.isArray(value)) return [];
	return Object.entries(value).flatMap(([key, part]) =>
		variantsOf(part, path === "" ? key : `${path}.${key}`).map((each) => ({
			path: each.path,
			value: Array.isArray(value)
				? value.map((old, at) => (String(at) === key ? each.value : old))
				: { ...value, [key]: each.value },
		})),
	);
}

it("exits with 1 if a task of --fail-on is blocked, even one that the kind of site does not have", async () => {
	expect((await rehearse(broken)).code).toBe(0);
	expect((await rehearse(broken, "--fail-on", "task:contact")).code).toBe(1);
	expect((await rehearse(broken, "--fail-on", "any")).code).toBe(1);
	expect((await rehearse(broken, "--task", "find-contact", "--fail-on", "any")).code).toBe(0);
	expect((await rehearse(whole, "--fail-on", "task:contact")).code).toBe(0);
	expect((await rehearse(whole, "--fail-on", "task:buy")).code).toBe(1);
	expect(await rehearse(whole, "--fail-on", "task:contat")).toMatchObject({
		code: 2,
		stderr: expect.stringContaining("contact"),
	});
});

it("compares with the newest rehearsal of its site in a folder", async () => {
	const before = dirname(await receiptOf(broken));
	expect((await rehearse(whole, "--baseline", before)).stdout).toContain("contact works now");
	const receipt = JSON.parse(await readFile(await receiptOf(whole), "utf8")) as Rehearsal;
	const put = (name: string, change: Partial<Rehearsal>) =>
		writeFile(join(before, name), JSON.stringify({ ...receipt, ...change }));
	await put("a-later.json", { rehearsedAt: "2999-01-01T00:00:00.000Z" });
	expect((await rehearse(whole, "--baseline", before)).stdout).toContain("Nothing has changed.");
});

it("says what has changed since a baseline", async () => {
	const before = await receiptOf(whole);
	expect((await rehearse(whole, "--baseline", before)).stdout).toContain("Nothing has changed.");
	expect((await rehearse(broken, "--baseline", before)).stdout).toContain("contact no longer works");
	expect((await rehearse(whole, "--baseline", await receiptOf(broken))).stdout).toContain("contact works now");
});
