import { describe, expect, it } from "vitest";
import type { StoredReceipt } from "#core/receipt.ts";
import { night, receiptOf } from "#site/history/nights.testkit.ts";
import { findRegressions } from "#site/history/regressions.ts";
import { type Issue, type IssueStep, planIssues } from "./plan-issues.ts";
import type { WatchedSeries } from "./watched-series.ts";

type Sites = Readonly<Record<string, readonly (readonly string[])[]>>;

/** Sites and their failures of each night. */
async function watch(sites: Sites, change: Partial<WatchedSeries> = {}): Promise<WatchedSeries> {
	const series = new Map<string, StoredReceipt[]>();
	for (const [domain, nights] of Object.entries(sites))
		series.set(domain, await Promise.all(nights.map((failing, at) => receiptOf(domain, night(at), failing))));
	const regressions = [];
	for (const [domain, receipts] of series)
		for (const each of await findRegressions(receipts, async () => undefined))
			regressions.push({ ...each, domain, source: "network", mode: "light", agency: "" } as const);
	return {
		regressions,
		count: series.size,
		withdrawn: [],
		status: (domain) => (series.has(domain) ? "watched" : "gone"),
		newest: async ({ domain }) => series.get(domain)?.at(-1),
		...change,
	};
}

const NOW = new Date(night(5));
const plan = (issues: readonly Issue[], watched: WatchedSeries, now = NOW) =>
	planIssues(issues, watched, undefined, now);
const kinds = (steps: readonly IssueStep[]) => steps.map(({ kind }) => kind);

/** Issues on GitHub after the steps. */
function carriedOut(issues: readonly Issue[], steps: readonly IssueStep[], closedAt = night(5)): Issue[] {
	const result = new Map(issues.map((issue) => [issue.number, issue]));
	for (const step of steps) {
		const number = step.kind === "open" ? result.size + 1 : step.number;
		const known = result.get(number) ?? { number, title: "", body: "", isOpen: true };
		const isOpen = step.kind === "edit" ? known.isOpen : step.kind === "open" || step.kind === "reopen";
		const text = step.kind === "close" ? { body: step.body ?? known.body } : step.text;
		result.set(number, { ...known, ...text, isOpen, ...(isOpen ? {} : { closedAt }) });
	}
	return [...result.values()];
}

