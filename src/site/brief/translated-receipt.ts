import type { AuditResult } from "#core/audit-result.ts";
import { oncePer } from "#core/once-per.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";
import { SENTENCES } from "./audit-sentences.ts";
import { checkSentences, headingIn } from "./check-texts-in.ts";
import type { Words } from "./languages.ts";
import { type Translation, translated } from "./receipt-sentences.ts";

/** A finding translated from English. */
export interface ShownFinding extends Finding {
	/** The receipt's text, if the translation says less. */
	readonly english?: { readonly says?: string; readonly fix?: string };
}

export type ShownReceipt = Omit<Receipt, "findings"> & { readonly findings: ShownFinding[] };

type Area = keyof typeof SENTENCES;

/** Translates a receipt but not its evidence. No text is translated in part. */
export function translatedReceipt(receipt: Receipt, words: Words): ShownReceipt {
	if (words.lang === "en") return receipt;
	const { GATE_VERDICTS, PILLAR_WORDS } = words;
	const { scores, reach, preset, failure, site } = receipt;
	const say = (text: string, area: Area) => translated(text, [sentencesOf(words)[area]], words, headings(words)) ?? "";
	return {
		...receipt,
		preset: { ...preset, says: say(preset.says, "kind") },
		...(failure && { failure: { ...failure, says: failureIn(failure.code, words) } }),
		...(scores && {
			scores: {
				...scores,
				pillars: scores.pillars.map((pillar) => ({
					...pillar,
					label: PILLAR_WORDS[pillar.key].label,
					summary: say(pillar.summary, "pillar"),
				})),
			},
		}),
		gates: receipt.gates.map((gate) => ({ ...gate, says: GATE_VERDICTS[gate.id] })),
		notApplicable: receipt.notApplicable.map((pillar) => ({
			...pillar,
			label: PILLAR_WORDS[pillar.key].label,
			says: say(pillar.says, "pillar"),
		})),
		...(reach && { reach: reach.map((row) => ({ ...row, says: say(row.says, "reach") })) }),
		...(site?.left && { site: { ...site, left: site.left.map(({ what }) => ({ what, why: "" })) } }),
		findings: receipt.findings.map((finding) => findingIn(finding, words)),
	};
}

export function failureIn(code: string, { FAILED, FAILURE_MEANINGS }: Words): string {
	return (FAILURE_MEANINGS as Readonly<Record<string, string>>)[code] ?? FAILED.tooLittle;
}

function findingIn<F extends Said>(finding: F, words: Words): F & Pick<ShownFinding, "english"> {
	const { id, outcome, says, fix, evidence } = finding;
	const { FINDINGS } = words;
	const [said, fixed] = [sayIn(id, says, words), fix === undefined ? undefined : sayIn(id, fix, words)];
	const english = {
		...(said === undefined && { says }),
		...(fix !== undefined && fixed === undefined && { fix }),
	};
	const usual = {
		pass: "",
		partial: "",
		fail: "",
		unknown: FINDINGS.couldNotCheck,
		"not-applicable": FINDINGS.doesNotApply,
	};
	const seen = isFault(outcome) && evidence.length > 0 ? FINDINGS.seeEvidence : usual[outcome];
	return {
		...finding,
		title: titleIn(finding, words),
		says: said ?? seen,
		...(fix !== undefined && { fix: fixIn(finding, words) }),
		...(Object.keys(english).length > 0 && { english }),
	};
}

/** Undefined if the language has no translation. */
export function sayIn(id: string, sentence: string, words: Words): string | undefined {
	return translated(sentence, [...checkSentences(id, words), sentencesOf(words).finding], words, headings(words));
}

export function titleIn({ id, title }: Pick<Finding, "id" | "title">, words: Words): string {
	if (words.lang === "en") return title;
	return headingIn(title, words) ?? words.filled(words.FINDINGS.notMet, { check: words.checks[id]?.title ?? id });
}

/** Translates the result that `sightline audit` shows. */
export function translatedResult(result: AuditResult, words: Words): AuditResult {
	if (words.lang === "en") return result;
	const { ADVICE, GATE_VERDICTS, PILLAR_WORDS, REFUSAL } = words;
	const say = (text: string) => translated(text, [sentencesOf(words).pillar], words) ?? "";
	const shared = {
		refusal: REFUSAL,
		gates: result.gates.map((gate) => ({ ...gate, says: GATE_VERDICTS[gate.id] })),
		notApplicable: result.notApplicable.map((each) => ({
			...each,
			label: PILLAR_WORDS[each.key].label,
			says: say(each.says),
		})),
		findings: result.findings.map((finding) => {
			const { says, title, fix } = findingIn(finding, words);
			return { ...finding, says, title, ...(fix !== undefined && { fix }) };
		}),
	};
	if (!result.ok) return { ...result, ...shared, error: `${failureIn(result.code, words)} ${ADVICE[result.code]}` };
	const pillars = result.pillars.map((each) => ({
		...each,
		label: PILLAR_WORDS[each.key].label,
		summary: say(each.summary),
	}));
	return { ...result, ...shared, pillars };
}

type Said = Pick<Finding, "id" | "outcome" | "says" | "fix" | "title" | "evidence">;

interface FixOf {
	readonly id: string;
	readonly fix?: string | undefined;
}

/** Translated advice; falls back to the check's general fix. */
export function fixIn({ id, fix }: FixOf, words: Words): string | undefined {
	if (fix === undefined || words.lang === "en") return fix;
	return sayIn(id, fix, words) ?? words.checks[id]?.howToFix ?? "";
}

/** Empty if the language has no translation. */
export function accessSentence(says: string, words: Words): string {
	return words.lang === "en" ? says : (translated(says, [sentencesOf(words).access], words) ?? "");
}

/** Empty if the language has no translation; then the task's heading is enough. */
export function rehearsalSentence(says: string, words: Words): string {
	return words.lang === "en" ? says : (translated(says, [sentencesOf(words).rehearsal], words) ?? "");
}

function headings(words: Words): (heading: string) => string | undefined {
	return (heading) => headingIn(heading, words);
}

const PATTERNS: Readonly<Record<Area, readonly string[]>> = {
	reach: Object.values(SENTENCES.reach),
	pillar: Object.values(SENTENCES.pillar),
	kind: Object.values(SENTENCES.kind),
	access: Object.values(SENTENCES.access),
	rehearsal: Object.values(SENTENCES.rehearsal),
	finding: Object.values(SENTENCES.finding),
};

const sentencesOf = oncePer(({ SENTENCES: texts }: Words): Readonly<Record<Area, Translation>> => {
	const of = (area: Area) => ({
		patterns: PATTERNS[area],
		texts: Object.keys(SENTENCES[area]).map((key) => (texts[area] as Readonly<Record<string, string>>)[key] ?? ""),
	});
	return {
		reach: of("reach"),
		pillar: of("pillar"),
		kind: of("kind"),
		access: of("access"),
		rehearsal: of("rehearsal"),
		finding: of("finding"),
	};
});
