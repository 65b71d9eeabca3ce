import type { Exhibit, Verdict } from "#core/verdict.ts";
import { listing } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { Barrier } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { place, tallyBarriers } from "../shared/barriers.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { isSamePage } from "../shared/site-addresses.ts";
import { sureLanguage, writtenOtherwise } from "../shared/text-language.ts";

/** Starts with an ISO 639 language (BCP 47 section 2.2.1), or has the old form `i-mingo`; not `english` or `en_US`. */
const TAG = /^(?:i|[a-z]{2,3})(?:-[a-z0-9]{1,8})*$/i;

export const lang = definePageCheck({
	id: "lang",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "advice",
	weightReason:
		"Screen readers and translation tools depend on it. Most search engines guess the language from the text.",
	title: "The page states its language",
	fault: "The page does not state its language",
	problem: "screen readers may read your page in the wrong language",
	consequence: "Screen readers may read the page aloud in the wrong language, and translation tools may get it wrong.",
	hours: 0.25,
	doneBy: "developer",
	why: "Screen readers use it to choose the voice. Without it, an English voice may read a German page. Translation tools and agents rely on it.",
	howToFix:
		'State the language on the <html> element as a language code (BCP 47), such as <html lang="en"> or <html lang="pt-BR">.',
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); translators built into browsers",
	reference: "https://www.w3.org/TR/WCAG22/#language-of-page",
	reviewed: "2026-11-21",
	note: "A page fails because of its text only if we are certain: by its script, or because it has at least 20 times as many words typical of another language as of the stated one. We know 31 languages and groups. We never compare closely related languages, and we leave out code and parts with their own lang attribute. If 2 other signs of the page (og:locale, Content-Language, its own hreflang, its address) contradict the stated language and no sign supports it, that is a warning. So is a passage with an unknown language code (WCAG 3.1.2).",
	evaluate(page) {
		const stated = page.digest.lang;
		const tag = stated?.text.trim() ?? "";
		const exhibits = stated ? exhibitsOf(page, [stated]) : [];
		const unknown = tallyBarriers(page, ["lang-invalid"]).barriers;
		const own = unknown.find(({ at }) => at === stated?.at);
		if (TAG.test(tag) && !own) return judgeParts(page, tag, unknown, exhibits);
		const fix = fixOf(page, tag);
		if (tag === "") {
			const what = stated ? "an empty lang attribute" : "no lang attribute";
			return { outcome: "fail", says: `<html> of ${page.url} has ${what}.`, fix, exhibits };
		}
		return {
			outcome: "fail",
			fault: "The stated language is not a valid code",
			says: `lang="${clip(tag, 40)}" of ${page.url} is not a valid language code (BCP 47).`,
			fix,
			exhibits,
		};
	},
});

/** The page's language is right; passages may declare their own (WCAG 3.1.2). */
function judgeParts(page: Page, tag: string, parts: readonly Barrier[], exhibits: readonly Exhibit[]): Verdict {
	const says = `The page states the language "${tag}".`;
	const { language } = page.digest.text;
	const written = writtenOtherwise(tag, language);
	if (written !== undefined) {
		const sure = sureLanguage(language);
		return {
			outcome: "fail",
			fault: "The page states the wrong language",
			says: `${page.url} says lang="${tag}", but its text is written in ${written}.`,
			fix: `On the first element of ${page.url}, replace lang="${tag}" with the language of the text${sure?.tag ? `: <html lang="${sure.tag}">` : ""}. Give passages in other languages their own lang attribute.`,
			exhibits,
		};
	}
	const confirmed = sureLanguage(language)?.group.split(" ").includes(languageOf(tag));
	const against = confirmed ? undefined : contradictionOf(page, tag);
	if (against) {
		const where = listing(against.map((sign) => `${sign.where} says "${sign.tag}"`));
		return {
			outcome: "partial",
			ratio: 0.5,
			fault: "The stated language contradicts other signs of the page",
			says: `${page.url} says lang="${tag}", but ${where}.`,
			fix: `If the page is written in "${against[0].language}", use <html lang="${against[0].tag}">. Otherwise correct ${listing(against.map((sign) => sign.where))}.`,
			exhibits,
		};
	}
	const [first] = parts;
	if (!first) return { outcome: "pass", says, exhibits };
	return {
		outcome: "partial",
		ratio: 0.5,
		fault: "Parts of the page state an unknown language",
		says: `${says} Inside ${page.url}, ${clip(first.says)} (${first.at})${parts.length > 1 ? `, and there ${parts.length === 2 ? "is" : "are"} ${parts.length - 1} more` : ""}.`,
		fix: `Put the language code of the passage into ${place(first)}, for example lang="fr" for French.`,
		exhibits: exhibitsOf(page, parts),
	};
}

