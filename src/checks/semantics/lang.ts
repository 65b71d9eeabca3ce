import type { Exhibit, Verdict } from "#core/verdict.ts";
import type { Barrier } from "#evidence/digest/operability.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { definePageCheck } from "../define-check.ts";
import { place, tallyBarriers } from "../page/barriers.ts";
import { clip, exhibitsOf } from "../words/exhibits.ts";

/**
 * A language tag that begins with a language of ISO 639, as every registered one does (BCP 47 section 2.2.1): `en`,
 * `pt-BR`, `zh-Hant-TW`. Not `english`, `en_US` or `x-none`.
 */
const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i;

export const lang = definePageCheck({
	id: "lang",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	mode: "light",
	weight: 2,
	weightReason: "Screen readers and translators depend on it; most engines guess the language from the text.",
	title: "The page says in which language it is written",
	why: "Screen readers choose the voice by it: without it, an English reader pronounces a German page. Translators and agents take it as the page's own word.",
	howToFix:
		'Write the language on the <html> element as a BCP 47 tag, such as <html lang="en"> or <html lang="pt-BR">.',
	reference: "https://www.w3.org/TR/WCAG22/#language-of-page",
	reviewed: "2026-11-21",
	note: "Whether the text is in the language that is named is not judged. A passage that names an unknown language is a warning (WCAG 3.1.2).",
	needs: [],
	evaluate(page) {
		const stated = page.digest.lang;
		const tag = stated?.text.trim() ?? "";
		const exhibits = stated ? exhibitsOf(page, [stated]) : [];
		const unknown = tallyBarriers(page, ["lang-invalid"]).barriers;
		const own = unknown.find(({ at }) => at === stated?.at);
		if (TAG.test(tag) && !own) return judgeParts(page, tag, unknown, exhibits);
		const fix = `Write the language of ${page.url} on its first element, for English: <html lang="${repaired(tag) ?? "en"}">.`;
		if (tag === "") {
			const what = stated ? "an empty lang attribute" : "no lang attribute";
			return { outcome: "fail", says: `<html> of ${page.url} has ${what}.`, fix, exhibits };
		}
		return {
			outcome: "fail",
			says: `lang="${clip(tag, 40)}" of ${page.url} is not a language tag (BCP 47).`,
			fix,
			exhibits,
		};
	},
});

/** The page is in order; passages of it may name a language of their own (WCAG 3.1.2). */
function judgeParts(page: Page, tag: string, parts: readonly Barrier[], exhibits: readonly Exhibit[]): Verdict {
	const says = `The page says that its language is "${tag}".`;
	const [first] = parts;
	if (!first) return { outcome: "pass", says, exhibits };
	return {
		outcome: "partial",
		ratio: 0.5,
		says: `${says} Inside ${page.url}, ${clip(first.says)} (${first.at})${parts.length > 1 ? `, and there ${parts.length === 2 ? "is" : "are"} ${parts.length - 1} more` : ""}.`,
		fix: `Write the passage's language as a BCP 47 tag into ${place(first)}, for French: lang="fr".`,
		exhibits: exhibitsOf(page, parts),
	};
}

/** `en_US` → `en-US` */
function repaired(tag: string): string | undefined {
	const hyphened = tag.replaceAll("_", "-");
	return hyphened !== tag && TAG.test(hyphened) ? hyphened : undefined;
}
