import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FULL, some } from "#core/long-form.testkit.ts";
import { readPublication } from "#receipts/store/published-watchlist.ts";
import { readPublishedSites } from "#site/publication/published-sites.ts";
import { makeReceipt, store } from "#site/publication/receipt.testkit.ts";
import { writeManyReports } from "#test/e2e/wall-reports.testkit.ts";
import { knownBeside } from "./brief.ts";

let reports: string;
beforeAll(async () => {
	reports = await mkdtemp(join(tmpdir(), "sightline-beside-"));
	await writeManyReports(reports, { sites: 80, audits: 3 });
});
afterAll(() => rm(reports, { recursive: true, force: true }));

it("shows a watched site's earlier audits, and its peers if there are enough", async () => {
	const { entries } = readPublication(await readFile(join(reports, "watchlist.json"), "utf8"));
	const { sites, receipts } = await readPublishedSites(reports, { entries, agencies: new Map() });
	const known = await Promise.all(
		some(sites, 4).map(async ({ history: [newest] }) => knownBeside(reports, await receipts.read(newest.id))),
	);
	expect(known.filter(({ since }) => since && since.points.length > 1).length).toBeGreaterThan(FULL ? 20 : 5);
	const peers = known.flatMap((each) => (each.peers ? [each.peers] : []));
	expect(peers.length).toBeGreaterThanOrEqual(FULL ? 8 : 2);
	for (const { says } of peers) expect(says).toMatch(/on the wall/);
});

it("shows nothing for an unwatched site, or without a watchlist", async () => {
	const stored = store("a1", makeReceipt({ domain: "stranger.example.net" }));
	expect((await knownBeside(reports, stored)).since).toBeUndefined();
	expect(await knownBeside("/nowhere", stored)).toEqual({});
});
