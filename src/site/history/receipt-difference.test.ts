import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { METHODOLOGY } from "#core/methodology.ts";
import { AXES, PILLAR_KEYS } from "#core/pillar.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Finding, Report } from "#core/report.ts";
import { OUTCOMES } from "#core/verdict.ts";
import {
	failedReceipt,
	gatedReceipt,
	makeFinding,
	makeReceipt,
	makeScores,
	readyReceipt,
} from "../publication/receipt.testkit.ts";
import { differenceText, sinceWords } from "./difference-texts.ts";
import {
	type ChangeKind,
	differReceipts,
	type FindingChange,
	methodologyChange,
	methodologySentence,
	type ReceiptDifference,
	scoreChange,
} from "./receipt-difference.ts";

const IDS = ["alt", "canonical", "https", "noindex", "search-bots", "title"];

const findings = fc
	.uniqueArray(fc.constantFrom(...IDS), { maxLength: IDS.length })
	.chain((ids) => fc.tuple(...ids.map(finding)));

function finding(id: string): fc.Arbitrary<Finding> {
	return fc
		.record({
			pillar: fc.constantFrom(...PILLAR_KEYS),
			axis: fc.constantFrom(...AXES),
			outcome: fc.constantFrom(...OUTCOMES),
			ratio: fc.constantFrom(0.25, 0.5, 0.75),
			weight: fc.constantFrom(1, 2, 3, 5),
			lift: fc.integer({ min: 0, max: 40 }),
			scored: fc.boolean(),
			chargedTo: fc.option(fc.constantFrom(...IDS.filter((other) => other !== id))),
		})
		.map(({ chargedTo, ratio, outcome, ...parts }) => {
			const charged = chargedTo
				? { outcome: "not-applicable" as const, chargedTo, own: { outcome: "fail" as const } }
				: { outcome, ...(outcome === "partial" ? { ratio } : {}) };
			return makeFinding(id, parts.pillar, { ...parts, ...charged } as Partial<Finding>);
		});
}

const receipts: fc.Arbitrary<Receipt> = fc
	.record({
		findings,
		overall: fc.option(fc.integer({ min: 0, max: 100 })),
		axes: fc.record({ structure: fc.nat(100), accessibility: fc.nat(100) }),
		methodology: fc.constantFrom("0.1.0", "0.2.0"),
		mode: fc.constantFrom("light" as const, "deep" as const),
		gated: fc.boolean(),
	})
	.map(({ overall, axes, gated, ...parts }) => {
		if (overall === null) return { ...failedReceipt(), ...parts, domain: "www.example.org" };
		const gates = gated ? [{ id: "noindex" as const, cap: 40, says: "Not indexed." }] : [];
		return makeReceipt({ ...parts, gates, scores: makeScores(overall, { axes }) });
	});

const MIRROR: Record<ChangeKind, ChangeKind> = {
	better: "worse",
	worse: "better",
	unknown: "known",
	known: "unknown",
	applies: "left",
	left: "applies",
};

function mirrorChange({ kind, before, after, pull, charged, ...rest }: FindingChange): FindingChange {
	return {
		...rest,
		kind: kind && MIRROR[kind],
		before: after,
		after: before,
		pull: (0 - pull) as FindingChange["pull"],
		charged: charged.map(mirrorChange),
	};
}

function mirror(difference: ReceiptDifference): ReceiptDifference {
	const turn = <P extends { before?: unknown; after?: unknown }>(pair: P): P => ({
		...pair,
		before: pair.after,
		after: pair.before,
	});
	return {
		...difference,
		before: difference.after,
		after: difference.before,
		compared: { before: difference.after, after: difference.before },
		...(difference.methodology
			? { methodology: { ...difference.methodology, from: difference.methodology.to, to: difference.methodology.from } }
			: {}),
		axes: difference.axes.map((each) => turn(each)),
		pillars: difference.pillars.map((each) => turn(each)),
		gates: { opened: difference.gates.closed, closed: difference.gates.opened },
		changes: difference.changes.map(mirrorChange),
		charged: difference.charged.map(mirrorChange),
		why: difference.why.map(mirrorChange),
		added: difference.removed,
		removed: difference.added,
		reweighed: byId(difference.reweighed.map((each) => turn(each))),
	};
}

