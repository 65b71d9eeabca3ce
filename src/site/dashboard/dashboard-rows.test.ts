import { describe, expect, it } from "vitest";
import type { OwnAudit } from "#core/own-audit.ts";
import { chartDescription } from "../history/history-rows.ts";
import { ownAuditRows, ownChart, watchedRows } from "./dashboard-rows.ts";

/** An audit of that day of November; without a score where none is given. */
function audit(day: number, overall: number | undefined, changes: Partial<OwnAudit> = {}): OwnAudit {
	const at = `2026-11-${String(day).padStart(2, "0")}T02:00:00.000Z`;
	return {
		id: String(day).padStart(64, "0"),
		domain: "shop.example.com",
		source: "network",
		mode: "light",
		auditedAt: at,
		foundAt: at,
		methodology: "2.0.0",
		...(overall === undefined ? {} : { scores: { overall, axes: { structure: overall, accessibility: overall } } }),
		place: { state: "pending" },
		...changes,
	};
}

describe("rows of own audits", () => {
	it("say what became of the score since the audit before of the same domain and mode", () => {
		const rows = ownAuditRows(
			[
				audit(9, 60),
				audit(8, 90, { mode: "deep" }),
				audit(7, 20, { domain: "other.example.com" }),
				audit(6, 75),
				audit(5, undefined),
				audit(4, 70, { methodology: "1.0.0" }),
			],
			() => false,
		);
		expect(rows.map(({ change }) => change)).toEqual([
			"Down 15 points, from 75 to 60.",
			"",
			"",
			"75 of 100, after an audit that gave no score.",
			"No score after 70: the site could not be audited.",
			"",
		]);
		expect(rows.map(({ score, words }) => [score, words])[4]).toEqual([undefined, "Could not be audited"]);
	});

	it("rows link a receipt only if it has a public page", () => {
		const audits = [
			audit(3, 70, { place: { state: "logged", logIndex: 1204 } }),
			audit(2, 70, { publicUntil: "2026-12-20T00:00:00.000Z" }),
			audit(1, 70),
		];
		const [published] = audits;
		const rows = ownAuditRows(audits, (receipt) => receipt === published?.id);
		expect(rows.map(({ receiptHref, proof }) => [receiptHref !== undefined, proof])).toEqual([
			[true, "leaf 1,204"],
			[true, "not sealed yet"],
			[false, "not sealed yet"],
		]);
	});

	it("rows mark deep audits and equal results, and links work for any domain", () => {
		const [row] = ownAuditRows(
			[audit(1, 70, { mode: "deep", foundAt: "2026-11-03T02:00:00.000Z", domain: "xn--mnchen-3ya.de" })],
			() => false,
		);
		expect(row).toMatchObject({
			displayDomain: "münchen.de",
			marks: ["deep audit", "unchanged on 3 November 2026"],
			domainHref: expect.stringMatching(/\/dashboard\/xn--mnchen-3ya\.de\/$/),
			briefHref: expect.stringMatching(/\/dashboard\/xn--mnchen-3ya\.de\/\?audit=0{63}1$/),
		});
	});
});

it("rows of watched domains show the newest audit, if any, and why a rescan failed", () => {
	const watch = { mode: "light", addedAt: "2026-11-01T00:00:00.000Z" } as const;
	const rows = watchedRows(
		[
			{ ...watch, domain: "new.example.com", control: {} },
			{ ...watch, domain: "shop.example.com", control: { since: "2026-11-02T00:00:00.000Z" } },
			{
				...watch,
				domain: "away.example.com",
				control: {},
				lastRescan: { at: "2026-11-09T02:00:00.000Z", says: "The site did not answer." },
			},
		],
		[audit(9, 91)],
	);
	expect(rows).toMatchObject([
		{ score: undefined, words: "Waits for its first audit", isOwned: false, note: "" },
		{ score: 91, words: "Ready", isOwned: true, foundAt: "2026-11-09T02:00:00.000Z" },
		{ words: "Waits for its first audit", note: "The site did not answer." },
	]);
	expect(rows[0]).not.toHaveProperty("briefHref");
});

it("the chart has audits of the newest one's mode, oldest first, with their rechecks", () => {
	const again = "2026-11-08T02:00:00.000Z";
	const charted = ownChart([audit(9, 80), audit(7, 40, { mode: "deep" }), audit(5, 70, { foundAt: again })]);
	expect(charted.map(({ scores, rechecks }) => [scores?.overall, rechecks])).toEqual([
		[70, [again]],
		[80, []],
	]);
	expect(chartDescription(charted)).toContain("2 audits from 5 November 2026 to 9 November 2026.");
	expect(ownChart([])).toEqual([]);
});
