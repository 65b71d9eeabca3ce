import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleLogEnvironment } from "#log/seal/signing-keys.ts";
import { sightline } from "#test/e2e/process.testkit.ts";
import { OUTPUT_SCHEMAS } from "./formats/output-schemas.ts";

const SITES = fileURLToPath(new URL("../../samples/sites/", import.meta.url));
const DENTIST = "northgate-dental.example.com";
const PAPER = "the-harbour-post.example.org";

let root = "";
let env: Record<string, string> = {};
const receipts: Record<string, readonly string[]> = {};
const run = (...argv: string[]) => sightline(argv, env);
const of = (domain: string): [before: string, after: string] => receipts[domain] as [string, string];

/** Audits, repairs, audits again and seals, as for a client's site. */
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-repair-"));
	env = { ...(await sampleLogEnvironment()), SIGHTLINE_REPORTS: root, SIGHTLINE_DATA: join(root, "data") };
	const entries = [DENTIST, PAPER].map((domain) => ({ domain, folder: `sites/${domain}` }));
	for (const domain of [DENTIST, PAPER])
		await cp(join(SITES, domain), join(root, "sites", domain), { recursive: true });
	await writeFile(join(root, "watchlist.json"), JSON.stringify({ entries }));
	const need = async (...argv: string[]) => {
		const { code, stderr } = await run(...argv);
		if (code !== 0) throw new Error(stderr);
	};
	await need("rescan");
	for (const domain of [DENTIST, PAPER]) await need("fix", join(root, "sites", domain), "--as", domain, "--apply");
	await need("rescan");
	await need("seal", "--new-log");
	for (const domain of [DENTIST, PAPER]) {
		const folder = join(root, "receipts", domain);
		receipts[domain] = (await readdir(folder)).sort().map((name) => join(folder, name));
	}
}, 600_000);
afterAll(() => rm(root, { recursive: true, force: true }));

describe("sightline repair", () => {
	it.each([DENTIST, PAPER])("computes the repairs of %s, with the predicted lift within a point", async (domain) => {
		const [before, after] = of(domain);
		const { code, stdout } = await run("repair", after, "--since", before, "--json");
		const proof = JSON.parse(stdout);
		expect([code, proof.domain]).toEqual([0, domain]);
		expect(proof.fixed.length).toBeGreaterThan(2);
		expect(Math.abs(proof.lift.realised - proof.lift.predicted)).toBeLessThanOrEqual(1);
		expect(proof.lift.realised).toBeGreaterThan(4);
		expect(proof.agreed).toHaveLength(5);
		expect((await run("repair", before, "--since", after, "--json")).stdout, "in either order").toBe(stdout);
	});

	it("reports as text and as Markdown", async () => {
		const [before, after] = of(DENTIST);
		for (const form of [[], ["--markdown"]]) {
			const { stdout } = await run("repair", after, "--since", before, ...form);
			for (const words of [
				"Score 40 of 100",
				"8 of 11 faults are fixed, 3 still there.",
				"Developer",
				"Still there (3)",
			])
				expect(stdout.replaceAll(/\s+/g, " ")).toContain(words);
		}
	});

	it.each([
		["two domains", () => [of(DENTIST)[1], "--since", of(PAPER)[0]], "are two domains"],
		["one audit twice", () => [of(DENTIST)[1], "--since", of(DENTIST)[1]], "the same audit"],
		["no earlier receipt", () => [of(DENTIST)[1]], "--since is missing"],
		["what is no receipt", () => [of(DENTIST)[1], "--since", join(root, "watchlist.json")], "receipt"],
	] as const)("refuses %s", async (_, argv, says) => {
		const { code, stderr } = await run("repair", ...argv());
		expect([code, stderr.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringContaining(says)]);
	});
});

describe("sightline verify --repair", () => {
	it("proves both receipts and their repair offline", async () => {
		const [before, after] = of(DENTIST);
		const { code, stdout } = await run("verify", after, "--repair", before);
		expect([code, stdout.replaceAll(/\s+/g, " ")]).toEqual([0, expect.stringContaining("8 of 11 faults are fixed")]);
		const { stdout: json } = await run("verify", after, "--repair", before, "--json");
		const { stdout: alone } = await run("repair", after, "--since", before, "--json");
		expect(JSON.parse(json)).toMatchObject({ verdict: "sample", repair: JSON.parse(alone) });
		expect(JSON.parse(json).receipts).toHaveLength(2);
		expect(OUTPUT_SCHEMAS["verify-repair"].parse(JSON.parse(json))).toEqual(JSON.parse(json));
		expect(OUTPUT_SCHEMAS.repair.parse(JSON.parse(alone))).toEqual(JSON.parse(alone));
	});

	it.each([
		["earlier", 0],
		["later", 1],
	] as const)("proves no repair if the %s receipt was changed", async (_, which) => {
		const pair = [...of(DENTIST)] as [string, string];
		const text = await readFile(pair[which], "utf8");
		const forged = join(root, `forged-${which}.json`);
		await writeFile(forged, text.replace(/"overall":\d+/, '"overall":55'));
		pair[which] = forged;
		const { code, stdout } = await run("verify", pair[1], "--repair", pair[0]);
		expect(code).not.toBe(0);
		expect(stdout).not.toContain("faults are fixed");
	});

	it("refuses options for a single receipt", async () => {
		const [before, after] = of(DENTIST);
		const { code, stderr } = await run("verify", after, "--repair", before, "--newest");
		expect([code, stderr]).toEqual([2, expect.stringContaining("With --repair")]);
	});
});