function byId(pairs: ReceiptDifference["reweighed"]): ReceiptDifference["reweighed"] {
	return pairs.toSorted((a, b) => (a.after.id < b.after.id ? -1 : 1));
}

describe("of any two receipts", () => {
	test("an audit does not differ from itself", () => {
		fc.assert(
			fc.property(receipts, (receipt) => {
				const text = differenceText(differReceipts(receipt, receipt));
				expect({ ...text, headline: "" }).toEqual({ headline: "", why: [], notes: [], numbers: [], groups: [] });
				expect(text.headline).toMatch(/^(The score stayed at \d+\. No check answers otherwise\.|Still no score\.)/);
			}),
		);
	});

	test("swapped arguments give the mirror image", () => {
		fc.assert(
			fc.property(receipts, receipts, (a, b) => {
				const there = differReceipts(a, b);
				const back = differReceipts(b, a);
				expect(mirror(there)).toEqual({ ...back, reweighed: byId(back.reweighed) });
			}),
		);
	});

	test("every check with a different answer in both audits is listed exactly once", () => {
		fc.assert(
			fc.property(receipts, receipts, (a, b) => {
				const { changes, charged } = differReceipts(a, b);
				const stated = [...changes, ...changes.flatMap((each) => each.charged), ...charged].map(({ id }) => id).sort();
				const answer = ({ outcome, ratio, own, chargedTo }: Finding) =>
					JSON.stringify([outcome, outcome === "partial" ? (ratio ?? 0.5) : 0, own, chargedTo]);
				const other = new Map(b.findings.map((each) => [each.id, answer(each)]));
				const changed = a.findings.filter((each) => other.has(each.id) && other.get(each.id) !== answer(each));
				expect(stated).toEqual(changed.map(({ id }) => id).sort());
			}),
		);
	});
});

const alt = (outcome: Finding["outcome"], parts: Partial<Finding> = {}) =>
	makeFinding("alt", "semantics", {
		title: outcome === "fail" ? "Pictures lack a text alternative" : "Every picture has a text alternative",
		outcome,
		...parts,
	});

describe("causes of a change", () => {
	test("are listed largest lift first, without changes in the other direction", () => {
		const before = makeReceipt({
			scores: makeScores(70),
			findings: [
				alt("fail", { lift: 2, weight: 5 }),
				makeFinding("title", "discovery", { outcome: "fail", lift: 9 }),
				makeFinding("lang", "semantics"),
			],
		});
		const after = makeReceipt({
			scores: makeScores(78),
			findings: [
				alt("pass"),
				makeFinding("title", "discovery"),
				makeFinding("lang", "semantics", { outcome: "fail", lift: 3 }),
			],
		});
		const difference = differReceipts(before, after);
		expect(difference.why.map(({ id }) => id)).toEqual(["title", "alt"]);
		expect(differReceipts(after, before).why.map(({ id }) => id)).toEqual(["title", "alt"]);
		const { headline, why } = differenceText(difference);
		expect(headline).toBe("Up 8 points, from 70 to 78.");
		expect(why).toContain("Corrected: “Pictures lack a text alternative”.");
	});

	test("a rise because of an unknown check is described as such", () => {
		const before = makeReceipt({ scores: makeScores(70), findings: [alt("fail", { lift: 6 })] });
		const after = makeReceipt({ scores: makeScores(76), findings: [alt("unknown", { says: "We could not look." })] });
		const text = differenceText(differReceipts(before, after));
		expect(text.why).toEqual(["Unknown now: “Pictures lack a text alternative”."]);
		expect(text.groups).toMatchObject([{ title: "Unknown now", items: [{ after: { says: "We could not look." } }] }]);
	});

	test("a removed cap comes before all findings", () => {
		const mended = makeReceipt({
			...gatedReceipt(),
			gates: [],
			scores: makeScores(71, { axes: { structure: 63, accessibility: 80 } }),
			findings: gatedReceipt().findings.map((each) =>
				each.id === "noindex" ? makeFinding("noindex", "access", { title: each.title, weight: 5 }) : each,
			),
		});
		const text = differenceText(differReceipts(gatedReceipt(), mended));
		expect(text.headline).toBe("Up 31 points, from 40 to 71.");
		expect(text.why[0]).toBe("No longer capped at 40. Before: The home page tells search engines not to index it.");
		expect(text.why[1]).toContain("Corrected: “The page asks not to be listed”");
		expect(differenceText(differReceipts(mended, gatedReceipt())).why[0]).toBe(
			"Capped at 40 now: The home page tells search engines not to index it.",
		);
	});

	test("under an unchanged cap the score stays, and the number below it is shown", () => {
		const gate = [{ id: "noindex" as const, cap: 40, says: "Not indexed." }];
		const [before, after] = [60, 72].map((ungated) =>
			makeReceipt({
				gates: gate,
				scores: makeScores(40, { ungated, axes: { structure: ungated, accessibility: 80 } }),
			}),
		) as [Receipt, Receipt];
		expect(differenceText(differReceipts(before, after)).headline).toBe(
			"The score stayed at 40. The cap holds it there; without it, the score would be 72, after 60.",
		);
	});
});

