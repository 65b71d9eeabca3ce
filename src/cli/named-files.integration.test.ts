import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqliteFile } from "#store/sqlite-file.ts";
import { sightline, startCommand, startSightline } from "#test/e2e/process.testkit.ts";

let root = "";
let socket: Server;
let environment: Record<string, string> = {};
const at = (name: string) => join(root, name);

/** What may be in place of a file, and the message about it. */
const KINDS = {
	pipe: /It is a pipe, not a file/,
	socket: /It is a socket/,
	device: /It is a device, not a file/,
	folder: /It is a folder, not a file/,
	huge: /It has 3,221,225,472 bytes; at most [\d,]+ are read/,
	missing: /There is no such file/,
	"file/below": /A part of the path is a file, not a folder/,
};

beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-files-"));
	environment = { SIGHTLINE_REPORTS: at("reports"), SIGHTLINE_DATA: at("data") };
	await mkdir(at("reports"));
	await mkdir(at("folder"));
	execFileSync("mkfifo", [at("pipe")]);
	socket = createServer();
	await new Promise<void>((resolve) => socket.listen(at("socket"), resolve));
	await symlink("/dev/zero", at("device"));
	await writeFile(at("huge"), "");
	await truncate(at("huge"), 3 * 1024 ** 3);
	await writeFile(at("file"), Buffer.from('{"a": "\xff"}', "latin1"));
});
afterAll(async () => {
	await new Promise((resolve) => socket.close(resolve));
	await rm(root, { recursive: true, force: true });
});

const NAMING: Readonly<Record<string, (path: string) => string[]>> = {
	"verify <file>": (path) => ["verify", path, "--proof", at("file")],
	"verify --proof": (path) => ["verify", at("file"), "--proof", path],
	"verify --receipt": (path) => ["verify", at("proof"), "--receipt", path],
	"log verify --since": (path) => ["log", "verify", "--since", path],
	replay: (path) => ["replay", path],
	diff: (path) => ["diff", path, "--since", path],
	"rescan --watchlist": (path) => ["rescan", "--watchlist", path],
};

// These tests would hang if a pipe were awaited, or a device read to its end.
describe.each(Object.entries(NAMING))("sightline %s", (_, args) => {
	beforeAll(() => writeFile(at("proof"), "c2sp.org/tlog-proof@v1\n"));

	it.each(Object.entries(KINDS))("refuses a %s with a sentence and exit code 2", async (name, says) => {
		const { code, stdout, stderr } = await sightline(args(at(name)), environment);
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		expect(stderr).toMatch(says);
		expect(stderr).toContain(at(name));
	});
});

describe("text that is not UTF-8", () => {
	it.each(["replay", "diff", "rescan --watchlist"])("is refused by %s", async (name) => {
		const { code, stderr } = await sightline(NAMING[name]?.(at("file")) ?? [], environment);
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("It is not text in UTF-8.") });
	});
});

describe("a folder in a setting", () => {
	const COMMANDS = [["rescan"], ["seal"], ["log", "verify"], ["removal", "example.com", "--check"]];
	it.each(COMMANDS)("SIGHTLINE_REPORTS must exist for %s %s", async (...args) => {
		const missing = await sightline(args, { ...environment, SIGHTLINE_REPORTS: at("missing") });
		expect(missing).toMatchObject({
			code: 2,
			stderr: expect.stringMatching(/SIGHTLINE_REPORTS.*There is no such folder/),
		});
		expect(existsSync(at("missing"))).toBe(false);
		const file = await sightline(args, { ...environment, SIGHTLINE_REPORTS: at("file") });
		expect(file).toMatchObject({
			code: 2,
			stderr: expect.stringMatching(/SIGHTLINE_REPORTS.*It is a file, not a folder/),
		});
	});

	const SITE = ["audit", "--as", "built.example.com", "--save", "--dir"];
	it.each([["rescan", "--watchlist"], ["seal"], SITE])(
		"SIGHTLINE_DATA has to be one that can be used by %s",
		async (...args) => {
			await writeFile(at("watchlist.json"), '{"entries": [{"domain": "a.example.com", "folder": "folder"}]}');
			const named = args.includes("--watchlist")
				? [at("watchlist.json")]
				: args.includes("--dir")
					? [at("folder")]
					: [];
			for (const data of [at("file"), at("file/below")]) {
				const { code, stderr } = await sightline([...args, ...named], { ...environment, SIGHTLINE_DATA: data });
				expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/Set SIGHTLINE_DATA to a folder/) });
			}
		},
	);
});

describe("a pipe", () => {
	it("among the receipts is reported without blocking", async () => {
		await mkdir(at("reports/receipts/a.example.com"), { recursive: true });
		const pipe = at("reports/receipts/a.example.com/2026-11-21T02-00-00.000Z.json");
		execFileSync("mkfifo", [pipe]);
		const { code, stderr } = await sightline(["verify", "a.example.com"], environment);
		expect({ code, stderr }).toEqual({
			code: 2,
			stderr: expect.stringContaining(`${pipe} cannot be read. It is a pipe`),
		});
		await rm(at("reports/receipts"), { recursive: true });
	});

	it("in place of notices.json is reported without blocking", async () => {
		execFileSync("mkfifo", [at("reports/notices.json")]);
		const { code, stderr } = await sightline(["removal", "a.example.com", "--withdraw"], environment);
		expect({ code, stderr }).toEqual({
			code: 2,
			stderr: expect.stringContaining("notices.json cannot be read. It is a pipe"),
		});
		await rm(at("reports/notices.json"));
	});

	it("in place of a database is not opened", () => {
		expect(() => openSqliteFile(at("pipe"))).toThrow("is not a file");
	});

	it("and a huge file in a site's folder are skipped", async () => {
		const site = at("site");
		await mkdir(site);
		await writeFile(join(site, "index.html"), "<title>Home</title><p>Text.");
		for (const name of ["robots.txt", "_headers", "sitemap.xml"]) execFileSync("mkfifo", [join(site, name)]);
		await writeFile(join(site, "llms.txt"), "");
		await truncate(join(site, "llms.txt"), 3 * 1024 ** 3);
		const { code, stdout } = await sightline(
			["audit", "--dir", site, "--as", "built.example.com", "--json"],
			environment,
		);
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({ ok: true });
	});
});

describe("a standard output", () => {
	it("closed by its reader is not an error", async () => {
		const { child, ended } = startSightline(["help", "audit"]);
		child.stdout?.destroy();
		expect(await ended).toMatchObject({ code: 0, stderr: "" });
	});

	it.skipIf(!existsSync("/dev/full"))("on a full disk is said, with exit code 2", async () => {
		const { code, stderr } = await startCommand([
			"sh",
			"-c",
			`"${process.execPath}" src/cli/sightline.ts help > /dev/full`,
		]).ended;
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("The disk is full (ENOSPC).") });
	});
});
