import { describe, expect, it } from "vitest";
import { type Check, definePageCheck, defineSiteCheck } from "#checks/define-check.ts";
import { CHECKS } from "#checks/registry.ts";
import { findingSchema } from "#core/report.ts";
import { parseTarget } from "#core/target.ts";
import type { Outcome, Verdict } from "#core/verdict.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import { type Case, chargeRootCauses, chargeTo, evaluate, toFinding } from "./evaluate.ts";

const words = {
	pillar: "content",
	engines: ["search"],
	grade: "standard",
	mode: "light",
	atStake: "quality",
	weightReason: "A reason.",
	title: "The thing is right",
	fault: "The thing is wrong",
	consequence: "It costs something.",
	hours: 1,
	doneBy: "editor",
	consumer: "A reader",
	why: "Because.",
	howToFix: "Do it.",
	reference: "https://www.rfc-editor.org/rfc/rfc9110",
	reviewed: "2026-11-21",
} as const;
const absent = { state: "absent", url: "https://www.example.com/x", status: 404 } as const;
const failed = {
	state: "failed",
	url: "https://www.example.com/x",
	code: "deadline-exceeded",
	reason: "It took too long.",
} as const;

function given(evidence: Partial<Record<keyof Evidence, unknown>>, change: Partial<Case> = {}): Case {
	return {
		evidence: { pages: absent, ...evidence } as unknown as Evidence,
		source: "network",
		mode: "light",
		preset: "general",
		context: { target: parseTarget("www.example.com"), preset: "general", auditedAt: "2026-11-21T02:00:00.000Z" },
		...change,
	};
}
const site = (id: string, verdict: Verdict, change: Partial<Check> = {}): Check =>
	({ ...defineSiteCheck({ ...words, id, needs: ["robots"], evaluate: () => verdict }), ...change }) as Check;
const fail: Verdict = { outcome: "fail", says: "It is wrong.", fix: "Mend it." };
const one = (check: Check, wanted: Case) => evaluate([check], wanted)[0]?.finding;

describe("evaluate", () => {
	it("turns failed evidence into unknown with the reason, without running the check", () => {
		const finding = one(site("a", fail), given({ robots: failed }));
		expect(finding).toMatchObject({ outcome: "unknown", says: "We could not check this: It took too long." });
		expect(finding).not.toHaveProperty("fix");
	});

	it("keeps the check's words, exhibits and fix", () => {
		const exhibits = [{ url: "https://www.example.com/", at: "line 1", excerpt: "<h2>" }];
		const finding = one(site("a", { ...fail, exhibits }), given({ robots: absent }));
		expect(finding).toMatchObject({
			outcome: "fail",
			fix: "Mend it.",
			axis: "structure",
			scored: true,
			evidence: exhibits,
		});
	});

	it("never scores a convention", () => {
		expect(one(site("a", fail, { grade: "convention" }), given({ robots: absent }))?.scored).toBe(false);
	});

	it.each<[string, Partial<Check>, Partial<Case>, RegExp]>([
		["of another mode", { mode: "deep" }, {}, /deep audit/],
		["of another kind of site", { presets: ["ecommerce"] }, {}, /kind of site/],
		["that a folder cannot show", { needs: ["https"] }, { source: "folder" }, /folder cannot show/],
	])("calls a check %s not applicable", (_name, check, change, says) => {
		const finding = one(site("a", fail, check), given({ robots: absent, https: failed }, change));
		expect(finding).toMatchObject({ outcome: "not-applicable", says: expect.stringMatching(says) });
	});

	it("runs page checks on the home page, unless it is an error or failed", () => {
		const page = definePageCheck({
			...words,
			id: "p",
			needs: [],
			evaluate: (seen) => ({ outcome: "pass", says: seen.url }),
		});
		const found = { state: "found", url: "u", status: 200, value: { url: "https://www.example.com/" } };
		expect(one(page, given({ home: found }))).toMatchObject({ outcome: "pass", says: "https://www.example.com/" });
		expect(one(page, given({ home: absent }))).toMatchObject({ outcome: "not-applicable" });
		expect(one(page, given({ home: failed }))).toMatchObject({ outcome: "unknown" });
	});

	it("charges a penalty to its root cause and keeps what the check itself said", () => {
		const checks = [
			site("root", fail),
			site("leaf", { ...fail, outcome: "partial", ratio: 0.25 }, { yieldsTo: ["root"] }),
		];
		const [root, leaf] = evaluate(checks, given({ robots: absent })).map(({ finding }) => finding);
		expect(root).toMatchObject({ outcome: "fail" });
		expect(leaf).toMatchObject({
			outcome: "not-applicable",
			chargedTo: "root",
			own: { outcome: "partial", ratio: 0.25 },
			says: 'Follows from "The thing is wrong": It is wrong.',
		});
		expect(leaf).not.toHaveProperty("ratio");
	});
});

const answer = (id: string, outcome: Outcome, ...yieldsTo: string[]) => ({ id, outcome, yieldsTo });

