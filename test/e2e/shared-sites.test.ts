import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FULL, some } from "#core/long-form.testkit.ts";
import type { Receipt } from "#core/receipt.ts";
import { LIGHT_RECEIPT_BYTES, readReceipt } from "#receipts/store/receipt.ts";
import { buildSite, onlyPages } from "./built-site.testkit.ts";
import { inMiniInternet, SHARED_SITES, whyNoMiniInternet } from "./mini-internet.testkit.ts";
import { inRepository } from "./process.testkit.ts";

const missing = whyNoMiniInternet();

async function hostsOf(directory: string): Promise<string[]> {
	const entries = await readdir(directory, { withFileTypes: true });
	return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

async function rescanOnce(hosts: readonly string[]) {
	const root = await mkdtemp(join(tmpdir(), "sightline-shared-"));
	const environment = { SIGHTLINE_REPORTS: join(root, "reports"), SIGHTLINE_DATA: join(root, "data") };
	await mkdir(environment.SIGHTLINE_REPORTS);
	const entries = hosts.map((domain) => ({ domain }));
	await writeFile(join(environment.SIGHTLINE_REPORTS, "watchlist.json"), JSON.stringify({ entries }));
	const ended = await inMiniInternet(
		SHARED_SITES,
		[process.execPath, inRepository("src/cli/sightline.ts"), "rescan"],
		environment,
	);
	return { root, environment, ended, receipts: await receiptsUnder(join(environment.SIGHTLINE_REPORTS, "receipts")) };
}

async function receiptsUnder(directory: string): Promise<Receipt[]> {
	const names = await readdir(directory, { recursive: true });
	const texts = names.filter((name) => name.endsWith(".json")).map((name) => readFile(join(directory, name), "utf8"));
	const read = (await Promise.all(texts)).map(async (text) => {
		const { receipt } = await readReceipt(text, "The receipt");
		const fine = receipt.findings.filter(({ outcome }) => outcome === "pass");
		const isLong = Buffer.byteLength(text) > LIGHT_RECEIPT_BYTES;
		expect(isLong && fine.some(({ evidence }) => evidence.length > 0), receipt.domain).toBe(false);
		return receipt;
	});
	return Promise.all(read);
}

describe.skipIf(missing !== undefined)(`real websites${missing ? ` (skipped: ${missing})` : ""}`, () => {
	it("become receipts, the same twice", { timeout: 300_000 }, async () => {
		const all = await hostsOf(SHARED_SITES);
		expect(all.length).toBeGreaterThan(10);
		const hosts = some(all.toSorted(), 4);
		const first = await rescanOnce(hosts);
		expect(first.ended.stderr).toBe("");
		expect([0, 1]).toContain(first.ended.code);
		expect(first.receipts.map((receipt) => receipt.domain).toSorted()).toEqual(hosts.toSorted());
		expect(first.receipts.flatMap((receipt) => receipt.findings.filter((each) => each.outcome === "unknown"))).toEqual(
			[],
		);

		const again = some(hosts, 4);
		const second = await rescanOnce(again);
		const results = (receipts: readonly Receipt[]) =>
			receipts
				.filter(({ domain }) => again.includes(domain))
				.map((each) => `${each.domain} ${each.resultDigest}`)
				.toSorted();
		expect(results(second.receipts)).toEqual(results(first.receipts));

		// Other tests also check a built brief.
		if (!FULL) return;
		const { outDir } = await buildSite(first.environment, {
			routes: onlyPages("brief/[slug]/index.astro", "brief/[slug]/findings.astro"),
		});
		expect((await hostsOf(join(outDir, "brief"))).toSorted()).toEqual(hosts.toSorted());
	});
});
