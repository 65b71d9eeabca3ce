import { afterEach, describe, expect, it, vi } from "vitest";
import { REFUSAL } from "#core/brand.ts";
import { HOSTILE_TEXTS, listedHostileTexts } from "#site/badge/hostile-text.testkit.ts";
import { faultResult, toolFault, toolResult } from "./call-result.ts";
import { ToolFault } from "./tool-fault.ts";

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
/** What nobody sees, or turns or steers the words around it; line ends are none of it. */
const UNSEEN = /(?!\uFE0F)[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]|(?!\n)\p{Cc}/u;

function finding(id: string, says: string, lift: number) {
	const weight = { weight: 1, scored: true, lift };
	return { id, title: says, outcome: "fail", says, fix: says, ...weight, evidence: [{ url: says, excerpt: says }] };
}

describe("an answer", () => {
	it("in our own words has text and data in MCP's form", () => {
		expect(toolResult({ text: "Done.", data: { ok: true } })).toEqual({
			content: [{ type: "text", text: `Done.\n${REFUSAL}` }],
			structuredContent: { ok: true },
		});
	});

	it("with words of sites marks them, hides nothing in them, and has 16 KiB at most", () => {
		const texts = [...HOSTILE_TEXTS, ...listedHostileTexts()].map((text) => text.toWellFormed());
		const findings = texts.map((text, at) => finding(`check-${at}`, text, at));
		const data = { ok: true, domain: "evil.example", overallScore: 12, findings };
		const result = toolResult({ text: texts.join("\n"), data, about: ["evil.example"] });
		expect(sizeOf(result)).toBeLessThanOrEqual(16 * 1024);
		const [{ text } = { text: "" }] = result.content;
		expect(text).not.toMatch(UNSEEN);
		for (const said of stringsIn(result.structuredContent)) expect(said).not.toMatch(UNSEEN);
		const [lead = "", mark = "", ...rest] = text.split("\n");
		expect(lead).toContain(`Between the two lines with ${mark}`);
		expect(rest.slice(-2)).toEqual([mark, REFUSAL]);
		expect(rest.slice(0, -2).join("\n")).not.toContain(mark);
		// The most valuable are left, and what is said is whole.
		expect(result.structuredContent).toMatchObject({ ok: true, domain: "evil.example", overallScore: 12 });
		const { findings: left } = result.structuredContent as { findings: { id: string }[] };
		expect(left[0]?.id).toBe(`check-${findings.length - 1}`);
		expect(left.length).toBeGreaterThan(2);
	});

	it.each([
		["variation selectors, which can stand for bytes", "a\u{E0100}b\u{E01EF}c\uFE00d\uFE0Fe"],
		["fillers and blanks", "a\u115Fb\u1160c\u3164d\uFFA0e\u2800f\u034Fg"],
		["tags, joiners and what is never shown", "a\u{E0041}b\u200Dc\u2062d\u00ADe\u17B4f\u180Bg"],
	])("makes %s visible", (_, hidden) => {
		const answer = JSON.stringify(toolResult({ text: hidden, data: { fix: hidden }, about: ["evil.example"] }));
		expect(answer).not.toMatch(UNSEEN);
		expect(answer).toContain("a\ufffdb\ufffdc");
	});

	it("keeps what makes a sign a picture", () => {
		expect(toolResult({ text: "I \u2764\uFE0F it", data: {} }).content[0]?.text).toContain("I \u2764\uFE0F it");
	});

	it("of our own is bounded, too: it may repeat what an agent gave", () => {
		const long = `a\u202eb\u200b${"x".repeat(50_000)}`;
		const result = toolResult({ text: long, data: { command: long, lines: Array(9_000).fill("line") } });
		expect(sizeOf(result)).toBeLessThanOrEqual(16 * 1024);
		expect(JSON.stringify(result)).not.toMatch(UNSEEN);
	});
});

describe("what did not work", () => {
	afterEach(() => vi.unstubAllGlobals());

	it("is a sentence, with the seconds to wait", () => {
		const fault = new ToolFault("rate-limited", "Too many. Wait 7 seconds before calling again.", { waitSeconds: 7 });
		const { content, ...result } = faultResult(fault);
		expect(content[0]?.text).toBe(`Too many. Wait 7 seconds before calling again.\n${REFUSAL}`);
		expect(result).toEqual({
			structuredContent: { ok: false, error: fault.message, code: "rate-limited", refusal: REFUSAL, waitSeconds: 7 },
			isError: true,
		});
	});

	it("quotes what the API says of an audited site", () => {
		const body = { ok: false, domain: "evil.example", methodology: "2.0.0", error: "x", code: "robots-refused" };
		const { content, structuredContent } = faultResult(new ToolFault("robots-refused", "x", { body }));
		expect(content[0]?.text).toContain("an audit of evil.example found");
		expect(structuredContent).toMatchObject({ ok: false, domain: "evil.example", methodology: "2.0.0" });
	});

	it("is reported to the console where it is a fault of ours, and not to the agent", () => {
		const reported: unknown[] = [];
		vi.stubGlobal("reportError", (error: unknown) => reported.push(error));
		const error = new TypeError("secret inner words");
		const result = faultResult(toolFault(error));
		expect(reported).toEqual([error]);
		expect(result.structuredContent).toMatchObject({ ok: false, code: "broken" });
		expect(JSON.stringify(result)).not.toContain("secret");
	});
});

function stringsIn(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
