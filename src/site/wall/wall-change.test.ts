import { expect, test } from "vitest";
import { PILLARS, type PillarKey } from "#core/pillar.ts";
import type { Receipt } from "#core/receipt.ts";
import { summariseReceipt } from "#receipts/store/receipt.ts";
import { scoreChange } from "../history/score-change.ts";
import { makeReceipt, makeScores, store } from "../publication/receipt.testkit.ts";
import { changesSince } from "./wall-change.ts";

const audit = (overall: number, pillars: Partial<Record<PillarKey, number>>, parts: Partial<Receipt> = {}) => {
	const listed = (Object.keys(pillars) as PillarKey[]).map((key) => {
		return { key, label: PILLARS[key].label, score: pillars[key] ?? 0, summary: "" };
	});
	return summariseReceipt(store("a", makeReceipt({ scores: makeScores(overall, { pillars: listed }), ...parts })));
};
const SINCE = "Since the audit of 20 November 2026:";
const noindex = { id: "noindex", cap: 40, says: "The home page tells search engines not to index it." } as const;

test("pillars that moved are named, in the order of the methodology", () => {
	const before = audit(80, { data: 60, access: 90, content: 70 });
	const after = audit(84, { data: 72, access: 85, content: 70, interfaces: 50 });
	expect(changesSince(after, before)).toEqual([
		`${SINCE} ${scoreChange(before, after)}`,
		"Crawler and agent access 90 → 85; Structured data and identity 60 → 72; Agent interfaces – → 50.",
	]);
});

test("gates that closed and opened are told", () => {
	const [open, closed] = [audit(80, {}), audit(40, {}, { gates: [noindex] })];
	expect(changesSince(closed, open)).toContain("New gate: The home page tells search engines not to index it.");
	expect(changesSince(open, closed)).toContain("No longer so: The home page tells search engines not to index it.");
	expect(changesSince(closed, closed)).toEqual([`${SINCE} ${scoreChange(closed, closed)}`]);
});

test("what does not compare is not compared pillar by pillar", () => {
	const changes = changesSince(audit(84, { data: 72 }, { methodology: "9.0.0" }), audit(80, { data: 60 }));
	expect(changes).toHaveLength(1);
	expect(changes[0]).toContain("not comparable");
});
