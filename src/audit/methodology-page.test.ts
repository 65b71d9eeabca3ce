import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import { AXES, type Axis, ENGINES, PILLAR_KEYS, PILLARS } from "#core/pillar.ts";
import { type Scorable, scoreFindings } from "./score.ts";

const text = readFileSync(new URL("../../docs/methodology.md", import.meta.url), "utf8").replace(/\s+/g, " ");

/** The number stated in the page's text. */
function stated(words: RegExp): number {
	const [, found = ""] = words.exec(text) ?? [];
	const number = { quarter: 0.25, half: 0.5 }[found] ?? Number(found);
	if (found === "" || Number.isNaN(number)) throw new Error(`The page does not say: ${words}`);
	return number;
}
const POINTS = stated(/Failing takes (\d+) points off the pillar for each point of weight lost/);
const OF_OTHERS = stated(/each of its other pillars takes away a (\w+) of the points that it has lost/);
const GRAVE = stated(/A grave fault of the home page\*\* takes a (\w+) off the overall score/);
const FLOOR = stated(/less than (\d+) % of what applies/) / 100;
const CAPS = [...text.matchAll(/\| [^|]+ \| `([\w-]+)` \| (\d+) \| ([^|]+) \|/g)].map(
	([, check = "", cap = "", concerns = ""]) => ({
		check,
		cap: Number(cap),
		concerns: concerns
			.replace("both axes", AXES.join(", "))
			.replace("both engines", ENGINES.join(", "))
			.replace("answer engines", "answers")
			.trim()
			.split(", "),
	}),
);

type Counted = readonly Scorable[];
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const share = ({ outcome, ratio }: Pick<Scorable, "outcome" | "ratio">) =>
	outcome === "pass" ? 1 : outcome === "partial" ? (ratio ?? Number.NaN) : 0;
const worth = (each: Scorable) => share(each.own ?? each);
const capped = (value: number, name: string, caps: typeof CAPS) =>
	Math.min(value, ...caps.filter(({ concerns }) => concerns.includes(name)).map(({ cap }) => cap));

function pillar(key: string, all: Counted, caps: typeof CAPS) {
	const mine = all.filter((each) => each.pillar === key);
	const [stakes, others] = [mine.filter((each) => each.tableStakes), mine.filter((each) => !each.tableStakes)];
	const earned =
		others.length === 0
			? 1
			: sum(others.map((each) => each.weight * worth(each))) / sum(others.map(({ weight }) => weight));
	const lost = sum(stakes.map((each) => each.weight * (1 - worth(each))));
	return { known: mine.length > 0, earns: others.length > 0, value: capped(100 * earned - POINTS * lost, key, caps) };
}

function axis(name: Axis, all: Counted, caps: typeof CAPS): number {
	const pillars = PILLAR_KEYS.map((key) =>
		pillar(
			key,
			all.filter((each) => each.axis === name),
			caps,
		),
	).filter(({ known }) => known);
	const earning = pillars.filter(({ earns }) => earns).map(({ value }) => value);
	const others = pillars.filter(({ earns }) => !earns).map(({ value }) => OF_OTHERS * (100 - value));
	return sum(earning) / Math.max(1, earning.length) - sum(others);
}

