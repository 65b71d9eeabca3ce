import type { FailureCode } from "#core/failure.ts";
import { oncePer } from "#core/once-per.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";
import { SENTENCES } from "./audit-sentences.ts";
import { checkSentences, headingIn } from "./check-texts-in.ts";
import type { Words } from "./languages.ts";
import { type Translation, translated } from "./receipt-sentences.ts";

/** In another language than English. */
export interface ShownFinding extends Finding {
	/** What the receipt says, where the translation says less. */
	readonly english?: { readonly says?: string; readonly fix?: string };
}

export type ShownReceipt = Omit<Receipt, "findings"> & { readonly findings: ShownFinding[] };

type Area = keyof typeof SENTENCES;

/** The receipt as readers of the language read it: its evidence stays as it was seen. Nothing is translated in part. */
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

function failureIn(code: FailureCode, { FAILED, FAILURE_MEANINGS }: Words): string {
	return (FAILURE_MEANINGS as Readonly<Record<string, string>>)[code] ?? FAILED.tooLittle;
}

function findingIn(finding: Finding, words: Words): ShownFinding {
	const { id, title, outcome, says, fix, evidence } = finding;
	const { FINDINGS, checks, filled } = words;
	const text = checks[id];
	const say = (sentence: string) =>
		translated(sentence, [...checkSentences(id, words), sentencesOf(words).finding], words, headings(words));
	const [said, fixed] = [say(says), fix === undefined ? undefined : say(fix)];
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
		title: headingIn(title, words) ?? filled(FINDINGS.notMet, { check: text?.title ?? id }),
		says: said ?? seen,
		...(fix !== undefined && { fix: fixed ?? text?.howToFix ?? "" }),
		...(Object.keys(english).length > 0 && { english }),
	};
}

/** Empty where no sentence of the language says it. */
export function accessSentence(says: string, words: Words): string {
	return words.lang === "en" ? says : (translated(says, [sentencesOf(words).access], words) ?? "");
}

function headings(words: Words): (heading: string) => string | undefined {
	return (heading) => headingIn(heading, words);
}

const PATTERNS: Readonly<Record<Area, readonly string[]>> = {
	reach: Object.values(SENTENCES.reach),
	pillar: Object.values(SENTENCES.pillar),
	kind: Object.values(SENTENCES.kind),
	access: Object.values(SENTENCES.access),
	finding: Object.values(SENTENCES.finding),
};

const sentencesOf = oncePer(({ SENTENCES: texts }: Words): Readonly<Record<Area, Translation>> => {
	const of = (area: Area) => ({
		patterns: PATTERNS[area],
		texts: Object.keys(SENTENCES[area]).map((key) => (texts[area] as Readonly<Record<string, string>>)[key] ?? ""),
	});
	return { reach: of("reach"), pillar: of("pillar"), kind: of("kind"), access: of("access"), finding: of("finding") };
});
