import { type Place, REPORT_LIMITS } from "#core/report.ts";
import type { Exhibit, Fail, PartialPass, Pass, Verdict } from "#core/verdict.ts";
import { clipped, plainCount, plural } from "#core/wording.ts";
import type { PageSum, RankedPlace, TemplateSum } from "#evidence/evidence-map.ts";

export interface PageVerdict {
	readonly url: string;
	/** See `templateOf`. */
	readonly template: string;
	readonly verdict: Verdict;
	/** Places of the fault, in page order. */
	readonly places?: readonly Place[] | undefined;
}

type Judgement = Pass | PartialPass | Fail;
type Shown = { readonly url: string; readonly verdict: Judgement };

/** Pages with places shown in a finding. */
const SHOWN = 3;
/** Distinct faulty markups counted per site; a site has at most as many templates. */
const MARKUPS = 1_000;

/** Templates counted per site; the rest share one. */
const TEMPLATES = 200;
const FURTHER = "further";

/**
 * Sums up a check's verdicts, page by page. All templates weigh the same, and so do the pages of a template: 1,000
 * products do not outweigh the rest. Pages that the check does not apply to do not count.
 */
export class PageTally {
	#sum = { pages: 0, judged: 0, short: 0 };
	readonly #templates = new Map<string, TemplateSum>();
	#worst: PageSum["worst"] = [];
	#places: readonly RankedPlace[] = [];
	#unknown: Verdict | undefined;
	#silent: string | undefined;
	readonly #markup = new Map<string, number>();

	add(page: PageVerdict): void {
		const { url, template, verdict } = page;
		this.#sum.pages++;
		if (verdict.outcome === "unknown") this.#unknown ??= verdict;
		if (verdict.outcome === "not-applicable") this.#silent ??= clipped(verdict.says, REPORT_LIMITS.says);
		if (!isJudged(verdict)) return;
		this.#sum.judged++;
		this.#earn(template, [1, earned(verdict), verdict.outcome === "pass" ? 0 : 1]);
		this.#keep([{ url, verdict: quoted(verdict) }]);
		if (verdict.outcome === "pass") return;
		this.#sum.short++;
		this.#place((page.places ?? []).map((place, rank) => ({ ...place, rank, earned: earned(verdict) })));
		for (const markup of markupsOf(verdict.exhibits ?? [])) this.#count(markup, 1);
	}

	/** Adds the sum of further pages, in order after those already added. */
	addAll({ pages, judged, short, templates, worst, places, unknown, silent, markup }: PageSum): void {
		const before = this.#sum;
		this.#sum = { pages: before.pages + pages, judged: before.judged + judged, short: before.short + short };
		for (const [template, each] of Object.entries(templates)) this.#earn(template, each);
		this.#unknown ??= unknown;
		this.#silent ??= silent;
		this.#keep(worst);
		this.#place(places);
		for (const [each, count] of Object.entries(markup)) this.#count(each, count);
	}

	copy(): PageTally {
		const copy = new PageTally();
		copy.addAll(this.sum);
		return copy;
	}

