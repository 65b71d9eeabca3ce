import { describe, expect, it } from "vitest";
import { comparisonView } from "#site/compare/comparison-view.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { failedReceipt, makeReceipt, readyReceipt } from "#site/publication/receipt.testkit.ts";
import { makeLiveAudit } from "../api/live-app.testkit.ts";
import type { ShownBrief } from "../api/live-app.ts";
import { comparedSides } from "./compared-sides.ts";

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
const compare = (a: string, b: string) => comparedSides(a, b, { brief: async (slug) => briefs[slug] }, links);

describe("two sites side by side", () => {
	it("are compared by the audits that are kept, what sets them apart first", async () => {
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

	it("are not where one of them failed, or is not known; the other one is named with its score", async () => {
		const failed = await compare(ONE, CLOSED);
		expect(failed.comparison).toBeUndefined();
		expect(failed.notes[0]).toContain(`${CLOSED} could not be audited.`);
		expect(failed.notes[1]).toMatch(/^one\.example\.com, the other side, has \d+ of 100/);
		expect((await compare("nobody.example.com", ONE)).notes).toEqual([
			expect.stringContaining("nobody.example.com has no"),
		]);
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