describe("one cause, one penalty", () => {
	const root = (outcome: Finding["outcome"]) =>
		makeFinding("text-without-js", "content", {
			title: outcome === "fail" ? "The text is not in the page" : "The text is in the page",
			outcome,
			lift: 9,
		});
	const symptom = (parts: Partial<Finding>) =>
		makeFinding("heading-outline", "content", {
			title: parts.own || parts.outcome ? "No headings" : "Headings",
			...parts,
		});
	const chargedTo = { outcome: "not-applicable", chargedTo: "text-without-js", own: { outcome: "fail" } } as const;

	test("charged findings are listed with their cause", () => {
		const before = makeReceipt({ findings: [root("pass"), symptom({})] });
		const after = makeReceipt({ scores: makeScores(60), findings: [root("fail"), symptom(chargedTo)] });
		const text = differenceText(differReceipts(before, after));
		expect(text.groups.map(({ title, items }) => [title, items.map(({ id }) => id)])).toEqual([
			["Got worse", ["text-without-js"]],
		]);
		expect(text.groups[0]?.items[0]?.charged).toEqual(["New: “No headings”, following from another fault."]);
		expect(text.why).toEqual(["New: “The text is not in the page”, and 1 finding follows from it."]);
	});

	test("a fault uncovered by a fixed cause is listed with the cause", () => {
		const before = makeReceipt({ findings: [root("fail"), symptom(chargedTo)] });
		const after = makeReceipt({ findings: [root("pass"), symptom({ outcome: "fail" })] });
		const { groups } = differenceText(differReceipts(before, after));
		expect(groups.map(({ title }) => title)).toEqual(["Got better"]);
		expect(groups[0]?.items[0]?.charged).toEqual(["No longer follows from another fault: “No headings”."]);
	});

	test("a finding keeps its own answer if its penalty is charged elsewhere", () => {
		const before = makeReceipt({ findings: [root("fail"), symptom(chargedTo)] });
		const kinds = (after: Partial<Finding>) => {
			const { changes } = differReceipts(before, makeReceipt({ findings: [root("pass"), symptom(after)] }));
			return changes.flatMap((change) => change.charged.map(({ kind }) => kind));
		};
		expect(kinds({ outcome: "fail" })).toEqual([undefined]);
		expect(kinds({ outcome: "pass" })).toEqual(["better"]);
		expect(kinds({ outcome: "not-applicable" })).toEqual(["left"]);
	});

	test("a penalty moved between causes is listed under the same one in both directions", () => {
		const causes = (outcome: Finding["outcome"]) => ["zz", "aa"].map((id) => makeFinding(id, "content", { outcome }));
		const before = makeReceipt({ findings: [...causes("pass"), symptom({ ...chargedTo, chargedTo: "zz" })] });
		const after = makeReceipt({ findings: [...causes("fail"), symptom({ ...chargedTo, chargedTo: "aa" })] });
		const hosts = (a: Receipt, b: Receipt) =>
			differReceipts(a, b).changes.flatMap(({ id, charged }) => (charged.length > 0 ? [id] : []));
		expect(hosts(before, after)).toEqual(["aa"]);
		expect(hosts(after, before)).toEqual(["aa"]);
	});

	test("findings charged to an unchanged cause are separate and have no effect", () => {
		const before = makeReceipt({ findings: [root("fail"), symptom({})] });
		const after = makeReceipt({ scores: makeScores(70), findings: [root("fail"), symptom(chargedTo)] });
		const difference = differReceipts(before, after);
		expect(difference.why).toEqual([]);
		expect(differenceText(difference).groups.map(({ title }) => title)).toEqual(["Follows from a fault that stayed"]);
	});
});

