import { describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { differenceReport } from "#cli/diff.ts";
import { toPretty } from "#cli/formats/pretty.ts";
import { createInk } from "#cli/terminal.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import { buildBrief } from "#site/brief/brief.ts";
import { shareSentences } from "#site/brief/brief-words.ts";
import { differenceText, sinceWords } from "#site/history/difference-texts.ts";
import { differReceipts } from "#site/history/receipt-difference.ts";
import { faultyExamples, plainAudit, type ShownAudit } from "./shown-audits.ts";

/** Every heading that says that something is right, by check. */
const PASSING = new Map(CHECKS.map(({ id, title }) => [id, title]));
const PLACE = { baseUrl: "https://audit.example.com", state: "unsaved" } as const;
const INK = createInk({ write: () => true });

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

const examples = await faultyExamples();
const plain = await plainAudit();

it("looks at a fault of nearly every check", () => {
	const faulty = new Set(examples.flatMap(({ stored }) => wrongIn(stored).map(({ id }) => id)));
	expect(faulty.size / CHECKS.length).toBeGreaterThan(0.8);
});

it("a report names a fault by the fault", () => {
	const wrong = examples.flatMap(({ stored }) => wrongIn(stored));
	expect(misheaded(wrong)).toEqual([]);
});

function everyAudit(faultsOf: (audit: ShownAudit) => readonly string[]): void {
	const faults = examples.flatMap((audit) => faultsOf(audit).map((fault) => `${audit.name}: ${fault}`));
	expect(faults).toEqual([]);
}

describe("a fault is shown under no passing title", () => {
	it("in a brief and its recommendations", () =>
		everyAudit(({ stored }) => {
			const { findings, recommendations } = buildBrief(stored, { baseUrl: PLACE.baseUrl });
			return [...misheaded(findings.filter(isWrong)), ...misheaded(recommendations)];
		}));

	it("in the sentences of a share page", () =>
		everyAudit(({ stored }) => {
			const { verdict, first, good } = shareSentences(buildBrief(stored, { baseUrl: PLACE.baseUrl }));
			return printed(`${verdict} ${first} ${good}`, wrongIn(stored));
		}));

	it("in an answer of the API", () =>
		everyAudit(({ stored }) => {
			const wrong = new Set(wrongIn(stored).map(({ id }) => id));
			const { findings } = toAuditResult(stored, PLACE);
			return misheaded(findings.filter(({ id }) => wrong.has(id)));
		}));

	it("at the command line", () =>
		everyAudit(({ stored }) => {
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