/** The score by the page's rules; undefined if they give none. */
function byThePage(findings: Counted) {
	const applies = findings.filter((each) => each.scored && (each.outcome !== "not-applicable" || each.own));
	const known = applies.filter(({ outcome }) => outcome !== "unknown");
	const covered = sum(known.map(({ weight }) => weight)) / sum(applies.map(({ weight }) => weight));
	const isKnown = (name: Axis, all: Counted) => all.some((each) => each.axis === name);
	if (!(covered >= FLOOR) || !AXES.every((name) => isKnown(name, known))) return undefined;
	const caps = CAPS.filter(({ check }) =>
		findings.some(
			(each) => each.id === check && each.outcome !== "not-applicable" && (each.home ?? each.outcome) === "fail",
		),
	);
	const axes = Object.fromEntries(AXES.map((name) => [name, capped(axis(name, known, caps), name, caps)] as const));
	const mean = (axes.structure ?? 0) / 2 + (axes.accessibility ?? 0) / 2;
	const engines = Object.fromEntries(
		ENGINES.map((engine) => {
			const serving = known.filter((each) => each.engines.includes(engine));
			const means = AXES.filter((name) => isKnown(name, serving)).map((name) => axis(name, serving, caps));
			return [engine, capped(sum(means) / means.length, engine, caps)];
		}),
	);
	return {
		overall: Math.min(Math.max(0, mean) * (1 - GRAVE) ** caps.length, ...caps.map(({ cap }) => cap)),
		axes,
		engines,
		pillars: Object.fromEntries(PILLAR_KEYS.map((key) => [key, pillar(key, known, caps).value])),
	};
}

const outcomes = fc.oneof(
	fc.constantFrom({ outcome: "pass" as const }, { outcome: "fail" as const }, { outcome: "not-applicable" as const }),
	fc.constantFrom({ outcome: "unknown" as const }, { outcome: "partial" as const, ratio: 0.5, home: "fail" as const }),
	fc.double({ min: 0.01, max: 0.99, noNaN: true }).map((ratio) => ({ outcome: "partial" as const, ratio })),
	fc.double({ min: 0.01, max: 0.99, noNaN: true }).map((ratio) => ({
		outcome: "not-applicable" as const,
		chargedTo: "a-cause",
		own: { outcome: "partial" as const, ratio },
	})),
);
const findings = fc.uniqueArray(
	fc
		.record({
			id: fc.oneof(fc.constantFrom(...CAPS.map(({ check }) => check)), fc.string()),
			pillar: fc.constantFrom(...PILLAR_KEYS),
			other: fc.boolean(),
			engines: fc.subarray([...ENGINES]),
			scored: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
			tableStakes: fc.constantFrom(true as const, undefined),
			weight: fc.constantFrom(1 as const, 2 as const, 3 as const, 5 as const),
			judged: outcomes,
		})
		.map(({ other, judged, ...each }): Scorable => {
			const own = PILLARS[each.pillar].axis;
			return { ...each, axis: other ? (AXES.find((name) => name !== own) ?? own) : own, ...judged };
		}),
	{ minLength: 4, maxLength: 40, selector: ({ id }) => id },
);

describe("docs/methodology.md", () => {
	it("lists the caps of the gates with what they concern", () => {
		const rows = CAPS.map(({ check, cap, concerns }) => ({ check, cap, concerns: concerns.toSorted() }));
		const gates = CURRENT_METHODOLOGY.gates.map(({ check, cap, concerns: { pillars, axes, engines } }) => {
			return { check, cap, concerns: [...pillars, ...axes, ...engines].toSorted() };
		});
		expect(rows).toEqual(gates);
	});

	it("describes the score completely: its rules give the same numbers as the code", () => {
		const near = (shown: number | undefined, exact: number | undefined) =>
			expect(Math.abs((shown ?? Number.NaN) - Math.max(0, exact ?? Number.NaN))).toBeLessThanOrEqual(0.5 + 1e-9);
		let scored = 0;
		fc.assert(
			fc.property(findings, (all) => {
				const { scores } = scoreFindings(all);
				const expected = byThePage(all);
				expect(scores === undefined).toBe(expected === undefined);
				if (!scores || !expected) return;
				scored++;
				near(scores.overall, expected.overall);
				for (const name of AXES) near(scores.axes[name], expected.axes[name]);
				for (const engine of ENGINES)
					if (scores.engines[engine] !== undefined) near(scores.engines[engine], expected.engines[engine]);
				for (const { key, score } of scores.pillars) near(score, expected.pillars[key]);
			}),
			{ numRuns: 300 },
		);
		expect(scored).toBeGreaterThan(100);
	});
});
