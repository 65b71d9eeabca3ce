import { SAYS_LENGTH } from "#core/report.ts";
import type { Exhibit, Fail, NotApplicable, PartialPass, Pass, Verdict } from "#core/verdict.ts";
import { clipped, plainCount } from "#core/wording.ts";

/** What a check said about one page. */
export interface PageVerdict {
	/** Address of the page. */
	readonly url: string;
	readonly verdict: Verdict;
}

type Judgement = Exclude<Verdict, NotApplicable>;
type JudgedPage = { readonly url: string; readonly verdict: Judgement };

/** Pages whose exhibits are shown. */
const SHOWN = 3;

/**
 * One answer for several pages: the mean of what each page earns. Every page counts the same, however much there is on
 * it; a page to which the check does not apply counts nothing. A single page's answer is left as it is.
 */
export function pageMean(home: PageVerdict, sample: readonly PageVerdict[]): Verdict {
	if (sample.length === 0) return home.verdict;
	const all = [home, ...sample];
	const judged = all.flatMap(({ url, verdict }): JudgedPage[] =>
		verdict.outcome === "not-applicable" ? [] : [{ url, verdict }],
	);
	const worst = judged.toSorted((a, b) => earned(a.verdict) - earned(b.verdict));
	const [first] = worst;
	if (!first)
		return { outcome: "not-applicable", says: `This applies to none of ${all.length} pages. ${home.verdict.says}` };
	const short = judged.filter(({ verdict }) => verdict.outcome !== "pass");
	const exhibits = exhibitsOf(short.length > 0 ? worst.slice(0, short.length) : judged);
	const template = sharedTemplate(short.flatMap(({ verdict }) => verdict.exhibits ?? []));
	const seen = `${tally(short.length, judged.length, all.length)} ${wordsOf(first)}`;
	const says = template === undefined ? seen : `${clipped(seen, SAYS_LENGTH - template.length - 1)} ${template}`;
	const ratio = judged.reduce((sum, { verdict }) => sum + earned(verdict), 0) / judged.length;
	return verdictOf(first.verdict, ratio, { says, exhibits });
}

type Wording = Pick<Pass, "says"> & { readonly exhibits: readonly Exhibit[] };

function verdictOf(worst: Judgement, ratio: number, wording: Wording): Pass | PartialPass | Fail {
	if (worst.outcome === "pass") return { outcome: "pass", ...wording };
	const { fix, fault } = worst;
	const advice = fault === undefined ? { fix } : { fix, fault };
	if (ratio === 0) return { outcome: "fail", ...advice, ...wording };
	return { outcome: "partial", ratio, ...advice, ...wording };
}

function earned(verdict: Judgement): number {
	if (verdict.outcome === "partial") return verdict.ratio;
	return verdict.outcome === "pass" ? 1 : 0;
}

function tally(short: number, judged: number, all: number): string {
	const others = judged === all ? "" : `; this does not apply to ${all - judged} more`;
	return `${judged - short} of ${plainCount(judged, "page passes", "pages pass")}${others}.`;
}

/** Most checks name the page themselves when something is wrong. */
function wordsOf({ url, verdict: { outcome, says } }: JudgedPage): string {
	const opening = outcome === "pass" ? "For example" : "At worst";
	return says.includes(url) ? `${opening}: ${says}` : `${opening}, on ${url}: ${says}`;
}

function exhibitsOf(pages: readonly JudgedPage[]): Exhibit[] {
	return pages.slice(0, SHOWN).flatMap(({ verdict }) => verdict.exhibits ?? []);
}

export interface PageExhibit {
	readonly url: string;
	readonly excerpt: string;
}

/** Fewer pages may have the same markup by chance. */
const LEAST_PAGES = 3;
/** Shorter markup, such as `<p>`, stands everywhere and tells no template. */
const LEAST_LENGTH = 12;

/**
 * Says that one change to a template corrects a finding on many pages: where the same markup, but for ids, numbers,
 * addresses and values of the page, is shown for most of the pages that have the fault. Undefined where they differ.
 * @param exhibits of all pages with the fault, several a page
 */
export function sharedTemplate(exhibits: readonly PageExhibit[]): string | undefined {
	const all = new Set(exhibits.map(({ url }) => pageOf(url)));
	if (all.size < LEAST_PAGES) return undefined;
	const pagesByMarkup = new Map<string, Set<string>>();
	for (const { url, excerpt } of exhibits) {
		const markup = foldMarkup(excerpt);
		if (markup.length < LEAST_LENGTH) continue;
		const pages = pagesByMarkup.get(markup) ?? new Set();
		pagesByMarkup.set(markup, pages.add(pageOf(url)));
	}
	const most = Math.max(0, ...Array.from(pagesByMarkup.values(), (pages) => pages.size));
	if (most < LEAST_PAGES || most * 2 <= all.size) return undefined;
	const where = most === all.size ? "all" : `${most} of`;
	return `The same markup stands on ${where} ${all.size} pages with this fault, so one change to the page template corrects them.`;
}

/** Attributes whose values name the page or its content, not its template. */
const OF_THE_PAGE =
	/\s(href|src|srcset|sizes|action|content|id|for|alt|title|name|value|poster|datetime|style|aria-label|aria-labelledby|aria-describedby|aria-controls|data-[\w-]+)\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s>]+)/gi;

/** The excerpt without what differs from page to page. */
function foldMarkup(excerpt: string): string {
	return excerpt
		.replace(OF_THE_PAGE, " $1")
		.replace(/https?:\/\/[^\s"'<>]+/gi, "@")
		.replace(/\d+/g, "0")
		.replace(/\s+/g, " ")
		.trim()
		.toLowerCase();
}

/** A page is the same page with any fragment. */
function pageOf(url: string): string {
	return url.split("#", 1)[0] ?? url;
}
