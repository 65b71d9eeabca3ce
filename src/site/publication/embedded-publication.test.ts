import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Receipt } from "#core/receipt.ts";
import { wallEntrySchema } from "#core/wall-page.ts";
import { readPublication } from "#receipts/store/published-watchlist.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import { writeManyReports } from "#test/e2e/wall-reports.testkit.ts";
import { oembedBody } from "../badge/embed.ts";
import { factsOfReceipt, factsOfSite } from "../badge/picture-facts.ts";
import { listedPeers } from "../brief/peers.ts";
import { createSiteLinks } from "../page/site-links.ts";
import { embeddedEntries, newestRun, readEmbeddedEntries } from "./embedded-entries.ts";
import { embeddedEntrySchema, openEmbedded } from "./embedded-publication.ts";
import { readPublishedSites } from "./published-sites.ts";
import { makeReceipt } from "./receipt.testkit.ts";

const links = createSiteLinks("https://a.example/audits");

let reports: string;
beforeEach(async () => {
	reports = await mkdtemp(join(tmpdir(), "sightline-embedded-"));
});
afterEach(() => rm(reports, { recursive: true, force: true }));

async function keep(draft: Receipt): Promise<string> {
	const { id, receipt } = await createReceipt(draft, draft.evidenceDigest);
	const folder = join(reports, "receipts", receipt.domain);
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, fileName(receipt)), await receiptText(receipt));
	return id;
}

const write = (name: string, value: unknown) => writeFile(join(reports, name), JSON.stringify(value));
const opened = async () => openEmbedded(await readEmbeddedEntries(reports), links);

