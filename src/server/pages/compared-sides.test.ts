import { describe, expect, it } from "vitest";
import { comparisonView } from "#site/compare/comparison-view.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { failedReceipt, makeReceipt, readyReceipt } from "#site/publication/receipt.testkit.ts";
import { makeLiveAudit } from "../api/live-app.testkit.ts";
import type { ShownBrief } from "../api/live-app.ts";
import { comparedSides } from "./live-page.ts";

const links = createSiteLinks("https://audit.example.com/base");
const [ONE, OTHER, CLOSED] = ["one.example.com", "other.example.com", "closed.example.com"];

async function shown(draft: Parameters<typeof makeLiveAudit>[0], domain: string): Promise<ShownBrief> {
	const audit = await makeLiveAudit({ ...draft, domain });
	return { ...audit, slug: domain, agencyName: "", history: [audit.stored], listed: false } as ShownBrief;
}

const briefs: Record<string, ShownBrief> = {
	[ONE]: await shown(readyReceipt(), ONE),
	[OTHER]: await shown(makeReceipt(), OTHER),
	[CLOSED]: await shown(failedReceipt(), CLOSED),
};
const PUBLISHED = "published.example.com";
const published = await shown(readyReceipt(), PUBLISHED);
const deep = await shown({ ...readyReceipt(), mode: "deep" }, ONE);
const receipts = Object.values({ ...briefs, deep }).map((each) => ({ ...each, text: "" }));

const kept = {
	pages: {
		brief: async (slug: string) => briefs[slug],
		receipt: async (id: string) => receipts.find(({ stored }) => stored.id === id),
	},
	app: { publishedAudit: async (host: string) => (host === PUBLISHED ? published : undefined) },
};
const compare = (a: string, b: string, receipt?: string) =>
	comparedSides({ typed: a, ...(receipt && { receipt }) }, { typed: b }, kept, links);

describe("a comparison of 2 sites", () => {
	it("uses stored audits, largest difference first", async () => {
		const { comparison, says, notes } = await compare(`https://${ONE}/about`, OTHER);
		const { a, b } = comparison ?? {};
		expect(notes).toEqual([]);
		expect([a?.domain, b?.domain]).toEqual([ONE, OTHER]);
		const points = (a?.overallScore ?? 0) - (b?.overallScore ?? 0);
		expect(says).toContain(`${Math.abs(points)} points ahead`);
		const view = comparison && comparisonView(comparison);
		const lifts = view?.aheadA.map((check) => check.b.lift) ?? [];
		expect(lifts).toEqual(lifts.toSorted((x, y) => y - x));
		expect(view?.scores[0]).toMatchObject({ label: "Overall", difference: points });
		const mirrored = await compare(OTHER, ONE);
		const other = mirrored.comparison && comparisonView(mirrored.comparison);
		expect(other?.aheadB.map(({ id }) => id)).toEqual(view?.aheadA.map(({ id }) => id));
		expect(other?.alike).toBe(view?.alike);
	});

	it("is missing if one failed or is unknown; the other is shown with its score", async () => {
		const failed = await compare(ONE, CLOSED);
		expect(failed.comparison).toBeUndefined();
		expect(failed.notes[0]).toContain(`${CLOSED} could not be audited.`);
		expect(failed.notes[1]).toMatch(/^The other site, one\.example\.com, has \d+ of 100/);
		expect((await compare("nobody.example.com", ONE)).notes).toEqual([
			expect.stringContaining("No recent audit of nobody.example.com"),
		]);
	});

	it("uses published audits, and names an unknown site once", async () => {
		expect((await compare(PUBLISHED, OTHER)).comparison?.a.domain).toBe(PUBLISHED);
		const { notes } = await compare("nobody.example.com", "no-one.example.com");
		expect(notes).toEqual([expect.stringContaining("No recent audit of nobody.example.com or no-one.example.com")]);
	});

	it("uses the named receipts of one mode only", async () => {
		const { comparison, notes } = await compare(ONE, OTHER, deep.stored.id);
		expect([comparison, notes]).toEqual([undefined, [expect.stringContaining("One audit is deep, the other light")]]);
		for (const stranger of [receipts[1]?.stored.id, "f".repeat(64), "../x"])
			expect((await compare(ONE, OTHER, stranger)).comparison?.a.receipt.id).toBe(briefs[ONE]?.stored.id);
	});

	it.each([
		["", ""],
		[ONE, ""],
		[ONE, ONE],
		[ONE, "<script>"],
		["mailto:a@b.example", OTHER],
	])("say nothing of %j and %j", async (a, b) => {
		expect(await compare(a, b)).toMatchObject({ notes: [] });
	});
});
