import { hash } from "node:crypto";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { FULL } from "#core/long-form.testkit.ts";
import type { LogAudit } from "#core/verification.ts";
import { type Answer, type LoopbackSite, startLoopbackSite } from "#net/loopback-site.testkit.ts";
import { addTakenDown } from "#receipts/store/notices-file.ts";
import { type LogHome, sealLog } from "../seal/seal.ts";
import { addReceipt, makeHome, ORIGIN, vkeyOf, withKeys } from "../seal/sealing.testkit.ts";
import { auditSite } from "./audit-site.ts";
import { filesUnder } from "./findings.ts";
import { recomputeLog } from "./verify-log.ts";

const LOGS = FULL ? 200 : 3;

const sites: LoopbackSite[] = [];
afterEach(() => Promise.all(sites.splice(0).map((site) => site.close())));

/** What a build publishes of a reports directory. */
async function pagesOf({ reports }: LogHome) {
	const pages: Record<string, Answer> = {};
	const log = (await filesUnder(join(reports, "log"))).filter((path) => !path.includes(".seal-lock"));
	for (const path of log) pages[`/log/${path}`] = { body: await readFile(join(reports, "log", path)) };
	const kept = log.flatMap((path) => /^checkpoints\/(.*)$/.exec(path)?.[1] ?? []);
	pages["/log/checkpoints.txt"] = { body: kept.map((name) => `${name}\n`).join("") };
	for (const path of await filesUnder(join(reports, "receipts"))) {
		const body = await readFile(join(reports, "receipts", path));
		pages[`/receipts/${hash("sha256", body)}.json`] = { body };
	}
	return pages;
}

async function serve(pages: Record<string, Answer>) {
	const site = await startLoopbackSite(pages);
	sites.push(site);
	return site;
}

const publish = async (home: LogHome, change: Record<string, Answer> = {}) =>
	serve({ ...(await pagesOf(home)), ...change });

async function settingsOf() {
	const root = await mkdtemp(join(tmpdir(), "sightline-outside-"));
	return readEnvironment({ SIGHTLINE_REPORTS: join(root, "none"), SIGHTLINE_DATA: join(root, "data") });
}

async function outside(site: LoopbackSite, settings?: Awaited<ReturnType<typeof settingsOf>>) {
	const options = { base: site.url("/", "localhost"), keys: [await vkeyOf(1)], trustSiteKey: false };
	return (await auditSite(options, settings ?? (await settingsOf()))).audit;
}

async function inside(home: LogHome): Promise<LogAudit> {
	return (await recomputeLog({ ...home, origin: ORIGIN, given: [] })).audit;
}

/** Number of wrong receipts, and other wrong files. A changed receipt has another URL, so it is absent from outside. */
function verdict({ faults }: LogAudit) {
	// The machine's memory is not part of the log.
	const published = faults.filter(({ file }) => !file.startsWith("../"));
	const files = published.map(({ file }) => file.replace(/^receipts\/.*/, "receipts"));
	const receipts = faults.filter(({ file }) => file.startsWith("receipts/"));
	return {
		files: [...new Set(files)].sort(),
		receipts: receipts.reduce((sum, { more = 0 }) => sum + 1 + more, 0),
	};
}

type Fate = "kept" | "taken down" | "lost" | "changed" | "returned";
type Damage = "none" | "shorter list" | "stranger's key" | "other index" | "lost tile";

async function befall({ reports }: LogHome, site: number, id: string, fate: Fate): Promise<void> {
	const folder = join(reports, "receipts", `site-${site}.example.com`);
	if (fate === "taken down" || fate === "returned") await addTakenDown(reports, [id]);
	if (fate === "changed") {
		const [name = ""] = await readdir(folder);
		const text = await readFile(join(folder, name), "utf8");
		await writeFile(join(folder, name), text.replace("example", "exemple"));
	} else if (fate !== "kept") await rm(folder, { recursive: true });
}

async function damage({ reports }: LogHome, what: Damage): Promise<void> {
	const at = (path: string) => join(reports, "log", path);
	if (what === "shorter list") await writeFile(at("withdrawn"), "");
	if (what === "stranger's key") await writeFile(at("vkeys"), `${await vkeyOf(1)}\n${await vkeyOf(8)}\n`);
	if (what === "other index")
		for (const name of await readdir(at("index"))) await writeFile(at(`index/${name}`), "size 1\n");
	if (what === "lost tile") await rm(at("tile/0"), { recursive: true });
}