/** Signs of one other language; undefined unless two agree, and none confirms the declared one. */
function contradictionOf(page: Page, tag: string): readonly [LanguageSign, ...LanguageSign[]] | undefined {
	const signs = languageSigns(page);
	const [first, ...others] = signs;
	if (!first || others.length === 0 || first.language === languageOf(tag)) return undefined;
	return others.every(({ language }) => language === first.language) ? [first, ...others] : undefined;
}

function fixOf(page: Page, tag: string): string {
	const [sign] = languageSigns(page);
	const known = repaired(tag) ?? sign?.tag ?? sureLanguage(page.digest.text.language)?.tag;
	if (known === undefined) {
		return `State the language of ${page.url} on its first element: <html lang="en"> for English, "de" for German, "pt-BR" for Brazilian Portuguese.`;
	}
	const source = sign && sign.tag === known ? `, as in ${sign.where}` : "";
	return `State the language of ${page.url} on its first element${source}: <html lang="${known}">.`;
}

/** `en_US` → `en-US` */
function repaired(tag: string): string | undefined {
	const hyphened = tag.replaceAll("_", "-");
	return hyphened !== tag && TAG.test(hyphened) ? hyphened : undefined;
}

export interface LanguageSign {
	/** `de` or `de-AT`. */
	readonly tag: string;
	/** Its first part, with one spelling per language. */
	readonly language: string;
	readonly where: string;
}

const LOCALE_TAG = /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8})*$/i;
/** Language codes of sections; without codes that are as often a country's (be, br, ca, ch, se, uk). */
const SECTIONS: ReadonlySet<string> = new Set(
	"ar bg cs da de el en es et fi fr he hr hu it ja ko lt lv nl pl pt ro ru sk sl sv th tr vi zh".split(" "),
);
/** Norwegian has two written forms besides the general code; two codes are obsolete. */
const ALIASES: Readonly<Record<string, string>> = { nb: "no", nn: "no", iw: "he", in: "id" };

export function languageSigns(page: Page): readonly LanguageSign[] {
	const { metas, links } = page.digest;
	const meta = (key: string) => metas.find((each) => each.key === key)?.content;
	const own = links.find(
		({ rel, href, hreflang }) =>
			rel.includes("alternate") && href && hreflang && hreflang !== "x-default" && isSamePage(href, page.url, page.url),
	);
	const [section = ""] = new URL(page.url).pathname.split("/").filter((part) => part !== "");
	return [
		...signOf(meta("og:locale"), "og:locale"),
		...signOf(page.response.headers["content-language"] ?? meta("content-language"), "Content-Language"),
		...signOf(own?.hreflang, "hreflang"),
		...(SECTIONS.has(languageOf(section)) ? signOf(section, "the address") : []),
	];
}

/** `de-AT` → `de` */
export function languageOf(tag: string): string {
	const [first = ""] = tag.toLowerCase().split(/[-_]/);
	return ALIASES[first] ?? first;
}

function signOf(value: string | null | undefined, where: string): readonly LanguageSign[] {
	const written = value?.trim() ?? "";
	return LOCALE_TAG.test(written) ? [{ tag: written.replaceAll("_", "-"), language: languageOf(written), where }] : [];
}