describe("incomparable audits", () => {
	test("with different methodologies have both numbers, no difference, and no blame for the site", () => {
		const before = makeReceipt({ methodology: "0.0.9", findings: [makeFinding("once-was", "discovery")] });
		const after = makeReceipt({
			scores: makeScores(60, { axes: { structure: 50, accessibility: 72 } }),
			findings: [makeFinding("alt", "semantics", { title: "Every picture has a text alternative", outcome: "fail" })],
		});
		const difference = differReceipts(before, after);
		const text = differenceText(difference);
		expect(difference).toMatchObject({ comparable: false, changes: [], why: [] });
		expect(text.headline).toBe(
			`60 after 80. Scores of different methodologies are not comparable: 0.0.9 before, ${METHODOLOGY} after.`,
		);
		expect(text.notes).toContain(
			"Asked only in the later audit, so no change of the site: “Every picture has a text alternative”.",
		);
		expect(text.notes).toContain(
			"Asked only in the earlier audit, so no change of the site: “The site passes once-was”.",
		);
		expect(text.numbers.map(({ change }) => change)).toEqual(["", ""]);
	});

	test("another source, another mode, another program version", () => {
		const before = makeReceipt({ source: "folder", mode: "deep", engine: "0.3.0" });
		const { headline, notes } = differenceText(differReceipts(before, makeReceipt()));
		expect(headline).toContain("A folder cannot show what only a server can.");
		expect(headline).toContain("A deep audit came before, a light audit after");
		expect(notes).toEqual(["Judged by different versions of the program: 0.3.0 before, 0.3.4 after."]);
	});

	test("are incomparable by mode alone", () => {
		const difference = differReceipts(makeReceipt({ mode: "deep" }), makeReceipt({ scores: makeScores(70) }));
		expect(difference.comparable).toBe(false);
		expect(differenceText(difference).headline).not.toContain("Down");
	});

	test("name a check with another weight, which is not a change by the site", () => {
		const [light, heavy] = ([1, 5] as const).map((weight) => makeReceipt({ findings: [alt("pass", { weight })] }));
		if (!light || !heavy) throw new Error("unreachable");
		const difference = differReceipts(light, heavy);
		expect(difference.changes).toEqual([]);
		expect(differenceText(difference).notes).toEqual([
			"Counts otherwise in the score since: “Every picture has a text alternative”.",
		]);
	});

	test("of 2 domains are refused", () => {
		expect(() => differReceipts(readyReceipt(), gatedReceipt())).toThrow(RangeError);
	});
});

describe("audits without a score", () => {
	const failed = { ...failedReceipt(), domain: "www.example.org" };

	test("give the reason on either side", () => {
		const says = "The site answered our bot with a challenge instead of a page.";
		const headline = (a: Receipt, b: Receipt) => differenceText(differReceipts(a, b)).headline;
		expect(headline(makeReceipt(), failed)).toBe(`No score after 80: the site could not be audited. ${says}`);
		expect(headline(failed, makeReceipt())).toBe(`80 of 100, after an audit that gave no score. ${says}`);
		expect(headline(failed, failed)).toBe(`Still no score. ${says}`);
	});

	test("have no effect, and open no gate", () => {
		const gated = makeReceipt({ gates: gatedReceipt().gates, findings: [alt("fail")] });
		const difference = differReceipts(gated, { ...failed, findings: [alt("unknown")] });
		expect(difference).toMatchObject({ why: [], gates: { opened: [], closed: [] }, changes: [{ pull: 0 }] });
	});
});

test("a different kind of site is named with its effect", () => {
	const after = makeReceipt({ preset: { key: "ecommerce", says: "The home page declares a shop." } });
	expect(differenceText(differReceipts(makeReceipt(), after)).notes).toEqual([
		"The kind of site is “Online shop” now; it was “General website”. That decides which checks apply. The home page declares a shop.",
	]);
});

const title = (outcome: "pass" | "fail") =>
	makeFinding("title", "discovery", {
		title: outcome === "pass" ? "The page has a title" : "The page has no title",
		outcome,
		lift: outcome === "pass" ? 0 : 3,
	});
