import type { AuditResult } from "#core/audit-result.ts";
import type { Finding, Site } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";
import { byCodeUnits, positionWords } from "#core/wording.ts";
import { html, type Markup, seenHtml } from "../page/page-text.ts";
import type { Words } from "./languages.ts";

type SiteFinding = Pick<AuditResult["findings"][number], "id" | "title" | "outcome" | "pages" | "places">;

interface TemplateRow {
	readonly template: string;
	/** 0 for the home page, 1 for everything below it. */
	readonly depth: 0 | 1;
	readonly pages: number;
	readonly score: number;
	readonly worst?: { readonly id: string; readonly title: string };
}

/** As a tree: the home page, pages beside it, then each folder. */
export function templateTree({ templates }: Site, findings: readonly SiteFinding[]): readonly TemplateRow[] {
	const titles = new Map(findings.map(({ id, title }) => [id, title]));
	const inOrder = templates.toSorted((a, b) => rankOf(a) - rankOf(b));
	return inOrder.map(({ template, pages, score, worst }) => ({
		template,
		depth: template === "/" ? 0 : 1,
		pages,
		score,
		...(worst === undefined ? {} : { worst: { id: worst, title: titles.get(worst) ?? worst } }),
	}));
}

function rankOf({ template }: { readonly template: string }): number {
	return template === "/" ? 0 : template === "/*" ? 1 : 2;
}

/** Number of pages of templates without a row. */
export function furtherPages({ pages, templates }: Site): number {
	return Math.max(0, pages - templates.reduce((sum, each) => sum + each.pages, 0));
}

/** Faults of pages, in the given order. */
export function faultsOfPages<Each extends SiteFinding>(findings: readonly Each[]): readonly Each[] {
	return findings.filter(({ outcome, pages }) => isFault(outcome) && pages !== undefined && pages.short > 0);
}

/** "47 pages under /products/": pages at fault by template, because a template is one cause. */
export function causesOf({ pages }: Pick<SiteFinding, "pages">, words: Words): string {
	const { SITE_PAGES, digitGroups, filled, pluralOf } = words;
	const { home, top, folder } = SITE_PAGES.cause;
	const { short = 0, templates = [] } = pages ?? {};
	const named = templates.map(({ template, short: count }) => {
		const text = template === "/" ? home : template === "/*" ? top : folder;
		return filled(pluralOf(text, count), { count: digitGroups(count), folder: folderOf(template) });
	});
	const rest = short - templates.reduce((sum, each) => sum + each.short, 0);
	if (named.length > 0 && rest > 0) named.push(filled(SITE_PAGES.elsewhere, { count: digitGroups(rest) }));
	return named.join(", ");
}

function folderOf(template: string): string {
	return template.replace(/\*$/, "");
}

/** "214 of 2,001 pages" */
function shareOfPages({ short, judged }: NonNullable<SiteFinding["pages"]>, words: Words): string {
	const { SITE_PAGES, digitGroups, filled, pluralOf } = words;
	return filled(pluralOf(SITE_PAGES.share, judged), { short: digitGroups(short), judged: digitGroups(judged) });
}

export function pageCount(count: number, { SITE_PAGES, digitGroups, filled, pluralOf }: Words): string {
	return filled(pluralOf(SITE_PAGES.count, count), { count: digitGroups(count) });
}

/** "On 214 of 2,001 pages, all under /products/."; undefined for a finding about one page or the whole site. */
export function pagesWords(
	{ pages, outcome }: Pick<SiteFinding, "pages" | "outcome">,
	words: Words,
): string | undefined {
	if (!pages || !isFault(outcome)) return undefined;
	const { SITE_PAGES, digitGroups, filled, pluralOf } = words;
	const { judged, short } = pages;
	const [share, where] = [shareOfPages(pages, words), causesOf({ pages }, words)];
	const [only] = pages.templates ?? [];
	if (only?.template === "/" && short === 1) return SITE_PAGES.onHome;
	// If all pages are at fault, templates need no list.
	if (short === judged) return filled(pluralOf(SITE_PAGES.onAll, short), { count: digitGroups(short) });
	if (where === "") return filled(SITE_PAGES.on, { share });
	return only?.short === short && /^\/.+\/\*$/.test(only.template)
		? filled(SITE_PAGES.onFolder, { share, folder: folderOf(only.template) })
		: filled(SITE_PAGES.onWhere, { share, where });
}

/** "25 of 2,001 pages were read."; undefined for an audit of one page. */
export function readWords(site: Site | undefined, words: Words): string | undefined {
	if (!site) return undefined;
	const { SITE_PAGES, digitGroups, filled } = words;
	const { pages, known = pages } = site;
	if (known <= pages) return filled(SITE_PAGES.readAll, { read: pageCount(pages, words) });
	return filled(SITE_PAGES.read, { read: digitGroups(pages), known: pageCount(known, words) });
}

export function templateRows(site: Site, findings: readonly Finding[], { SITE_PAGES, digitGroups }: Words): Markup {
	const rows = templateTree(site, findings).map(
		({ template, depth, pages, score, worst }) => seenHtml`<tr><th scope="row" data-depth="${depth}">${template}</th>
<td class="numeric">${digitGroups(pages)}</td><td class="numeric">${score}</td><td>${worst && seenHtml`<a href="#finding-${worst.id}">${worst.title}</a>`}</td></tr>
`,
	);
	const further = furtherPages(site);
	const rest =
		further > 0 &&
		html`<tr><th scope="row" data-depth="1">${SITE_PAGES.further}</th><td class="numeric">${digitGroups(further)}</td><td></td><td></td></tr>
`;
	return html`${rows}${rest}`;
}

export function faultRows(findings: readonly Finding[], words: Words): Markup {
	const rows = faultsOfPages(findings).map((finding) => {
		const { id, title, pages } = finding;
		return seenHtml`<tr><th scope="row"><a href="#finding-${id}">${title}</a></th><td>${pages && shareOfPages(pages, words)}</td><td>${causesOf(finding, words)}</td></tr>
`;
	});
	return html`${rows}`;
}

interface PlaceRow {
	readonly id: string;
	readonly title: string;
	readonly page: string;
	readonly at: string;
	readonly excerpt: string;
}

/** Page by page. */
export function worstPlaces(findings: readonly SiteFinding[]): readonly PlaceRow[] {
	const rows = faultsOfPages(findings).flatMap(({ id, title, places = [] }) =>
		places.map(({ page, line, column, excerpt = "" }) => ({
			id,
			title,
			page,
			at: positionWords(line, column),
			excerpt,
		})),
	);
	return rows.sort((a, b) => byCodeUnits(a.page, b.page));
}

export function placeRows(findings: readonly Finding[]): Markup {
	const rows = worstPlaces(findings).map(
		({
			id,
			title,
			page,
			at,
			excerpt,
		}) => seenHtml`<tr><th scope="row">${page}</th><td><a href="#finding-${id}">${title}</a></td><td class="numeric">${at}</td><td><code>${excerpt}</code></td></tr>
`,
	);
	return html`${rows}`;
}
