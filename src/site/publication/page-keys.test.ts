import { expect, test } from "vitest";
import { DAY_MS } from "#core/kept-for.ts";
import type { PublishedLog } from "#log/published-log.ts";
import { summariseReceipt } from "#receipts/store/receipt.ts";
import { STALE_DAYS } from "../badge/picture-facts.ts";
import { buildWall, kindsOnWall, wallViews } from "../wall/wall.ts";
import { pageKeys, wallKey } from "./page-keys.ts";
import { makeSite } from "./public-site.testkit.ts";
import { makeReceipt, makeScores, readyReceipt, store } from "./receipt.testkit.ts";

const stored = store("a1", readyReceipt());
const summary = { ...summariseReceipt(stored), logIndex: 0 };
const site = { ...makeSite([stored]), history: [summary], sealed: summary } as const;
const slug = site.domain;
const entry = { id: summary.id, index: 0, summary, site, listed: true, removedAt: undefined, unlisted: false };

/** Keys of every page of the site. @param rechecks moments of later audits that found the same */
function keysOf({ days = 0, rechecks = [] as readonly string[] } = {}) {
	const log: Partial<PublishedLog> = {
		origin: "example.com/log",
		position: () => 0,
		firstCheckpoint: () => ({ size: 1, root: "00", text: "signed" }),
		rechecks: () => rechecks.map((auditedAt, index) => ({ index, auditedAt })),
	};
	const keys = pageKeys({
		sites: [site],
		withdrawn: [],
		receipts: { summaries: [summary] } as never,
		log: log as PublishedLog,
		notices: { notices: [] },
		builtAt: new Date(Date.parse(summary.auditedAt) + days * DAY_MS).toISOString(),
	});
	const kinds = ["brief", "findings", "twin", "history", "share"] as const;
	return {
		...Object.fromEntries(kinds.map((kind) => [kind, keys.site(site, slug, kind)])),
		audit: keys.audit(site, summary),
		receipt: keys.receipt({ ...entry, corrections: [] }),
		proof: keys.proof(summary.id),
	};
}

/** Names of those that differ. */
function changed(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
	return Object.keys(before).filter((name) => before[name] !== after[name]);
}

test("a page that names later audits that found the same is drawn again with each; no other page is", () => {
	const before = keysOf();
	expect(changed(before, keysOf())).toEqual([]);
	const again = keysOf({ rechecks: ["2026-11-21T02:00:00.000Z"] });
	expect(changed(before, again)).toEqual(["brief", "history", "share", "receipt"]);
});

test("a page that says what is stale is drawn again when it becomes so", () => {
	expect(changed(keysOf(), keysOf({ days: STALE_DAYS }))).toEqual([]);
	expect(changed(keysOf(), keysOf({ days: STALE_DAYS + 1 }))).toEqual(["share"]);
});

/** Keys of a wall by order, kind and page, two sites a page. */
function wallKeys(scores: readonly number[], kinds: readonly ("general" | "saas")[]) {
	const sites = scores.map((score, at) => {
		const draft = { domain: `s${at}.example.org`, preset: { key: kinds[at] ?? "general", says: "" } };
		return makeSite([store(`a${at}`, makeReceipt({ ...draft, scores: makeScores(score) }))]);
	});
	const rows = buildWall(sites, "name");
	return Object.fromEntries(
		wallViews(rows, 2).map((view) => [
			[view.order, view.preset ?? "all", view.page].join(" "),
			wallKey({ view, kinds: kindsOnWall(rows), count: rows.length }),
		]),
	);
}

test("a page of the wall is drawn again with its rows; what is counted of all sites stands on first pages alone", () => {
	const before = wallKeys([90, 80, 70, 60, 50], ["saas"]);
	expect(changed(before, wallKeys([90, 80, 70, 60, 50], ["saas"]))).toEqual([]);
	const firstAndLast = ["score all 1", "score all 3", "score general 1", "score general 2"];
	const byOrder = (order: string) => firstAndLast.map((name) => name.replace("score", order));
	const lastChanged = changed(before, wallKeys([90, 80, 70, 60, 49], ["saas"]));
	expect(lastChanged).toEqual(["score", "newest", "name"].flatMap(byOrder));
	const otherKind = changed(before, wallKeys([90, 80, 70, 60, 50], ["saas", "saas"]));
	expect(otherKind).toContain("name all 1");
	expect(otherKind).not.toContain("name all 3");
});
