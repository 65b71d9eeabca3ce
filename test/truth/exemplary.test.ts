import { beforeAll, describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { auditExemplarySites, type ExemplaryAudit, falseAlarms, judgeExemplary } from "./exemplary.ts";
import { WAYS } from "./exemplary-audit.ts";
import { EXEMPLARY_SITES } from "./exemplary-sites.ts";

/**
 * Checks that no good site passes: they speak of what is better left out, of what nobody consumes, of links that
 * leave the host, or of ten pages of one template.
 */
const NOTHING_TO_PASS: ReadonlySet<string> = new Set(
	`noai-meta explicit-allow-lines dead-bot-tokens crawl-delay ai-metas meta-keywords meta-author rel-prev-next
	inline-state faqpage-markup howto-markup search-action speakable-markup native-controls meta-refresh webmcp
	ucp-acp-x402 own-host-links site-norm`.split(/\s+/),
);
const PRESETS = ["ecommerce", "publisher", "docs", "local-business", "saas"];

/** The short run audits each site in two of the four ways. */
const waysOf = (at: number) => (FULL ? WAYS : WAYS.filter((_, way) => way % 2 === at % 2));

let audits: readonly ExemplaryAudit[] = [];
beforeAll(async () => {
	audits = await auditExemplarySites(waysOf);
}, 120_000);

describe.each(EXEMPLARY_SITES.map(({ host }, index) => [host, PRESETS[index], waysOf(index)] as const))(
	"%s",
	(host, preset, ways) => {
		it.each(ways)("has no fault by %s, %s, and a score of 100", (kind, mode) => {
			const seen = audits.find((each) => each.site.host === host && each.kind === kind && each.mode === mode);
			const alarms = falseAlarms(seen?.findings ?? []).map(({ id, outcome, says }) => `${id} ${outcome}: ${says}`);
			expect(alarms).toEqual([]);
			expect(seen?.score).toBe(100);
		});

		it(`is classified as ${preset}`, () => {
			const seen = audits.filter((each) => each.site.host === host).map((each) => each.preset);
			expect(seen).toEqual(ways.map(() => preset));
		});
	},
);

if (FULL)
	it("together have something for nearly every check to pass", () => {
		const passed = new Set(
			audits.flatMap(({ findings }) => findings.filter(({ outcome }) => outcome === "pass").map(({ id }) => id)),
		);
		const idle = CHECKS.map(({ id }) => id).filter((id) => !passed.has(id));
		expect(idle.filter((id) => !NOTHING_TO_PASS.has(id))).toEqual([]);
	});

it("are audited within the budget of a light audit", () => {
	const most = Math.max(...audits.filter(({ mode }) => mode === "light").map(({ requests }) => requests));
	expect(most).toBeLessThanOrEqual(24);
});

it("agree with every finding that applies, and one false alarm would show", async () => {
	const { cases, agreed, disagreements } = await judgeExemplary(audits);
	expect(disagreements).toEqual([]);
	expect(agreed).toBe(cases);
	expect(cases).toBeGreaterThan(FULL ? 1_000 : 500);
	const [first] = audits;
	const [finding] = first?.findings ?? [];
	if (!first || !finding) throw new Error("There are no audits.");
	const alarm = { ...finding, outcome: "partial" as const, says: "Nothing is wrong." };
	const result = await judgeExemplary([{ ...first, findings: [alarm] }]);
	expect(result).toMatchObject({ cases: 1, agreed: 0, disagreements: [{ ours: "partial: Nothing is wrong." }] });
});
