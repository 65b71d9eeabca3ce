import { CHECKS, checkOf } from "#checks/registry.ts";
import { oncePer } from "#core/once-per.ts";
import type { Words } from "./languages.ts";
import { type Translation, translated } from "./receipt-sentences.ts";

export interface CheckText {
	readonly title: string;
	readonly fault: string;
	readonly problem?: string;
	readonly consequence: string;
	readonly howToFix: string;
	/** Other headings of its faults by English pattern; see `receipt-sentences.ts`. */
	readonly faults?: Readonly<Record<string, string>>;
}

/** By check id. */
export type CheckTexts = Readonly<Record<string, CheckText>>;

/** Sentences and advice with the site's values, by English pattern; `*`: shared by several checks. */
export type CheckSentences = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Headings by English heading; those with placeholders are patterns. */
const headingsOf = oncePer((checks: CheckTexts) => {
	const known = CHECKS.flatMap(({ id, title, fault }) => {
		const text = checks[id];
		return text ? [[title, text.title] as const, [fault, text.fault] as const] : [];
	});
	const further = Object.values(checks).flatMap(({ faults = {} }) => Object.entries(faults));
	const patterns = further.filter(([pattern]) => pattern.includes("{"));
	return { exact: new Map([...known, ...further]), patterns: translationOf(Object.fromEntries(patterns)) };
});

/** Undefined for an unknown heading, such as one of another version. */
export function headingIn(heading: string, words: Words): string | undefined {
	const { exact, patterns } = headingsOf(words.checks);
	return exact.get(heading) ?? translated(heading, [patterns], words);
}

/** What its fault costs the owner; undefined for an unknown check. */
export function consequenceIn(id: string, { lang, checks }: Pick<Words, "lang" | "checks">): string | undefined {
	return lang === "en" ? checkOf(id)?.consequence : checks[id]?.consequence;
}

const translationsOf = oncePer((sentences: CheckSentences) => {
	return new Map(Object.entries(sentences).map(([id, texts]) => [id, translationOf(texts)]));
});

/** The check's own sentences, then shared ones. */
export function checkSentences(id: string, { sentences }: Pick<Words, "sentences">): readonly Translation[] {
	const known = translationsOf(sentences);
	return [id, "*"].flatMap((each) => known.get(each) ?? []);
}

function translationOf(texts: Readonly<Record<string, string>>): Translation {
	return { patterns: Object.keys(texts), texts: Object.values(texts) };
}
