import { expect, it } from "vitest";
import { buildRubric } from "#checks/current-rubric.testkit.ts";
import { COMMANDS } from "#cli/commands.ts";
import { differenceReport } from "#cli/diff.ts";
import { toPretty } from "#cli/formats/pretty.ts";
import { commandHelp, overview } from "#cli/help.ts";
import { createInk } from "#cli/terminal.ts";
import { ENDPOINTS } from "#server/api/endpoints.ts";
import { buildOpenApi } from "#server/openapi/build-openapi.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import { buildBrief, shownBrief } from "#site/brief/brief.ts";
import { briefContent } from "#site/brief/brief-content.ts";
import { plotDescription, shareSentences, verdictSentence } from "#site/brief/brief-words.ts";
import { findingNotes } from "#site/brief/findings.ts";
import { ENGLISH } from "#site/brief/languages.ts";
import { differenceText, sinceWords } from "#site/history/difference-texts.ts";
import { differReceipts } from "#site/history/receipt-difference.ts";
import { storedSamples } from "#site/publication/receipt.testkit.ts";
import { pageText, privateWords } from "./private-words.ts";
import { faultyExamples, plainAudit } from "./shown-audits.ts";

const BASE = "https://audit.example.com";
const INK = createInk({ write: () => true });
const plain = await plainAudit();
const shown = (await faultyExamples()).map(({ stored }) => stored);
const samples = storedSamples();

/** Every text of a value, without names of members and without evidence, which is the site's own. */
function textsOf(value: unknown): string[] {
	if (typeof value === "string") return [value];
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value)
		.filter(([name]) => name !== "evidence" && name !== "excerpt")
		.flatMap(([, each]) => textsOf(each));
}

/** A text is reported once, however often it stands somewhere. */
const found = (texts: readonly string[]) => [...new Set(texts.flatMap(privateWords))];

it("knows the words, wherever they stand, and no others", () => {
	expect(privateWords("Two gates are closed.")).toHaveLength(1);
	expect(privateWords("Mended since; charged to the root cause.")).toHaveLength(2);
	expect(privateWords("auth-gate: customers are charged monthly, amendments are free. northgate")).toEqual([]);
	expect(pageText('<p class="gate">A <b>cap</b></p><script>gate()</script>').trim()).toMatch(/^A\s+cap$/);
});

it("briefs and share pages use words that readers know", () => {
	const texts = [...shown, ...samples].flatMap((stored) => {
		const brief = shownBrief(buildBrief(stored, { baseUrl: BASE }));
		const { findings, gates, notApplicable, recommendations } = brief;
		const share = shareSentences(brief);
		const sentences = [
			verdictSentence(brief),
			share.verdict,
			share.first,
			share.good,
			...findings.flatMap((finding) => findingNotes(finding, ENGLISH)),
		];
		return [
			...sentences,
			...(brief.ok ? [plotDescription(brief)] : []),
			...headed({ findings, gates, notApplicable, recommendations }),
		];
	});
	expect(found(texts)).toEqual([]);
});

it("a brief says of a fault neither its heading nor its fix a second time", () => {
	const told = (text: string) => text.toLowerCase().replaceAll(/https?:\/\/\S+|[^\p{L} ]/gu, "");
	const twice = [...shown, ...samples].flatMap((stored) => {
		const { faults } = briefContent(buildBrief(stored, { baseUrl: BASE }), "unsaved");
		return faults.filter(({ title, says, fix }) => [title, fix].some((each) => told(says).includes(told(each))));
	});
	expect(twice).toEqual([]);
});

/** What is printed of a brief's parts: neither ids nor keys. */
function headed(parts: Readonly<Record<string, readonly object[]>>): string[] {
	return Object.values(parts).flatMap((list) =>
		list.flatMap((each) =>
			["title", "says", "fix", "label", "consequence", "work", "gain"].flatMap((name) =>
				textsOf((each as Readonly<Record<string, unknown>>)[name]),
			),
		),
	);
}

it("differences use words that readers know", () => {
	const texts = shown.flatMap(({ receipt }) => {
		const difference = differReceipts({ ...plain.receipt, domain: receipt.domain }, receipt);
		return [...textsOf(differenceText(difference)), sinceWords(difference)];
	});
	expect(found(texts)).toEqual([]);
});

it("the command line uses words that readers know", () => {
	const help = [overview(), ...Object.values(COMMANDS).map((command) => commandHelp(command))];
	const reports = [...shown, ...samples].map((stored) =>
		toPretty(
			{ result: toAuditResult(stored, { baseUrl: BASE, state: "unsaved" }), files: new Map(), failures: [] },
			INK,
		),
	);
	const [before, after] = [shown[0]?.receipt ?? plain.receipt, { ...plain.receipt }];
	const text = differenceText(differReceipts({ ...before, domain: after.domain }, after));
	const difference = differenceReport(
		{ domain: "example.com", before: before.auditedAt, after: after.auditedAt, text },
		INK,
	);
	expect(found([...help, ...reports, difference])).toEqual([]);
});

it("the description of the API uses words that readers know", () => {
	const document: unknown = JSON.parse(JSON.stringify(buildOpenApi(ENDPOINTS, { baseUrl: BASE })));
	expect(found(described(document))).toEqual([]);
});

function described(value: unknown): string[] {
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([name, each]) =>
		(name === "description" || name === "summary" || name === "title") && typeof each === "string"
			? [each.replaceAll(/`[^`]*`/g, "")]
			: described(each),
	);
}

it("the rubric uses words that readers know", () => {
	expect(found(textsOf(buildRubric()))).toEqual([]);
});