describe("chargeRootCauses", () => {
	it.each<[string, Outcome, Outcome, boolean]>([
		["a fail to a failed root", "fail", "fail", true],
		["a partial to a failed root", "partial", "fail", true],
		["never a pass", "pass", "fail", false],
		["never what does not apply", "not-applicable", "fail", false],
		["never what is unknown", "unknown", "fail", false],
		["nothing to a root that lost only a part", "fail", "partial", false],
		["nothing to a root that passes", "fail", "pass", false],
		["nothing to a root that is unknown", "fail", "unknown", false],
	])("charges %s", (_name, own, root, expected) => {
		const charged = chargeRootCauses([answer("leaf", own, "root"), answer("root", root)]);
		expect(charged.has("leaf")).toBe(expected);
	});

	it("charges a chain to its first link, whatever the order", () => {
		const chain = [answer("c", "fail", "b", "a"), answer("b", "fail", "a"), answer("a", "fail")];
		const expected = new Map([
			["b", "a"],
			["c", "a"],
		]);
		expect(chargeRootCauses(chain)).toEqual(expected);
		expect(chargeRootCauses(chain.toReversed())).toEqual(expected);
	});

	it("does not charge a link whose root cause is charged to one that it does not name", () => {
		const chain = [answer("c", "fail", "b"), answer("b", "fail", "a"), answer("a", "fail")];
		expect(chargeRootCauses(chain)).toEqual(new Map([["b", "a"]]));
	});

	it("ignores root causes that are not among the answers", () => {
		expect(chargeRootCauses([answer("leaf", "fail", "elsewhere")]).size).toBe(0);
	});
});

it("does not charge a fault with a cause of its own", () => {
	const root = { id: "root", outcome: "fail", yieldsTo: [] } as const;
	const fault = { id: "fault", outcome: "partial", yieldsTo: ["root"] } as const;
	expect(chargeRootCauses([root, fault])).toEqual(new Map([["fault", "root"]]));
	expect(chargeRootCauses([root, { ...fault, ownCause: true }])).toEqual(new Map());
	expect(chargeRootCauses([root, { ...fault, ownCause: ["root"] }])).toEqual(new Map());
	expect(chargeRootCauses([root, { ...fault, ownCause: ["other"] }])).toEqual(new Map([["fault", "root"]]));
});

describe("the root causes that checks name", () => {
	it("charges a blocked site once, and an empty shell once", () => {
		const fail = (ids: readonly string[]) =>
			chargeRootCauses(
				CHECKS.map(({ id, yieldsTo = [] }) => ({ id, yieldsTo, outcome: ids.includes(id) ? "fail" : "pass" })),
			);
		expect(fail(["search-bots", "answer-indexers"])).toEqual(new Map([["answer-indexers", "search-bots"]]));
		const shell = ["text-without-js", "main-landmark-holds-text", "heading-outline", "organization"];
		expect([...fail(shell).values()]).toEqual(["text-without-js", "text-without-js", "text-without-js"]);
	});
});

const CHECK = defineSiteCheck({
	...words,
	id: "a",
	needs: ["robots"],
	evaluate: () => ({ outcome: "pass", says: "" }),
}) as Check;
const LONG = "x".repeat(14_000);
const EXHIBIT = { url: `https://www.example.com/${LONG}`, at: LONG, excerpt: LONG };
const wordy = (text: string) =>
	toFinding(CHECK, { outcome: "fail", says: text, fix: text, exhibits: Array(40).fill(EXHIBIT) });

describe("toFinding", () => {
	it("limits the length of findings", () => {
		const finding = wordy(LONG);
		const [exhibit] = finding.evidence;
		expect([finding.says.length, finding.fix?.length, finding.evidence.length]).toEqual([600, 800, 5]);
		expect([exhibit?.url.length, exhibit?.at?.length, exhibit?.excerpt.length]).toEqual([300, 200, 160]);
		for (const text of [finding.says, finding.fix, exhibit?.url, exhibit?.at, exhibit?.excerpt])
			expect(text).toMatch(/x…$/);
		expect(findingSchema.parse({ ...finding, lift: 0 })).toEqual({ ...finding, lift: 0 });
		expect(JSON.stringify(finding).length).toBeLessThan(6_000);
	});

	it("keeps short texts unchanged, and splits no character", () => {
		const exactly = "x".repeat(600);
		expect(wordy(exactly).says).toBe(exactly);
		expect(wordy(`${"x".repeat(598)}😀y`).says).toBe(`${"x".repeat(598)}…`);
		expect(wordy(`${"x".repeat(597)}😀yz`).says).toBe(`${"x".repeat(597)}😀…`);
	});

	it("limits it for charged findings too", () => {
		expect(chargeTo("b", "Another thing is right", wordy(LONG)).says).toHaveLength(600);
	});
});

it.each(["says", "fix"])("a receipt with a longer %s is not read", (part) => {
	const finding = { ...wordy("It is wrong."), lift: 0 };
	expect(findingSchema.safeParse(finding).success).toBe(true);
	expect(findingSchema.safeParse({ ...finding, [part]: "x".repeat(801) }).success).toBe(false);
});