describe("auditing a published log", () => {
	it("gives the verdict of verify for any fault", { timeout: 900_000 }, async () => {
		const fates = fc.array(fc.constantFrom<Fate>("kept", "taken down", "lost", "changed", "returned"), {
			minLength: 1,
			maxLength: 6,
		});
		const damages = fc.constantFrom<Damage>(
			"none",
			"none",
			"shorter list",
			"stranger's key",
			"other index",
			"lost tile",
		);
		const run = async (drawn: readonly Fate[], harm: Damage, rotated: boolean) => {
			const home = await makeHome({ isIndexed: true });
			const ids: string[] = [];
			for (const site of drawn.keys()) ids.push(await addReceipt(home.reports, site));
			await sealLog({}, home);
			const later = rotated ? await withKeys(home, 2, 1) : home;
			if (rotated) await sealLog({ rotate: true }, later);
			for (const [site, fate] of drawn.entries()) await befall(home, site, ids[site] ?? "", fate);
			await sealLog({}, later);
			for (const [site, fate] of drawn.entries()) if (fate === "returned") await addReceipt(home.reports, site);
			await damage(home, harm);
			const [ours, theirs] = [await inside(home), await outside(await publish(home))];
			expect(verdict(theirs)).toEqual(verdict(ours));
			expect([theirs.size, theirs.withdrawn, theirs.earlierCheckpoints]).toEqual([
				ours.size,
				ours.withdrawn,
				ours.earlierCheckpoints,
			]);
			const wrong = drawn.filter((fate) => fate !== "kept" && fate !== "taken down").length;
			if (harm === "none") expect(verdict(theirs).receipts).toBe(wrong);
			await Promise.all(sites.splice(0).map((site) => site.close()));
			await rm(join(home.reports, ".."), { recursive: true });
		};
		await fc.assert(fc.asyncProperty(fates, damages, fc.boolean(), run), { numRuns: LOGS, seed: 19 });
	});

	it("names the leaf of a withheld receipt, and ignores receipts that need not be published", async () => {
		const home = await makeHome({ isIndexed: true });
		await addReceipt(home.reports, 1);
		const hidden = await addReceipt(home.reports, 2);
		await sealLog({}, home);
		const { faults } = await outside(await publish(home, { [`/receipts/${hidden}.json`]: { status: 404 } }));
		expect(faults).toEqual([
			expect.objectContaining({ says: expect.stringContaining(`leaf 1 records the receipt ${hidden.slice(0, 16)}`) }),
		]);
		expect((await outside(await publish(home))).faults).toEqual([]);
	});

	it("remembers a sound log, and names one that went back", async () => {
		const home = await makeHome({ isIndexed: true });
		await addReceipt(home.reports, 1);
		await sealLog({}, home);
		const early = await publish(home);
		const settings = await settingsOf();
		const at = early.url("/", "localhost");
		await addReceipt(home.reports, 2);
		await sealLog({}, home);
		const later = await publish(home);
		expect((await outside(later, settings)).faults).toEqual([]);
		// Rename the memory to the other host.
		const seen = join(settings.data, "monitor");
		const [name = ""] = await readdir(seen);
		await rm(join(seen, at.host.replaceAll(/[^\w.-]/g, "_")), { recursive: true, force: true });
		await rename(join(seen, name), join(seen, at.host.replaceAll(/[^\w.-]/g, "_")));
		const { faults } = await outside(early, settings);
		expect(faults.map(({ says }) => says).join()).toContain("the log went back");
		const folder = /Kept as evidence: (.*)$/.exec(faults.map(({ todo }) => todo).join(""))?.[1] ?? "";
		expect(await readFile(join(folder, "seen/log/checkpoint"), "utf8")).toContain("\n4\n");
	});

	it("ignores a list that no leaf binds, like verify", async () => {
		const home = await makeHome({ isIndexed: true });
		await addReceipt(home.reports, 1);
		await sealLog({}, home);
		await addReceipt(home.reports, 2);
		await sealLog({}, home);
		// As a seal leaves it that was cut off before its checkpoint.
		await writeFile(join(home.reports, "log/live"), "2\n");
		const ours = await inside(home);
		expect([ours.faults, ours.notes.join()]).toEqual([[], expect.stringContaining("log/live has 2 bytes")]);
		expect((await outside(await publish(home))).faults).toEqual([]);
		await sealLog({}, home);
		expect((await inside(home)).notes, "the next seal takes it away").toEqual([]);
	});

	it("reads a site again if it is published during the audit, and finds no fault", async () => {
		const home = await makeHome({ isIndexed: true });
		const ids = [await addReceipt(home.reports, 1), await addReceipt(home.reports, 2)];
		await sealLog({}, home);
		const early = await pagesOf(home);
		await addTakenDown(home.reports, ids.slice(1));
		await rm(join(home.reports, "receipts/site-2.example.com"), { recursive: true });
		await addReceipt(home.reports, 9);
		await sealLog({}, home);
		const late = await pagesOf(home);
		for (const after of [0, 1, 2, 5, 9, 12, 14]) {
			let asked = 0;
			const pages = new Proxy(early, { get: (_, path: string) => (asked++ < after ? early : late)[path] });
			expect((await outside(await serve(pages))).faults, `published after ${after} files`).toEqual([]);
		}
		let asked = 0;
		const isEarly = (path: string) => path === "/log/checkpoint" && asked++ % 2 === 0;
		const restless = new Proxy(early, { get: (_, path: string) => (isEarly(path) ? early : late)[path] });
		await expect(serve(restless).then((site) => outside(site))).rejects.toMatchObject({ code: "not-fetched" });
	});
});
