import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { auditResultSchema } from "#core/audit-result.ts";
import { REFUSAL, VERSION } from "#core/brand.ts";
import { canonicalJson } from "#core/json-object.ts";
import { occurrenceSchema } from "#core/occurrence.ts";
import { sightline as inProcess, spawnSightline } from "./process.testkit.ts";

let root = "";
let environment: Record<string, string> = {};
let folder: string[] = [];
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-cli-"));
	environment = { SIGHTLINE_REPORTS: join(root, "reports"), SIGHTLINE_DATA: join(root, "data") };
	const site = join(root, "site");
	await mkdir(site);
	const text = `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1><p>${"Words. ".repeat(90)}</p></main>`;
	await writeFile(join(site, "index.html"), text);
	folder = ["--dir", site, "--as", "built.example.com"];
});

const sightline = (...args: string[]) => inProcess(args, environment);
const spawned = (...args: string[]) => spawnSightline(args, environment);

describe("sightline audit", () => {
	it("prints a report: score, pillars, first fixes, the refusal", async () => {
		const { code, stdout, stderr } = await spawned("audit", ...folder);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout).toMatch(/\d+ of 100/);
		expect(stdout).toContain("Audited from a folder before publication, not from the public site.");
		expect(stdout).toContain("What to fix first");
		expect(stdout).toContain(REFUSAL);
		expect(stdout, "no colours where there is no terminal").not.toContain("\u001b");
	});

	it("prints JSON that matches the interface's schema", async () => {
		const { stdout } = await sightline("audit", ...folder, "--json");
		const { occurrences, ...rest } = JSON.parse(stdout);
		const result = auditResultSchema.parse(rest);
		expect(occurrenceSchema.array().parse(occurrences).length).toBeGreaterThan(0);
		expect(result).toMatchObject({
			ok: true,
			domain: "built.example.com",
			source: "folder",
			cli: `npx http://localhost:4321/cli/sightline-${VERSION}.tgz audit --dir ${relative("", join(root, "site"))} --as built.example.com`,
			briefUrl: "http://localhost:4321/brief/built.example.com/",
			receipt: { state: "unsaved" },
		});
		expect(result.recommendations.length).toBeGreaterThan(0);
		expect(await readdir(root), "an audit keeps nothing unless it is told to").toEqual(["site"]);
	});

	it("exits with 1 for a score below the threshold, else with 0", async () => {
		expect((await spawned("audit", ...folder, "--fail-under", "100")).code).toBe(1);
		expect((await sightline("audit", ...folder, "--fail-under", "0")).code).toBe(0);
	});

	it.each([
		[["audit"], /Name a domain/],
		[["audit", "localhost"], /public host name/],
		[["audit", "http://127.0.0.1/"], /IP address/],
		[["audit", "example.com:8080"], /Port 8080/],
		[["audit", "user:secret@example.com"], /user name or password/],
		[["audit", "--as", "example.com"], /needs --dir/],
		[["audit", "--dir", "."], /needs --as/],
		[["audit", "--dir", "no-such-folder", "--as", "example.com"], /no-such-folder/],
		[["audit", "example.com", "--fail-under", "many"], /whole number from 0 to 100/],
		[["audit", "example.com", "--mode", "full"], /light or deep/],
		[["audit", "example.com", "--fail-undr", "3"], /--fail-undr/],
		[["adit", "example.com"], /Unknown command "adit"/],
		[["replay", "nothing.json"], /nothing\.json cannot be read/],
	])("refuses %j with 2 and says why", async (args, says) => {
		const { code, stdout, stderr } = await sightline(...args);
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		expect(stderr).toMatch(says);
	});

	it("prints JSON even for a refusal", async () => {
		const { code, stdout } = await spawned("audit", "localhost", "--json");
		expect(code).toBe(2);
		expect(JSON.parse(stdout)).toMatchObject({ ok: false, code: "target-blocked" });
	});

	it("prints its help and version", async () => {
		for (const args of [["--help"], ["audit", "--help"], ["replay", "-h"]]) {
			expect(await sightline(...args)).toMatchObject({ code: 0, stdout: expect.stringContaining("Usage") });
		}
		expect((await spawned("--version")).stdout).toBe(`${VERSION}\n`);
	});
});

describe("sightline replay", () => {
	it("reproduces the bytes, or says what differs or is missing", async () => {
		const saved = JSON.parse((await sightline("audit", ...folder, "--save", "--json")).stdout);
		expect(saved.receipt.state).toBe("pending");
		const directory = join(environment.SIGHTLINE_REPORTS ?? "", "receipts", "built.example.com");
		const [name = ""] = await readdir(directory);
		const path = join(directory, name);
		const bytes = await readFile(path, "utf8");
		expect(createHash("sha256").update(bytes).digest("hex")).toBe(saved.receipt.id);
		expect(await sightline("replay", path)).toMatchObject({ code: 0, stdout: expect.stringContaining("Same bytes") });
		expect((await sightline("replay", path, "--print")).stdout).toBe(bytes);

		// Neither blocked engines nor machine-readable parts can be removed.
		const { reach, seen, ...rest } = JSON.parse(bytes);
		expect([reach.length, seen.title]).toEqual([12, "A page"]);
		const stripped = join(root, "stripped.json");
		await writeFile(stripped, canonicalJson(rest));
		expect(await sightline("replay", stripped)).toMatchObject({
			code: 1,
			stdout: expect.stringMatching(/\/reach.* differ/),
		});

		const forged = join(root, "forged.json");
		await writeFile(forged, bytes.replace('"pass":"', '"pass":"Not '));
		expect(await sightline("replay", forged)).toMatchObject({ code: 1, stdout: expect.stringContaining("/findings") });
		await writeFile(forged, bytes.replace(/"coverage":[\d.]+/, '"coverage":0.5'));
		expect(await sightline("replay", forged)).toMatchObject({ code: 2, stderr: expect.stringContaining("digest") });

		await rm(environment.SIGHTLINE_DATA ?? "", { recursive: true });
		expect(await sightline("replay", path)).toMatchObject({ code: 2, stderr: expect.stringContaining("evidence") });
	});
});
