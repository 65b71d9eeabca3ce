import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { EFFECT, type EffectRow } from "#checks/effect.ts";
import { CHECKS } from "#checks/registry.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { WCXB } from "#test/truth/wcxb/read-cases.ts";
import { findSharedData } from "#test/vectors/vectors.ts";
import { DAMAGES, UNMEASURED } from "./damages.ts";
import { effectPage } from "./effect-page.ts";
import { EffectMeter } from "./measure.ts";
import { reviewedPages } from "./pages.ts";
import { PredictionMeter } from "./prediction.ts";
import { answersFound, Questioner } from "./questions.ts";
import { estimate, mean, spearman } from "./statistics.ts";

const PILLARS = ["content", "data", "access", "discovery", "semantics"];
const TEN = `main-text title meta-description open-graph jsonld-parse crawlable-links lang placeholder-text thin-text
	heading-outline`.split(/\s+/);
const wcxb = findSharedData(WCXB);
const PAGES = FULL ? 20 : 10;

it("each check of five pillars is put into pages, or it is said why not", () => {
	const asked = CHECKS.filter(({ pillar }) => PILLARS.includes(pillar)).map(({ id }) => id);
	const told = [...DAMAGES.map(({ check }) => check), ...Object.keys(UNMEASURED)];
	expect(told.toSorted()).toEqual(asked.toSorted());
});

it("docs/effect.md is what was measured last, for every fault", () => {
	const page = readFileSync(new URL("../../docs/effect.md", import.meta.url), "utf8");
	expect(page).toBe(effectPage(EFFECT));
	expect(EFFECT.rows.map(({ check, did }) => [check, did])).toEqual(DAMAGES.map(({ check, did }) => [check, did]));
});

describe.skipIf(wcxb.path === undefined)(`${PAGES} pages and 10 faults${wcxb.note}`, () => {
	let drawn: ReturnType<typeof reviewedPages>;
	let rows: ReadonlyMap<string, EffectRow>;
	const lossOf = (check: string, consumer: keyof EffectRow["losses"]) => rows.get(check)?.losses[consumer]?.value;

	beforeAll(async () => {
		drawn = reviewedPages();
		const { pages, texts } = drawn;
		const byLength = pages.toSorted((a, b) => a.html.length - b.html.length);
		// Few of the shortest have data.
		const withData = byLength.filter(({ html }) => html.includes("application/ld+json"));
		const shortest = [...new Set([...withData.slice(0, 2), ...byLength])].slice(0, PAGES);
		const damages = DAMAGES.filter(({ check }) => TEN.includes(check));
		const meter = new EffectMeter(new Questioner(texts), undefined);
		for (const page of shortest) await meter.add(page, 1, damages);
		rows = new Map(damages.map((damage) => [damage.check, meter.rowOf(damage)]));
	}, 240_000);

	it("every loss is a share, within its interval", () => {
		const losses = [...rows.values()].flatMap((row) => [...Object.values(row.losses), ...row.readers]);
		const wrong = losses.filter(
			(each) => each && !(each.low <= each.value && each.value <= each.high && each.value <= 1),
		);
		expect(rows.size).toBe(10);
		expect(wrong).toEqual([]);
	});

	it("without its main text, or filled with another one, a page answers no question", () => {
		for (const check of ["main-text", "placeholder-text"]) {
			expect(lossOf(check, "text")).toBeGreaterThan(0.5);
			expect(lossOf(check, "answers")).toBeGreaterThan(0.8);
		}
		expect(lossOf("thin-text", "text")).toBeLessThan(lossOf("main-text", "text") ?? 0);
		expect(lossOf("heading-outline", "text")).toBeLessThan(0.2);
	});

	it("what is removed from the head is gone for those who read it there", () => {
		for (const check of ["title", "meta-description", "open-graph"]) {
			expect(lossOf(check, "metadata"), check).toBeGreaterThan(0);
			expect(lossOf(check, "shown"), check).toBeGreaterThan(0);
		}
		expect(lossOf("lang", "metadata")).toBeGreaterThan(0);
		expect(lossOf("jsonld-parse", "data")).toBe(1);
		expect(lossOf("crawlable-links", "links")).toBeGreaterThan(0.2);
	});

	it("a page without its text has a lower score and fewer answers", async () => {
		const { pages, texts } = drawn;
		const page = pages.find(({ id }) => id === "0014");
		if (!page) throw new RangeError("The benchmark has no page 0014.");
		const emptied = { ...page, html: page.html.replace(/<body[\s\S]*/, "<body><h1>Soon</h1>") };
		const meter = new EffectMeter(new Questioner(texts), undefined);
		const prediction = new PredictionMeter();
		const tree = { controls: [], forms: [], structure: [], images: [], focusable: 0 };
		for (const each of [page, emptied]) await prediction.add(each, await meter.read(each), tree, each === emptied);
		const told = new Map(prediction.predictions().map(({ score, ...correlations }) => [score, correlations]));
		expect(told.get("Content extraction")?.withFaults).toMatchObject({ value: 1, pages: 2 });
		expect(told.get("Content extraction")?.asTheyAre).toMatchObject({ pages: 1 });
		expect(told.get("Semantic accessibility and operability")?.withFaults).toMatchObject({ pages: 0 });
	});
});

describe("questions", () => {
	const text = `The old mill of Brennan stands beside the quiet river and still grinds barley every week.
		Visitors from Kestrel Harbour bring their children, their lunch and their bicycles on sunny days.
		Nobody has ever counted the swallows, yet the miller Osgood claims that they number ninety this year.`;
	const questioner = new Questioner([text, ...Array.from({ length: 9 }, () => "the and they their every this has")]);

	it("ask with the rest of a sentence for its rarest terms", () => {
		const questions = questioner.questionsOf(text);
		expect(questions).toHaveLength(3);
		for (const { asks, answer } of questions) for (const term of answer) expect(asks.split(" ")).not.toContain(term);
	});

	it("are answered by a text that holds the sentences, and by no other", () => {
		const questions = questioner.questionsOf(text);
		expect(answersFound(text, questions)).toBe(3);
		expect(answersFound("Terms and conditions apply beside the river.", questions)).toBe(0);
		expect(answersFound("", questions)).toBe(0);
	});
});

describe("statistics", () => {
	it.each([
		[
			[
				[1, 10],
				[2, 20],
				[3, 30],
			],
			1,
		],
		[
			[
				[1, 30],
				[2, 20],
				[3, 10],
			],
			-1,
		],
		[
			[
				[1, 1],
				[1, 2],
				[2, 1],
				[2, 2],
			],
			0,
		],
		[
			[
				[1, 5],
				[2, 5],
			],
			0,
		],
	] as const)("Spearman's correlation of %j is %d", (pairs, expected) => {
		expect(spearman(pairs)).toBeCloseTo(expected);
	});

	it("an interval holds the mean, shrinks with more pages, and is the same each time", () => {
		const values = Array.from({ length: 30 }, (_, index) => (index % 3) / 2);
		const few = estimate(values, mean);
		const many = estimate([...values, ...values, ...values, ...values], mean);
		expect(few).toEqual(estimate(values, mean));
		expect(few.value).toBe(0.5);
		expect(few.low).toBeLessThan(0.5);
		expect(few.high).toBeGreaterThan(0.5);
		expect(many.high - many.low).toBeLessThan(few.high - few.low);
	});
});
