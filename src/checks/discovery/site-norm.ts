import { listing } from "#core/wording.ts";
import { definePagesCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { localTemplateOf, type PageRow } from "../shared/page-rows.ts";

/** What stands between a page's own words and the site's name. */
const SEPARATOR = /\s+[|·•–—:»-]\s+|\s*\|\s*/;

export const siteNorm = definePagesCheck({
	id: "site-norm",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	scored: false,
	atStake: "advice",
	weightReason: "It is shown only: no consumer asks for it, and an exception may be meant.",
	title: "Pages of one template are built alike",
	fault: "Pages differ from the others of their template",
	consequence: "What nine of ten pages have and these lack was probably forgotten.",
	effort: "small",
	doneBy: "developer",
	why: "Where nine of ten pages of a template end their title in the same name, have a main part or speak one language, the tenth was probably forgotten.",
	howToFix: "Bring these pages back to the template of the others.",
	consumer: "the site's own editors and developers",
	reference: "https://developers.google.com/search/docs/appearance/title-link",
	reviewed: "2026-11-28",
	note: "The norm is the site's own; each language's part of it has one. Silent for templates of fewer than ten pages, and where fewer than nine of ten agree.",
	yieldsTo: ["text-without-js"],
	evaluate(row, pages) {
		const broken = NORMS.flatMap(({ name, traitOf, groupOf, says }) => {
			const norm = pages.normOf(row, name, traitOf, groupOf);
			return norm === undefined || norm === "" || norm === traitOf(row) ? [] : [says(norm)];
		});
		if (NORMS.every(({ name, traitOf, groupOf }) => pages.normOf(row, name, traitOf, groupOf) === undefined))
			return { outcome: "not-applicable", says: "There are too few pages of one template to tell what is usual." };
		if (broken.length === 0) return { outcome: "pass", says: `${row.url} is built as the others of its template.` };
		const { title, parts } = row;
		return {
			outcome: "fail",
			says: `${row.url} differs from nine of ten pages of its template, which ${listing(broken)}.`,
			fix: `Bring ${row.url} back to the template of the others.`,
			exhibits: [{ url: row.url, at: (title ?? parts.html).at, excerpt: (title ?? parts.html).excerpt }],
		};
	},
});

interface Norm {
	readonly name: string;
	/** "" where the page has none: that is nobody's norm. */
	readonly traitOf: (row: PageRow) => string;
	/** Pages that are held against each other; those of one template in one language's part of the site by default. */
	readonly groupOf?: (row: PageRow) => string;
	readonly says: (norm: string) => string;
}

const NORMS: readonly Norm[] = [
	{
		name: "title-ending",
		traitOf: ({ title }) => title?.text.trim().split(SEPARATOR).slice(1).at(-1) ?? "",
		// The name of a site may be another in each language.
		groupOf: (row) => `${localTemplateOf(row)} ${row.lang}`,
		says: (norm) => `end their title in "${clip(norm, 60)}"`,
	},
	{ name: "main", traitOf: ({ hasMain }) => (hasMain ? "main" : ""), says: () => "have a main part" },
	{ name: "language", traitOf: ({ lang }) => lang, says: (norm) => `say that their language is "${clip(norm, 20)}"` },
];
