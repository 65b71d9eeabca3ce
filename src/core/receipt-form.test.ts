import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { METHODOLOGY, type RubricCheck } from "./methodology.ts";
import { AXES, ENGINES, PILLAR_KEYS } from "./pillar.ts";
import { AUDIT_MODES, PRESETS } from "./preset.ts";
import { lengthen, type ShortReceipt, shorten } from "./receipt-form.ts";
import { type Finding, REACH_STATES, type ReachRow } from "./report.ts";
import { currentRubric } from "./rubrics.ts";
import { OUTCOMES } from "./verdict.ts";

const rubric = await currentRubric();
const address = fc.constantFrom("https://a.example/", "https://a.example/b", "https://b.example/robots.txt");
const text = fc.oneof(
	fc.constantFrom("Only a deep audit checks this.", "This does not apply to this kind of site."),
	fc.constantFrom(...rubric.unscored.map(({ what }) => `Not used, and nothing is lost: ${what}.`)),
	fc.string({ maxLength: 30 }),
);
const exhibit = fc.record(
	{ url: address, at: fc.string({ maxLength: 10 }), excerpt: fc.string({ maxLength: 20 }) },
	{ requiredKeys: ["url", "excerpt"] },
);
/** Members that vary between sites. */
const found = fc.record(
	{
		outcome: fc.constantFrom(...OUTCOMES),
		says: text,
		evidence: fc.array(exhibit, { maxLength: 3 }),
		lift: fc.constantFrom(0, 0.4, 12),
		home: fc.constantFrom("pass" as const, "fail" as const),
		ratio: fc.constantFrom(0.25, 0.5),
		fix: fc.string({ maxLength: 20 }),
		chargedTo: fc.constant("text-without-js"),
		pages: fc.constant({ judged: 9, short: 4 }),
		places: fc.array(
			fc.record(
				{ page: address, line: fc.integer({ min: 1 }), column: fc.integer({ min: 1 }), excerpt: fc.string() },
				{ requiredKeys: ["page"] },
			),
			{ maxLength: 3 },
		),
		own: fc.constantFrom({ outcome: "fail" as const }, { outcome: "partial" as const, ratio: 0.5 }),
	},
	{ requiredKeys: ["outcome", "says", "evidence", "lift"] },
);
/** Members of the rubric with other values. */
const strange = fc.record(
	{
		title: text,
		pillar: fc.constantFrom(...PILLAR_KEYS),
		axis: fc.constantFrom(...AXES),
		engines: fc.subarray([...ENGINES], { minLength: 1 }),
		scored: fc.boolean(),
		tableStakes: fc.constant(true as const),
		weight: fc.constantFrom(1 as const, 2 as const, 3 as const, 5 as const),
		reference: address,
	},
	{ requiredKeys: [] },
);

/** A check's finding as an audit makes it. */
function usual(row: RubricCheck, outcome: Finding["outcome"]) {
	const { id, title, fault = title, pillar, axis, engines, scored, weight, reference } = row;
	const heading = outcome === "fail" || outcome === "partial" ? fault : title;
	const stakes = row.tableStakes ? { tableStakes: true as const } : {};
	return { id, title: heading, pillar, axis, engines: [...engines], scored, ...stakes, weight, reference };
}

/** Few distinct members, so that rows often share some. */
const reachRow: fc.Arbitrary<ReachRow> = fc.record(
	{
		name: fc.constantFrom("Google", "Bing", "Claude"),
		kind: fc.constantFrom("search", "answers"),
		state: fc.constantFrom(...REACH_STATES),
		says: fc.constantFrom("May read it.", "May not."),
		because: exhibit,
		check: fc.constantFrom("noindex", "search-bots"),
	},
	{ requiredKeys: ["name", "kind", "state", "says"] },
);

function report(finding: fc.Arbitrary<Finding>) {
	return fc.record({
		methodology: fc.constant(METHODOLOGY),
		mode: fc.constantFrom(...AUDIT_MODES),
		preset: fc.record({ key: fc.constantFrom(...PRESETS), says: text }),
		findings: fc.array(finding, { maxLength: 12 }),
		reach: fc.array(reachRow, { maxLength: 12 }),
		v: fc.constant(2),
	});
}

const row = fc.constantFrom(...rubric.checks);
const ordinary: fc.Arbitrary<Finding> = fc
	.tuple(row, found)
	.map(([check, parts]) => ({ ...usual(check, (parts.own ?? parts).outcome), ...parts }));
const odd: fc.Arbitrary<Finding> = fc
	.tuple(
		fc.oneof(
			row.map(({ id }) => id),
			fc.constant("no-such-check"),
		),
		row,
		found,
		strange,
	)
	.map(([id, check, parts, other]) => ({ ...usual(check, parts.outcome), ...parts, ...other, id }));

const through = (value: unknown) => JSON.parse(JSON.stringify(value)) as ShortReceipt;

describe("the short form of a report", () => {
	it("expands to the long form for any findings", () => {
		fc.assert(
			fc.property(report(ordinary), (long) => {
				const short = through(shorten(long, rubric));
				expect(lengthen(short, rubric)).toEqual(long);
				for (const finding of short.findings) expect(finding).not.toHaveProperty("reference");
			}),
		);
	});

	it("expands to the long form if findings differ from the rubric, and without a rubric", () => {
		fc.assert(
			fc.property(report(odd), (long) => {
				expect(lengthen(through(shorten(long, rubric)), rubric)).toEqual(long);
				expect(lengthen(through(shorten(long, undefined)), undefined)).toEqual(long);
			}),
		);
	});

	it("names the outcome by its member, and omits the usual address", () => {
		const [check] = rubric.checks;
		if (!check) throw new RangeError("The rubric has checks.");
		const exhibits = [{ url: "https://a.example/", at: "line 3", excerpt: "<title>" }];
		const parts = { outcome: "pass" as const, says: "It is there.", evidence: exhibits, lift: 0 };
		const long = {
			methodology: METHODOLOGY,
			mode: "light" as const,
			preset: { key: "general" as const },
			findings: [{ ...usual(check, "pass"), ...parts }],
		};
		expect(shorten(long, rubric)).toMatchObject({
			v: 2,
			page: "https://a.example/",
			findings: [{ id: check.id, pass: "It is there.", evidence: [{ at: "line 3", excerpt: "<title>" }] }],
		});
	});
});