const before = makeReceipt({
	auditedAt: "2026-11-01T02:00:00.000Z",
	methodology: "1.0.0",
	engine: "0.3.0",
	scores: makeScores(84),
	findings: [makeFinding("title", "discovery", { title: "The page has a title", outcome: "fail", lift: 1 })],
});
const after = makeReceipt({ methodology: "2.0.0", scores: makeScores(62), findings: [title("pass")] });
const again: Report = { ...before, methodology: "2.0.0", scores: makeScores(59), findings: [title("fail")] };
const judged = { kept: true, score: 59, report: again } as const;

describe("a change of methodology between two audits", () => {
	test("is split into the methodology's and the site's share, which add up", () => {
		const { split } = methodologyChange(before, after, judged) ?? {};
		expect(split).toEqual({ earlier: 59, later: 62, methodology: -25, site: 3 });
		const text = differenceText(differReceipts(before, after, judged));
		expect(text.headline).toBe(
			"62 after 84. The methodology changed from 1.0.0 to 2.0.0; by 2.0.0, what was seen then gives 59, and the same checks give 62 now: −25 points are the methodology, +3 the site.",
		);
		expect(sinceWords(differReceipts(before, after, judged))).toContain("−25 points are the methodology, +3 the site.");
	});

	test("leaves only the site's changes if the earlier evidence was judged again", () => {
		const difference = differReceipts(before, after, judged);
		expect(difference.comparable).toBe(true);
		expect(difference.why.map(({ id }) => id)).toEqual(["title"]);
		const text = differenceText(difference);
		expect(text.why).toEqual(["Corrected: “The page has no title”."]);
		expect(text.notes[0]).toContain("“Before” is what methodology 2.0.0 says of the earlier evidence");
	});

	test("is split by numbers if only they are known, without comparing findings", () => {
		const difference = differReceipts(before, after, { kept: true, score: 85 });
		expect(difference).toMatchObject({ comparable: false, why: [] });
		expect(differenceText(difference).headline).toContain(
			"gives 85, and the same checks give 62 now: +1 point is the methodology, −23 the site.",
		);
	});

	test("is not split without stored evidence or a score, and says so", () => {
		const sentence = (given: Parameters<typeof methodologyChange>[2]) =>
			methodologySentence(methodologyChange(before, after, given) ?? { from: "", to: "" });
		expect(sentence({ kept: false })).toBe(
			"The methodology changed from 1.0.0 to 2.0.0, and the evidence of the earlier audit is not kept: how much of the difference is the site is unknown.",
		);
		expect(sentence({ kept: true })).toContain("gives no score by 2.0.0");
		expect(sentence(undefined)).toBe("");
		expect(differenceText(differReceipts(before, after)).headline).toBe(
			"62 after 84. Scores of different methodologies are not comparable: 1.0.0 before, 2.0.0 after.",
		);
	});

	test("is undefined for the same methodology or otherwise incomparable audits", () => {
		expect(methodologyChange(again, after, judged)).toBeUndefined();
		expect(methodologyChange({ ...before, mode: "deep" }, after, judged)).toBeUndefined();
		expect(methodologyChange({ ...before, source: "folder" }, after, judged)).toBeUndefined();
		expect(differReceipts({ ...before, mode: "deep" }, after, judged).comparable).toBe(false);
	});
});

describe("audits with different numbers of pages", () => {
	const read = (pages: number | undefined, known = pages) =>
		makeReceipt({
			mode: "deep",
			...(pages === undefined ? {} : { site: { pages, ...(known === undefined ? {} : { known }), templates: [] } }),
		});

	test.each([
		["two samples of as many", read(25, 2_000), read(25, 2_100), true],
		["all pages each time, though they became many more", read(20), read(90), true],
		["all pages, the home page alone at first", read(undefined), read(40), true],
		["all but a few that failed", read(1_990, 2_000), read(2_000), true],
		["a sample and a larger one", read(25, 2_000), read(1_000, 2_000), false],
		["a sample and all pages", read(25, 2_000), read(2_000), false],
	])("%s", (_, before, after, comparable) => {
		const [there, back] = [differReceipts(before, after), differReceipts(after, before)];
		expect([there.comparable, back.comparable]).toEqual([comparable, comparable]);
		const words = scoreChange(before, after);
		if (comparable) expect(words).not.toContain("pages");
		else expect(words).toContain(`The audit before read 25 pages, the one after ${after.site?.pages} pages`);
		if (!comparable) expect(words).not.toMatch(/^Up|^Down|stayed/);
	});
});