describe("planIssues", () => {
	it("opens one issue per cause, and then has nothing to do", async () => {
		const watched = await watch({ a: [[], ["title", "canonical"]], b: [[], ["title"]], c: [["title"], ["title"]] });
		const steps = await plan([], watched);
		expect(kinds(steps)).toEqual(["open", "open", "open"]);
		expect(await plan(carriedOut([], steps), watched)).toEqual([]);
	});

	it("updates an issue if its findings change, and closes it when they are gone", async () => {
		const worse = await watch({ a: [[], ["title"]] });
		const issues = carriedOut([], await plan([], worse));
		const [regression] = worse.regressions;
		if (!regression) throw new Error("There is no regression.");
		const edited = await plan(issues, { ...worse, regressions: [{ ...regression, says: "Now it is empty." }] });
		expect(kinds(edited)).toEqual(["edit"]);
		expect(kinds(await plan(issues, await watch({ a: [[], ["title"], []] })))).toEqual(["close"]);
	});

	it("keeps an issue open without recent receipts, until a receipt shows that it is over", async () => {
		const issues = carriedOut([], await plan([], await watch({ a: [[], ["title"]] })));
		const old = await watch({ a: [[], ["title"]] }, { regressions: [] });
		expect(await plan(issues, old)).toEqual([]);
	});

	it("reopens an issue if the fault is back within 30 days, and opens a new one later", async () => {
		const issues = carriedOut([], await plan([], await watch({ a: [[], ["title"]] })));
		const closed = carriedOut(issues, await plan(issues, await watch({ a: [[], ["title"], []] })));
		const back = await watch({ a: [[], ["title"], [], ["title"]] });
		expect(kinds(await plan(closed, back))).toEqual(["reopen"]);
		expect(kinds(await plan(closed, back, new Date(night(36))))).toEqual(["open"]);
	});

	it("leaves an issue closed by a person closed while the fault stays", async () => {
		const watched = await watch({ a: [[], ["title"]] });
		const closed = carriedOut([], await plan([], watched)).map((issue) => ({
			...issue,
			isOpen: false,
			closedAt: night(2),
		}));
		expect(await plan(closed, watched)).toEqual([]);
	});

	it("reopens an issue closed as unwatched if the site is watched again with the same fault", async () => {
		const worse = await watch({ a: [[], ["title"]] });
		const issues = carriedOut([], await plan([], worse));
		const gone = await watch({});
		const closed = carriedOut(issues, await plan(issues, gone));
		expect(closed).toMatchObject([{ isOpen: false }]);
		expect(await plan(closed, gone)).toEqual([]);
		// Also long after the audit that found it: nothing was found anew.
		for (const watched of [worse, { ...worse, regressions: [] }]) {
			const steps = await plan(closed, watched);
			expect(steps).toMatchObject([{ kind: "reopen", number: 1, comment: expect.stringContaining("watched again") }]);
			const open = carriedOut(closed, steps);
			expect(open).toMatchObject([{ isOpen: true, title: issues[0]?.title, body: issues[0]?.body }]);
			expect(await plan(open, watched)).toEqual([]);
			const byHand = open.map((issue) => ({ ...issue, isOpen: false, closedAt: night(5) }));
			expect(await plan(byHand, watched)).toEqual([]);
		}
		const twice = [...closed, ...issues.map((issue) => ({ ...issue, number: 2, isOpen: false, closedAt: night(3) }))];
		expect(await plan(twice, worse)).toMatchObject([{ kind: "reopen", number: 1 }]);
		expect(await plan(closed, await watch({ a: [[], ["title"], []] }))).toEqual([]);
		const anew = await plan(closed, await watch({ a: [[], ["title"], [], ["title"]] }));
		expect(anew).toMatchObject([{ kind: "reopen", comment: expect.stringContaining("The fault is back") }]);
	});

	it("closes the later of 2 duplicate issues", async () => {
		const watched = await watch({ a: [[], ["title"]] });
		const [issue] = carriedOut([], await plan([], watched));
		if (!issue) throw new Error("There is no issue.");
		const steps = await plan([issue, { ...issue, number: 2 }], watched);
		expect(steps).toMatchObject([{ kind: "close", number: 2, comment: expect.stringContaining("#1") }]);
	});

	it("combines many sites that fail the same check at once into one issue, and opens no single ones later", async () => {
		const sites = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`s${at}`, [[], ["title"]]]));
		const watched = await watch({ ...sites, other: [[], ["canonical"]] });
		const steps = await plan([], watched);
		expect(steps.map((step) => step.kind === "open" && step.text.title)).toEqual([
			"6 faults at once: title",
			"other: No canonical",
		]);
		const issues = carriedOut([], steps);
		expect(await plan(issues, watched)).toEqual([]);
		const fewer = { ...watched, regressions: watched.regressions.slice(4) };
		expect(await plan(issues, fewer)).toEqual([]);
		expect(kinds(await plan(issues, { ...watched, regressions: [], newest: async () => undefined }))).toEqual([
			"close",
		]);
		expect(
			await plan(
				issues.map((issue) => ({ ...issue, isOpen: false, closedAt: night(1) })),
				watched,
			),
		).toEqual([]);
	});

	it("combines more than 20 new issues into one", async () => {
		const checks = [["title"], ["canonical"], ["meta-description"]];
		const sites = Object.fromEntries(
			Array.from({ length: 120 }, (_, at) => [`s${at}`, at < 24 ? [[], checks[at % 3] ?? []] : [[]]]),
		);
		const watched = await watch(sites);
		const steps = await plan([], watched);
		expect(steps.map((step) => step.kind === "open" && step.text.title)).toEqual(["24 faults at once: many checks"]);
		expect(await plan(carriedOut([], steps), watched)).toEqual([]);
	});

	it("erases issues about a removed site, and closes those about an unwatched one", async () => {
		const watched = await watch({ a: [[], ["title"]] });
		const issues = carriedOut([], await plan([], watched));
		const down = { ...watched, regressions: [], withdrawn: ["a"], status: () => "withdrawn" as const };
		const steps = await plan(issues, down);
		expect(kinds(steps)).toEqual(["withdraw"]);
		expect(await plan(carriedOut(issues, steps), down)).toEqual([]);
		expect(kinds(await plan(issues, await watch({})))).toEqual(["close"]);
		const sites = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`s${at}`, [[], ["title"]]]));
		const many = await watch(sites);
		const all = carriedOut([], await plan([], many));
		const [step] = await plan(all, { ...many, withdrawn: ["s3"] });
		expect(step).toMatchObject({ kind: "edit", number: 1 });
		expect(JSON.stringify(step)).not.toContain("`s3`");
	});

	it("ignores issues with our label but without our mark", async () => {
		const foreign = {
			number: 1,
			title: "Hello",
			body: "Text <!-- sightline:cause=00000000000000000000 {} -->",
			isOpen: true,
		};
		expect(await plan([foreign], await watch({}))).toEqual([]);
	});
});
