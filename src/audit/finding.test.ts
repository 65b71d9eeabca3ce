import { describe, expect, it } from "vitest";
import { type Check, defineSiteCheck } from "#checks/define-check.ts";
import { findingSchema } from "#core/report.ts";
import { chargeTo, toFinding } from "./finding.ts";

const CHECK = defineSiteCheck({
	id: "a",
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
	needs: ["robots"],
	evaluate: () => ({ outcome: "pass", says: "" }),
}) as Check;
const LONG = "x".repeat(14_000);
const EXHIBIT = { url: `https://www.example.com/${LONG}`, at: LONG, excerpt: LONG };
const wordy = (text: string) =>
	toFinding(CHECK, { outcome: "fail", says: text, fix: text, exhibits: Array(40).fill(EXHIBIT) });

describe("toFinding", () => {
	it("lets no site make a finding as long as it likes", () => {
		const finding = wordy(LONG);
		const [exhibit] = finding.evidence;
		expect([finding.says.length, finding.fix?.length, finding.evidence.length]).toEqual([600, 800, 5]);
		expect([exhibit?.url.length, exhibit?.at?.length, exhibit?.excerpt.length]).toEqual([300, 200, 160]);
		for (const text of [finding.says, finding.fix, exhibit?.url, exhibit?.at, exhibit?.excerpt])
			expect(text).toMatch(/x…$/);
		expect(findingSchema.parse({ ...finding, lift: 0 })).toEqual({ ...finding, lift: 0 });
		expect(JSON.stringify(finding).length).toBeLessThan(6_000);
	});

	it("leaves what is short enough to the letter, and cuts no character in two", () => {
		const exactly = "x".repeat(600);
		expect(wordy(exactly).says).toBe(exactly);
		expect(wordy(`${"x".repeat(598)}😀y`).says).toBe(`${"x".repeat(598)}…`);
		expect(wordy(`${"x".repeat(597)}😀yz`).says).toBe(`${"x".repeat(597)}😀…`);
	});

	it("keeps to it where the penalty moves", () => {
		expect(chargeTo("b", "Another thing is right", wordy(LONG)).says).toHaveLength(600);
	});
});

it.each(["says", "fix"])("a receipt with a longer %s is not read", (part) => {
	const finding = { ...wordy("It is wrong."), lift: 0 };
	expect(findingSchema.safeParse(finding).success).toBe(true);
	expect(findingSchema.safeParse({ ...finding, [part]: "x".repeat(801) }).success).toBe(false);
});
