import { describe, expect, it } from "vitest";
import { buildRubric } from "#checks/current-rubric.testkit.ts";
import { CHECKS } from "#checks/registry.ts";
import { COMMANDS } from "#cli/commands.ts";
import { differenceReport } from "#cli/diff.ts";
import { toPretty } from "#cli/formats/pretty.ts";
import { commandHelp, overview } from "#cli/help.ts";
import { createInk } from "#cli/terminal.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";
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
import { faultyExamples, plainAudit, type ShownAudit } from "./shown-audits.ts";

const BASE = "https://audit.example.com";
const INK = createInk({ write: () => true });
const plain = await plainAudit();
const examples = await faultyExamples();
const shown = examples.map(({ stored }) => stored);
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

it("a brief never repeats a fault's heading or fix", () => {
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

/** Every heading that says that something is right, by check. */
const PASSING = new Map(CHECKS.map(({ id, title }) => [id, title]));
const PLACE = { baseUrl: BASE, state: "unsaved" } as const;

const isWrong = (finding: Pick<Finding, "outcome" | "own">) => isFault((finding.own ?? finding).outcome);

/** Headings under which a surface shows what is wrong, where that heading says that it is right. */
function misheaded(findings: readonly { readonly id: string; readonly title: string }[]): string[] {
	return findings.filter(({ id, title }) => PASSING.get(id) === title).map(({ id, title }) => `${id}: ${title}`);
}

/** Passing titles of what is wrong, where a text quotes or prints them. */
function printed(text: string, wrong: readonly { readonly id: string }[]): string[] {
	return wrong.flatMap(({ id }) => {
		const title = PASSING.get(id);
		return title !== undefined && text.includes(title) ? [`${id}: ${title}`] : [];
	});
}

const wrongIn = ({ receipt }: StoredReceipt) => receipt.findings.filter(isWrong);

it("looks at a fault of nearly every check", () => {
	const faulty = new Set(examples.flatMap(({ stored }) => wrongIn(stored).map(({ id }) => id)));
	expect(faulty.size / CHECKS.length).toBeGreaterThan(0.8);
});

it("a report names a fault by the fault", () => {
	const wrong = examples.flatMap(({ stored }) => wrongIn(stored));
	expect(misheaded(wrong)).toEqual([]);
});

function everyExample(faultsOf: (audit: ShownAudit) => readonly string[]): void {
	const faults = examples.flatMap((audit) => faultsOf(audit).map((fault) => `${audit.name}: ${fault}`));
	expect(faults).toEqual([]);
}

describe("a fault is shown under no passing title", () => {
	it("in a brief and its recommendations", () =>
		everyExample(({ stored }) => {
			const { findings, recommendations } = buildBrief(stored, { baseUrl: PLACE.baseUrl });
			return [...misheaded(findings.filter(isWrong)), ...misheaded(recommendations)];
		}));

	it("in the sentences of a share page", () =>
		everyExample(({ stored }) => {
			const { verdict, first, good } = shareSentences(buildBrief(stored, { baseUrl: PLACE.baseUrl }));
			return printed(`${verdict} ${first} ${good}`, wrongIn(stored));
		}));

	it("in an answer of the API", () =>
		everyExample(({ stored }) => {
			const wrong = new Set(wrongIn(stored).map(({ id }) => id));
			const { findings } = toAuditResult(stored, PLACE);
			return misheaded(findings.filter(({ id }) => wrong.has(id)));
		}));

	it("at the command line", () =>
		everyExample(({ stored }) => {
			const fixes =
				toPretty({ result: toAuditResult(stored, PLACE), files: new Map(), failures: [] }, INK).split(
					"What to fix first",
				)[1] ?? "";
			const lines = fixes.split("\n").filter((line) => /^ +\d+\. (fail|part) /.test(line));
			return printed(lines.join("\n"), wrongIn(stored));
		}));
});

describe("a difference names what was or is wrong by the fault", () => {
	const pairs = examples.flatMap(({ name, stored }) => {
		const [one, other] = [stored.receipt, { ...plain.receipt, domain: stored.receipt.domain }];
		return [
			{ name: `${name}, found`, before: other, after: one },
			{ name: `${name}, corrected`, before: one, after: other },
		];
	});

	it("in its changes, reasons and notes, and in what a brief says of it", () => {
		const faults = pairs.flatMap(({ name, before, after }) => {
			const difference = differReceipts(before, after);
			const text = differenceText(difference);
			const wrong = [...before.findings, ...after.findings].filter(isWrong);
			const items = text.groups.flatMap((group) => group.items);
			const headings = items.flatMap(({ title, charged }) => [title, ...charged]);
			const words = [...headings, ...text.why, sinceWords(difference)].join("\n");
			// A note that names a check which both audits asked names it as it is now.
			const now = new Set(after.findings.filter((each) => !isWrong(each)).map(({ id }) => id));
			const noted = printed(
				text.notes.join("\n"),
				wrong.filter(({ id }) => !now.has(id)),
			);
			return [...printed(words, wrong), ...noted].map((fault) => `${name}: ${fault}`);
		});
		expect(faults).toEqual([]);
	});

	it("at the command line", () => {
		for (const { before, after } of pairs.slice(0, 20)) {
			const text = differenceText(differReceipts(before, after));
			const span = { domain: after.domain, before: before.auditedAt, after: after.auditedAt };
			const headings = text.groups.flatMap(({ items }) => items.map(({ title }) => title));
			const shown = differenceReport({ ...span, text }, INK);
			for (const heading of headings) expect(shown).toContain(heading);
		}
	});
});
