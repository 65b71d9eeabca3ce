import { listing } from "#core/wording.ts";
import { definePagesCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { isInItsLanguagesPart, localTemplateOf, type PageRow } from "../shared/page-rows.ts";

/** Separates a page's own words from the site's name. */
const SEPARATOR = /\s+[|·•–—:»-]\s+|\s*\|\s*/;

export const siteNorm = definePagesCheck({
	id: "site-norm",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	scored: false,
	atStake: "advice",
	weightReason: "We only show it: no search engine asks for it, and an exception may be intended.",
	title: "Pages of one template are consistent",
	fault: "Some pages differ from others with the same template",
	consequence: "These pages lack something that 90 % of similar pages have, probably by mistake.",
	hours: 1,
	doneBy: "developer",
	why: "If 90 % of the pages of a template end their title in the same name, have a <main> element or state the same language, the others are probably mistakes.",
	howToFix: "Align these pages with the template of the others.",
	consumer: "the site's own editors and developers",
	reference: "https://developers.google.com/search/docs/appearance/title-link",
	reviewed: "2026-11-28",
	note: "We compare with your own pages, separately for each language. We say nothing for templates with fewer than 10 pages, or if fewer than 90 % of them agree.",
	yieldsTo: ["text-without-js"],
	evaluate(row, pages) {
		const broken = NORMS.flatMap(({ name, traitOf, groupOf, says }) => {
			const norm = pages.normOf(row, name, traitOf, groupOf);
			return norm === undefined || norm === "" || norm === traitOf(row) ? [] : [says(norm)];
		});
		if (NORMS.every(({ name, traitOf, groupOf }) => pages.normOf(row, name, traitOf, groupOf) === undefined))
			return { outcome: "not-applicable", says: "There are too few pages with the same template to compare." };
		if (broken.length === 0) return { outcome: "pass", says: `${row.url} matches the other pages of its template.` };
		const { title, parts } = row;
		return {
			outcome: "fail",
			says: `${row.url} differs from at least 90 % of the pages of its template, which ${listing(broken)}.`,
			fix: `Align ${row.url} with the template of the others.`,
			exhibits: [{ url: row.url, at: (title ?? parts.html).at, excerpt: (title ?? parts.html).excerpt }],
		};
	},
});

interface Norm {
	readonly name: string;
	/** "" if the page has none, which is no norm. */
	readonly traitOf: (row: PageRow) => string;
	/** Pages to compare; by default those of one template in one language. */
	readonly groupOf?: (row: PageRow) => string;
	readonly says: (norm: string) => string;
}

const NORMS: readonly Norm[] = [
	{
		name: "title-ending",
		traitOf: ({ title }) => title?.text.trim().split(SEPARATOR).slice(1).at(-1) ?? "",
		// The site's name may differ between languages.
		groupOf: (row) => `${localTemplateOf(row)} ${row.lang}`,
		says: (norm) => `end their title in "${clip(norm, 60)}"`,
	},
	{ name: "main", traitOf: ({ hasMain }) => (hasMain ? "main" : ""), says: () => "have a <main> element" },
	{
		name: "language",
		traitOf: ({ lang }) => lang,
		// If most of a section is untranslated, its translated pages are right.
		groupOf: (row) => `${localTemplateOf(row)} ${isInItsLanguagesPart(row)}`,
		says: (norm) => `state the language "${clip(norm, 20)}"`,
	},
];