describe("what a server takes along", () => {
	it("is what the built site shows", async () => {
		await writeManyReports(reports, { sites: 20, audits: 3 });
		const { entries } = readPublication(await readFile(join(reports, "watchlist.json"), "utf8"));
		const published = await readPublishedSites(reports, { entries, agencies: new Map() });
		const builtAt = "2026-11-22T00:00:00.000Z";
		const embedded = embeddedEntries(published, entries, { builtAt, lastRun: null });
		for (const entry of embedded) expect(embeddedEntrySchema.parse(structuredClone(entry))).toEqual(entry);
		const { embedded: lookup, facts, peers } = openEmbedded(embedded, links);
		const { sites, log, receipts } = published;
		expect(sites.length).toBeGreaterThan(3);
		for (const site of sites) {
			const own = lookup({ slug: site.domain });
			expect(own && oembedBody(own, links)).toEqual(oembedBody(factsOfSite(site, log, builtAt), links));
		}
		for (const summary of receipts.summaries) {
			const own = lookup({ receiptId: summary.id });
			const built = factsOfReceipt(summary, { agencyName: "", log, builtAt });
			expect(own && oembedBody(own, links)).toEqual(oembedBody(built, links));
		}
		expect([...peers()].map(([kind, { scores }]) => [kind, scores]).sort()).toEqual(
			[...listedPeers(sites)].map(([kind, { scores }]) => [kind, scores]).sort(),
		);
		expect(facts.wall.map(({ domain }) => domain)).toEqual(sites.map(({ domain }) => domain));
		expect(facts.logSize).toBe(log?.size ?? 0);
		for (const entry of facts.wall) expect(wallEntrySchema.parse(entry)).toEqual(entry);
	});

	it("names the newest run, also beside lines of other hands", async () => {
		expect(await newestRun(join(reports, "runs"))).toBeNull();
		await mkdir(join(reports, "runs"));
		const line = (run: string) => `${JSON.stringify({ run, domain: "a.example.org", status: "recorded" })}\n`;
		await writeFile(join(reports, "runs", "2026-11-20.jsonl"), line("2026-11-20T23:59:00.000Z"));
		const last = line("2026-11-21T02:00:00.000Z") + line("2026-11-21T21:59:43.383Z") + line("2026-11-21T03:00:00.000Z");
		await writeFile(join(reports, "runs", "2026-11-21.jsonl"), last);
		await writeFile(join(reports, "runs", "2026-11-22.jsonl"), '\n{"run":"soon"}\nnull\n{\n');
		await writeFile(join(reports, "runs", "notes.txt"), '{"run":"2027-01-01T00:00:00.000Z"}');
		expect(await newestRun(join(reports, "runs"))).toBe("2026-11-21T21:59:43.383Z");
	});

	it("is the moment alone where nothing is public", async () => {
		const entries = await readEmbeddedEntries(reports);
		expect(entries).toMatchObject([{ kind: "state", logSize: 0, lastRun: null, removed: [] }]);
		expect(openEmbedded(entries, links).facts.wall).toEqual([]);
		expect(() => openEmbedded([], links)).toThrow(RangeError);
	});

	it("lists only who may be listed, with agency, newest first, by the newest audit in the mode that its entry asks for", async () => {
		await mkdir(join(reports, "agencies"));
		await write("agencies/north.json", { name: "North & Sons" });
		await write("watchlist.json", {
			entries: [
				{ domain: "a.example.org", agency: "north" },
				{ domain: "b.example.org" },
				{ domain: "hidden.example.org", wall: false },
				{ domain: "deep.example.org", mode: "deep" },
			],
		});
		await keep(makeReceipt({ domain: "a.example.org", auditedAt: "2026-11-18T02:00:00.000Z" }));
		const failure = { code: "challenged", says: "A challenge." } as const;
		const about = { domain: "a.example.org", auditedAt: "2026-11-19T02:00:00.000Z", ok: false, failure };
		const { scores: _, ...failed } = makeReceipt(about);
		const newest = await keep(failed);
		await keep(makeReceipt({ domain: "a.example.org", mode: "deep", auditedAt: "2026-11-21T02:00:00.000Z" }));
		await keep(makeReceipt({ domain: "b.example.org", auditedAt: "2026-11-20T02:00:00.000Z" }));
		const hidden = await keep(makeReceipt({ domain: "hidden.example.org" }));
		const deep = await keep(
			makeReceipt({ domain: "deep.example.org", mode: "deep", auditedAt: "2026-11-19T12:00:00.000Z" }),
		);
		await keep(makeReceipt({ domain: "deep.example.org", auditedAt: "2026-11-22T02:00:00.000Z" }));
		await keep(makeReceipt({ domain: "stranger.example.org" }));
		const { facts, embedded } = await opened();
		expect(facts.wall.map(({ domain }) => domain)).toEqual(["b.example.org", "deep.example.org", "a.example.org"]);
		const [, deepEntry, entry] = facts.wall;
		expect(deepEntry).toMatchObject({ receipt: { id: deep } });
		expect(entry).toMatchObject({ receipt: { id: newest, state: "pending" } });
		expect(entry && "overallScore" in entry).toBe(false);
		expect(embedded({ slug: "a.example.org" })).toMatchObject({ agencyName: "North & Sons", receiptId: newest });
		expect(embedded({ slug: "hidden.example.org" })).toMatchObject({ receiptId: hidden });
		expect(embedded({ slug: "deep.example.org" })).toMatchObject({ receiptId: deep });
		expect(embedded({ receiptId: deep })).toMatchObject({ slug: "deep.example.org" });
		expect(embedded({ slug: "stranger.example.org" })).toBeUndefined();
		expect(embedded({ slug: "constructor" })).toBeUndefined();
	});

	it("knows nothing of what was taken down but that it was", async () => {
		await write("watchlist.json", { entries: [{ domain: "a.example.org" }, { domain: "b.example.org" }] });
		await keep(makeReceipt({ domain: "a.example.org" }));
		const single = await keep(makeReceipt({ domain: "b.example.org" }));
		const at = "2026-11-21T02:00:00.000Z";
		const proof = { place: "dns", found: "sightline-remove=all" };
		await write("notices.json", {
			notices: [
				{ kind: "removal", domain: "a.example.org", receipts: "all", at, proof },
				{ kind: "removal", domain: "b.example.org", receipts: [single], at, proof },
				{ kind: "correction", receipt: "0".repeat(64), at, by: "owner", says: "We have moved." },
			],
		});
		const { facts, embedded, corrections } = await opened();
		expect(corrections("0".repeat(64))).toEqual([
			{ kind: "correction", receipt: "0".repeat(64), at, by: "owner", says: "We have moved." },
		]);
		expect(corrections(single)).toEqual([]);
		expect(facts.wall).toEqual([]);
		expect(facts.removed).toEqual(["a.example.org"]);
		expect(embedded({ slug: "a.example.org" })).toMatchObject({ withdrawn: true, receiptId: "" });
		expect(embedded({ receiptId: single })).toMatchObject({ withdrawn: true, slug: "", displayDomain: "" });
	});
});