	get sum(): PageSum {
		const markup = Object.fromEntries(this.#markup);
		const templates = Object.fromEntries(this.#templates);
		return {
			...this.#sum,
			templates,
			worst: this.#worst,
			places: this.#places,
			...(this.#unknown ? { unknown: this.#unknown } : {}),
			...(this.#silent === undefined ? {} : { silent: this.#silent }),
			markup,
		};
	}

	#earn(template: string, [judged, earned, short]: TemplateSum): void {
		const key = this.#templates.has(template) || this.#templates.size < TEMPLATES ? template : FURTHER;
		const [judgedBefore, earnedBefore, shortBefore] = this.#templates.get(key) ?? [0, 0, 0];
		this.#templates.set(key, [judgedBefore + judged, earnedBefore + earned, shortBefore + short]);
	}

	#keep(pages: PageSum["worst"]): void {
		const last = this.#worst[SHOWN - 1]?.verdict as Judgement | undefined;
		if (last && pages.every(({ verdict }) => earned(verdict as Judgement) >= earned(last))) return;
		const all = [...this.#worst, ...pages];
		this.#worst = all
			.toSorted((a, b) => earned(a.verdict as Judgement) - earned(b.verdict as Judgement))
			.slice(0, SHOWN);
	}

	#place(places: readonly RankedPlace[]): void {
		if (places.length === 0) return;
		const all = [...this.#places, ...places].toSorted((a, b) => a.rank - b.rank || a.earned - b.earned);
		this.#places = all.slice(0, REPORT_LIMITS.places);
	}

	#count(markup: string, pages: number): void {
		const before = this.#markup.get(markup);
		if (before !== undefined || this.#markup.size < MARKUPS) this.#markup.set(markup, (before ?? 0) + pages);
	}
}

function isJudged(verdict: Verdict): verdict is Judgement {
	return verdict.outcome !== "not-applicable" && verdict.outcome !== "unknown";
}

/** Drops what a finding cannot show. */
function quoted(verdict: Judgement): Judgement {
	const { exhibits } = verdict;
	if (exhibits === undefined || exhibits.length <= REPORT_LIMITS.exhibits) return verdict;
	return { ...verdict, exhibits: exhibits.slice(0, REPORT_LIMITS.exhibits) };
}

/** The mean of what the pages earn. @param home verdict on the home page, which is one of them */
export function pageMean(home: Verdict, { pages, judged, short, templates, worst, unknown, markup }: PageSum): Verdict {
	if (pages === 1) return home;
	const [first] = worst as readonly Shown[];
	if (!first && unknown) return unknown;
	if (!first) return { outcome: "not-applicable", says: `This applies to none of ${pages} pages. ${home.says}` };
	const shown = (worst as readonly Shown[]).slice(0, short > 0 ? short : worst.length);
	const template = sharedTemplate(markup, short);
	const seen = `${tallyWords(short, judged, pages)} ${wordsOf(first)}`;
	const says = template === undefined ? seen : `${clipped(seen, REPORT_LIMITS.says - template.length - 1)} ${template}`;
	const exhibits = shown.flatMap(({ verdict }) => verdict.exhibits ?? []);
	const means = Object.values(templates).map(([count, sum]) => sum / count);
	return verdictOf(first.verdict, means.reduce((all, each) => all + each, 0) / means.length, { says, exhibits });
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

function tallyWords(short: number, judged: number, all: number): string {
	const others = judged === all ? "" : `; this does not apply to ${all - judged} more`;
	const passed = judged - short;
	return `${passed} of ${plainCount(judged, "page")} ${plural(passed || judged, "passes", "pass")}${others}.`;
}

/** Adds the page's address unless the check names it, as most do. */
function wordsOf({ url, verdict: { outcome, says } }: Shown): string {
	if (outcome === "pass") return says.includes(url) ? `For example: ${says}` : `For example, on ${url}: ${says}`;
	return says.includes(url) ? `Worst page: ${says}` : `Worst page, ${url}: ${says}`;
}

/** Fewer pages may share markup by chance. */
const LEAST_PAGES = 3;
/** Shorter markup, such as `<p>`, is everywhere and identifies no template. */
const LEAST_LENGTH = 12;

/** Undefined unless most faulty pages have the same markup, ignoring ids, numbers, addresses and values. */
function sharedTemplate(markup: PageSum["markup"], pages: number): string | undefined {
	const most = Math.max(0, ...Object.values(markup));
	if (most < LEAST_PAGES || most * 2 <= pages) return undefined;
	const where = most === pages ? "all" : `${most} of`;
	return `The same markup is on ${where} ${pages} pages with this fault, so one change to the page template fixes them.`;
}

function markupsOf(exhibits: readonly Exhibit[]): ReadonlySet<string> {
	return new Set(exhibits.map(({ excerpt }) => foldMarkup(excerpt)).filter(({ length }) => length >= LEAST_LENGTH));
}

/** Attributes with values specific to a page or its content, not to its template. */
const OF_THE_PAGE =
	/\s(href|src|srcset|sizes|action|content|id|for|alt|title|name|value|poster|datetime|style|aria-label|aria-labelledby|aria-describedby|aria-controls|data-[\w-]+)\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s>]+)/gi;

function foldMarkup(excerpt: string): string {
	return excerpt
		.replace(OF_THE_PAGE, " $1")
		.replace(/https?:\/\/[^\s"'<>]+/gi, "@")
		.replace(/\d+/g, "0")
		.replace(/\s+/g, " ")
		.trim()
		.toLowerCase();
}
