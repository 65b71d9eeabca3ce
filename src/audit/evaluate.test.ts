import { describe, expect, it } from "vitest";
import { type Check, definePageCheck, defineSiteCheck } from "#checks/define-check.ts";
import { parseTarget } from "#core/target.ts";
import type { Verdict } from "#core/verdict.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import { type Case, evaluate } from "./evaluate.ts";

const words = {
	pillar: "content",
	engines: ["search"],
	grade: "standard",
	mode: "light",
	weight: 2,
	weightReason: "A reason.",
	title: "The thing is right",
	fault: "The thing is wrong",
	consequence: "It costs something.",
	effort: "small",
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
		evidence: evidence as unknown as Evidence,
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
const one = (check: Check, wanted: Case) => evaluate([check], wanted)[0];

describe("evaluate", () => {
	it("turns evidence that could not be had into unknown, with the reason, without asking the check", () => {
		const finding = one(site("a", fail), given({ robots: failed }));
		expect(finding).toMatchObject({ outcome: "unknown", says: "We could not look: It took too long." });
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

	it("asks page checks about the page, and none when the home page is an error or could not be had", () => {
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

	it("moves a penalty to its root cause and keeps what the check itself said", () => {
		const checks = [
			site("root", fail),
			site("leaf", { ...fail, outcome: "partial", ratio: 0.25 }, { yieldsTo: ["root"] }),
		];
		const [root, leaf] = evaluate(checks, given({ robots: absent }));
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
