import { type Check, type CheckContext, noHomePage, type PageCheck, type SiteCheck } from "#checks/define-check.ts";
import { levelsOf } from "#checks/shared/site-addresses.ts";
import { type Occurrence, positionIn } from "#core/occurrence.ts";
import { PILLARS } from "#core/pillar.ts";
import type { AuditMode, Preset } from "#core/preset.ts";
import { type Finding, type Place, REPORT_LIMITS } from "#core/report.ts";
import {
	EXCERPT_LENGTH,
	type Exhibit,
	type Fail,
	isFault,
	isScored,
	type Outcome,
	type OwnCause,
	type PartialPass,
	type Pass,
	type Verdict,
} from "#core/verdict.ts";
import { byCodeUnits, clipped, plainCount } from "#core/wording.ts";
import type { Failed } from "#evidence/evidence-map.ts";
import {
	type Evidence,
	type EvidenceKey,
	NETWORK_ONLY,
	type Page,
	type PageSum,
	type PagesOfCheck,
	type RankedPlace,
	type SitePages,
	type TemplateSum,
} from "#evidence/evidence-map.ts";

export type Judged = Omit<Finding, "lift">;

export type Answer = Verdict & {
	/** What the home page alone gives, where that differs. */
	readonly home?: Exclude<Outcome, "unknown">;
};

/** The one way from answers to findings: it keeps them as short as `core/report.ts` demands. */
export function toFinding(check: Check, answer: Answer): Judged {
	const exhibits: readonly Exhibit[] = "exhibits" in answer ? (answer.exhibits ?? []) : [];
	return {
		id: check.id,
		title: headingOf(check, answer),
		pillar: check.pillar,
		axis: check.axis ?? PILLARS[check.pillar].axis,
		engines: [...check.engines],
		outcome: answer.outcome,
		...(answer.home === undefined ? {} : { home: answer.home }),
		scored: isScored(check),
		...(check.tableStakes ? { tableStakes: true } : {}),
		...(answer.outcome === "partial" ? { ratio: round3(answer.ratio) } : {}),
		weight: check.weight,
		says: clipped(answer.says, REPORT_LIMITS.says),
		...(answer.outcome === "partial" || answer.outcome === "fail"
			? { fix: clipped(answer.fix, REPORT_LIMITS.fix) }
			: {}),
		reference: check.reference,
		evidence: exhibits.slice(0, REPORT_LIMITS.exhibits).map(shown),
	};
}

function headingOf(check: Check, answer: Answer): string {
	if (answer.outcome !== "partial" && answer.outcome !== "fail") return check.title;
	return answer.fault ?? check.fault;
}

export function shown({ url, at, excerpt }: Exhibit): Finding["evidence"][number] {
	return {
		url: clipped(url, REPORT_LIMITS.exhibitUrl),
		...(at === undefined ? {} : { at: clipped(at, REPORT_LIMITS.exhibitPlace) }),
		excerpt: clipped(excerpt, EXCERPT_LENGTH),
	};
}

/** The fault follows from its root cause, and is advised there; what the check itself said stays readable. */
export function chargeTo(root: string, rootTitle: string, finding: Judged): Judged {
	const { ratio, ...rest } = finding;
	return {
		...rest,
		outcome: "not-applicable",
		says: clipped(`Follows from "${rootTitle}": ${finding.says}`, REPORT_LIMITS.says),
		chargedTo: root,
		own: ratio === undefined ? { outcome: "fail" } : { outcome: "partial", ratio },
	};
}

function round3(value: number): number {
	return Math.min(0.999, Math.max(0.001, Math.round(value * 1000) / 1000));
}

interface OwnAnswer {
	readonly id: string;
	readonly outcome: Outcome;
	/** Ids of root causes, nearest first. */
	readonly yieldsTo: readonly string[];
	/** The check says that its fault has another cause: then it is charged nowhere else, or not to these. */
	readonly ownCause?: OwnCause | false;
}

/**
 * Charges lost points to the first root cause that failed and was not charged elsewhere. A pass always stays.
 * @returns id of the charged answer → id of the root cause
 */
export function chargeRootCauses(answers: readonly OwnAnswer[]): Map<string, string> {
	const byId = new Map(answers.map((answer) => [answer.id, answer]));
	const charged = new Map<string, string>();
	const settled = new Set<string>();
	const settle = (answer: OwnAnswer): void => {
		if (settled.has(answer.id)) return;
		settled.add(answer.id);
		for (const id of answer.yieldsTo) {
			const root = byId.get(id);
			if (!root) continue;
			settle(root);
			if (!isFault(answer.outcome) || charged.has(answer.id) || isOwn(answer, id)) continue;
			if (root.outcome === "fail" && !charged.has(id)) charged.set(answer.id, id);
		}
	};
	for (const answer of answers) settle(answer);
	return charged;
}

function isOwn({ ownCause }: OwnAnswer, id: string): boolean {
	return ownCause === true || (ownCause || []).includes(id);
}

export interface PageVerdict {
	readonly url: string;
	/** As of `Page`. */
	readonly sitePath?: string | undefined;
	readonly verdict: Verdict;
	/** Of its fault, in the order of the page. */
	readonly places?: readonly Place[] | undefined;
}

type Judgement = Pass | PartialPass | Fail;
type JudgedPage = { readonly url: string; readonly verdict: Judgement };

/** Pages whose places a finding shows. */
const SHOWN = 3;
/** Markups of faults that are counted on one site; a site has as many templates at most. */
const MARKUPS = 1_000;

/** Templates of one site; what more there are count as one. */
const TEMPLATES = 200;
const FURTHER = "further";

/**
 * Sums up what a check says of pages, one by one. Templates count alike, and pages of one template: a thousand products
 * do not outweigh the rest. A page that the check does not apply to counts nothing.
 */
export class PageTally {
	#sum = { pages: 0, judged: 0, short: 0 };
	readonly #templates = new Map<string, TemplateSum>();
	#worst: PageVerdict[] = [];
	#places: readonly RankedPlace[] = [];
	#unknown: Verdict | undefined;
	readonly #markup = new Map<string, number>();

	add(page: PageVerdict): void {
		const { url, verdict } = page;
		this.#sum.pages++;
		if (verdict.outcome === "unknown") this.#unknown ??= verdict;
		if (!isJudged(verdict)) return;
		this.#sum.judged++;
		this.#earn(templateOf(page), [1, earned(verdict), verdict.outcome === "pass" ? 0 : 1]);
		this.#keep([{ url, verdict: quoted(verdict) }]);
		if (verdict.outcome === "pass") return;
		this.#sum.short++;
		this.#place((page.places ?? []).map((place, rank) => ({ ...place, rank, earned: earned(verdict) })));
		for (const markup of markupsOf(verdict.exhibits ?? [])) this.#count(markup, 1);
	}

	/** What further pages gave, behind those that were added. */
	addAll({ pages, judged, short, templates, worst, places, unknown, markup }: PageSum): void {
		const before = this.#sum;
		this.#sum = { pages: before.pages + pages, judged: before.judged + judged, short: before.short + short };
		for (const [template, each] of Object.entries(templates)) this.#earn(template, each);
		this.#unknown ??= unknown;
		this.#keep(worst);
		this.#place(places);
		for (const [each, count] of Object.entries(markup)) this.#count(each, count);
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
			markup,
		};
	}

	#earn(template: string, [judged, earned, short]: TemplateSum): void {
		const key = this.#templates.has(template) || this.#templates.size < TEMPLATES ? template : FURTHER;
		const [judgedBefore, earnedBefore, shortBefore] = this.#templates.get(key) ?? [0, 0, 0];
		this.#templates.set(key, [judgedBefore + judged, earnedBefore + earned, shortBefore + short]);
	}

	#keep(pages: readonly PageVerdict[]): void {
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

/** The home page, pages beside it, and those of each folder: `/`, `/*`, `/products/*`. */
function templateOf(page: PageVerdict): string {
	const [folder, ...below] = levelsOf(page);
	if (folder === undefined) return "/";
	return below.length === 0 ? "/*" : `/${folder}/*`;
}

function isJudged(verdict: Verdict): verdict is Judgement {
	return verdict.outcome !== "not-applicable" && verdict.outcome !== "unknown";
}

/** No more of it than a finding can show. */
function quoted(verdict: Judgement): Judgement {
	const { exhibits } = verdict;
	if (exhibits === undefined || exhibits.length <= REPORT_LIMITS.exhibits) return verdict;
	return { ...verdict, exhibits: exhibits.slice(0, REPORT_LIMITS.exhibits) };
}

/** The mean of what each page earns. @param home what the home page alone gives, one of the pages */
export function pageMean(home: Verdict, { pages, judged, short, templates, worst, unknown, markup }: PageSum): Verdict {
	if (pages === 1) return home;
	const [first] = worst as readonly JudgedPage[];
	if (!first && unknown) return unknown;
	if (!first) return { outcome: "not-applicable", says: `This applies to none of ${pages} pages. ${home.says}` };
	const shown = (worst as readonly JudgedPage[]).slice(0, short > 0 ? short : worst.length);
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
	return `${judged - short} of ${plainCount(judged, "page passes", "pages pass")}${others}.`;
}

/** Most checks name the page themselves when something is wrong. */
function wordsOf({ url, verdict: { outcome, says } }: JudgedPage): string {
	const opening = outcome === "pass" ? "For example" : "At worst";
	return says.includes(url) ? `${opening}: ${says}` : `${opening}, on ${url}: ${says}`;
}

/** Fewer pages may have the same markup by chance. */
const LEAST_PAGES = 3;
/** Shorter markup, such as `<p>`, stands everywhere and identifies no template. */
const LEAST_LENGTH = 12;

/** Undefined unless most pages with the fault show the same markup, but for ids, numbers, addresses and values. */
function sharedTemplate(markup: PageSum["markup"], pages: number): string | undefined {
	const most = Math.max(0, ...Object.values(markup));
	if (most < LEAST_PAGES || most * 2 <= pages) return undefined;
	const where = most === pages ? "all" : `${most} of`;
	return `The same markup stands on ${where} ${pages} pages with this fault, so one change to the page template corrects them.`;
}

function markupsOf(exhibits: readonly Exhibit[]): ReadonlySet<string> {
	return new Set(exhibits.map(({ excerpt }) => foldMarkup(excerpt)).filter(({ length }) => length >= LEAST_LENGTH));
}

/** Attributes whose values name the page or its content, not its template. */
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

export interface Case {
	readonly evidence: Evidence;
	readonly source: "network" | "folder";
	readonly mode: AuditMode;
	readonly preset: Preset;
	readonly context: CheckContext;
}

/** What a check said: once for the site, or of each page, the home page first, and of further pages in sum. */
type Asked =
	| { readonly check: Check; readonly answer: Answer }
	| {
			readonly check: Check;
			readonly pages: readonly [PageVerdict, ...PageVerdict[]];
			readonly further: PagesOfCheck | undefined;
	  };

export interface Evaluated {
	readonly finding: Judged;
	/** Of a page check, over all pages, without what is charged elsewhere. */
	readonly sum?: PageSum;
}

/** Asks every check, then moves penalties to their root causes. Order of the findings = order of the registry. */
export function evaluate(checks: readonly Check[], given: Case): Evaluated[] {
	const asked = checks.map((check) => ask(check, given));
	const charges = chargesByPage(asked);
	const titleOf = headings(asked);
	return asked.map((each) => {
		const { id } = each.check;
		if ("answer" in each) {
			const finding = toFinding(each.check, each.answer);
			const root = charges[0]?.get(id);
			return { finding: root === undefined ? finding : chargeTo(root, titleOf(root), finding) };
		}
		const roots = each.pages.map((_, index) => charges[index]?.get(id));
		return overPages(each, roots, titleOf);
	});
}

/** Each is made once, however many pages quote it. */
function headings(asked: readonly Asked[]): (id: string) => string {
	const causes = new Map(asked.map((each) => [each.check.id, each]));
	const made = new Map<string, string>();
	return (id) => {
		const cause = causes.get(id);
		const heading = made.get(id) ?? (cause ? headingOf(cause.check, answerOf(cause)) : id);
		made.set(id, heading);
		return heading;
	};
}

function answerOf(asked: Asked): Answer {
	return "answer" in asked ? asked.answer : meanOf(asked.pages, asked.further?.own);
}

function meanOf(pages: readonly [PageVerdict, ...PageVerdict[]], further: PageSum | undefined): Verdict {
	return pageMean(pages[0].verdict, sumOf(pages, further));
}

function sumOf(pages: readonly PageVerdict[], further: PageSum | undefined): PageSum {
	const tally = new PageTally();
	for (const page of pages) tally.add(page);
	if (further) tally.addAll(further);
	return tally.sum;
}

/** Penalties are moved page by page: where one of them is an empty shell, its headings are charged to that, no other's. */
function chargesByPage(asked: readonly Asked[]): readonly ReadonlyMap<string, string>[] {
	const count = Math.max(1, ...asked.map((each) => ("pages" in each ? each.pages.length : 1)));
	return Array.from({ length: count }, (_, index) => chargesOf(asked, index));
}

function chargesOf(asked: readonly Asked[], page: number): ReadonlyMap<string, string> {
	return chargeRootCauses(
		asked.map((each) => {
			const said = "pages" in each ? each.pages[page]?.verdict : each.answer;
			return {
				id: each.check.id,
				outcome: said?.outcome ?? "not-applicable",
				yieldsTo: each.check.yieldsTo ?? [],
				ownCause: (said !== undefined && "ownCause" in said && said.ownCause) || false,
			};
		}),
	);
}

function ask(check: Check, given: Case): Asked {
	const outside = whyOutside(check, given);
	if (outside !== undefined) return { check, answer: { outcome: "not-applicable", says: outside } };
	const missing = firstFailed(check.needs, given.evidence);
	if (missing && isNotShown(missing, given))
		return { check, answer: { outcome: "not-applicable", says: missing.reason } };
	if (missing) return { check, answer: { outcome: "unknown", says: `We could not look: ${missing.reason}` } };
	return check.scope === "site" ? { check, answer: askSite(check, given) } : askPages(check, given);
}

function whyOutside(check: Check, given: Case): string | undefined {
	if (check.mode === "deep" && given.mode === "light") return "This is looked at in a deep audit only.";
	if (check.presets && !check.presets.includes(given.preset)) return "This does not apply to this kind of site.";
	if (given.source === "folder" && check.needs.some((key) => NETWORK_ONLY.has(key)))
		return "A folder cannot show this; it is looked at when the public site is audited.";
	return undefined;
}

/** Files at the root of a host are not the business of a folder that is published below a path. */
function isNotShown({ code, url }: Failed, { evidence, source }: Case): boolean {
	return code === "not-shown" || (source === "folder" && code === "not-in-folder" && url !== evidence.home.url);
}

function firstFailed(needs: readonly EvidenceKey[], evidence: Evidence): Failed | undefined {
	for (const key of needs) {
		const seen = evidence[key];
		if (seen.state === "failed") return seen;
	}
	return undefined;
}

function askSite(check: SiteCheck, given: Case): Answer {
	// `needs` was checked above: what is handed over is settled, and the check's type allows it no other key.
	return check.evaluate(given.evidence as Parameters<SiteCheck["evaluate"]>[0], given.context);
}

function askPages(check: PageCheck, given: Case): Asked {
	const { home } = given.evidence;
	if (home.state === "failed")
		return { check, answer: { outcome: "unknown", says: `We could not look: ${home.reason}` } };
	if (home.state === "absent") return { check, answer: noHomePage(home) };
	const { pages } = given.evidence;
	const further = pages.state === "found" ? pages.value.checks[check.id] : undefined;
	const sample = further ? [] : sampleOf(given);
	return {
		check,
		pages: [verdictOn(home.value, check, given), ...sample.map((page) => verdictOn(page, check, given))],
		further,
	};
}

function verdictOn(page: Page, check: PageCheck, given: Case): PageVerdict {
	// `needs` was checked before: what is handed over is settled.
	const verdict = check.evaluate(page, given.evidence as Parameters<PageCheck["evaluate"]>[1], given.context);
	const { url, sitePath } = page;
	return { url, ...(sitePath === undefined ? {} : { sitePath }), verdict, places: worstPlaces(page, check, verdict) };
}

function worstPlaces(page: Page, check: PageCheck, verdict: Verdict): readonly Place[] {
	if (verdict.outcome !== "partial" && verdict.outcome !== "fail") return [];
	const places = toPlaces(page, { check, verdict }).slice(0, REPORT_LIMITS.places);
	return places.map(({ excerpt, ...at }) => ({
		page: clipped(page.url, REPORT_LIMITS.exhibitUrl),
		...at,
		...(excerpt === "" ? {} : { excerpt: clipped(excerpt, REPORT_LIMITS.placeExcerpt) }),
	}));
}

function sampleOf({ mode, evidence }: Case): readonly Page[] {
	return mode === "deep" && evidence.sample.state === "found" ? evidence.sample.value : [];
}

/** @param roots of each page, the root cause that carries its penalty */
function overPages(
	{ check, pages, further }: Extract<Asked, { pages: unknown }>,
	roots: readonly (string | undefined)[],
	titleOf: (id: string) => string,
): Evaluated {
	const [home = pages[0], ...sample] = pages.map((page, index) => withoutCharge(page, roots[index], titleOf));
	const root = roots.find((each) => each !== undefined) ?? further?.root;
	const sum = sumOf([home, ...sample], further?.charged ?? further?.own);
	const left = pageMean(home.verdict, sum);
	if (root !== undefined && left.outcome === "not-applicable") {
		return { finding: chargeTo(root, titleOf(root), toFinding(check, meanOf(pages, further?.own))) };
	}
	const own = home.verdict.outcome;
	const finding = toFinding(check, left.outcome === own || own === "unknown" ? left : { ...left, home: own });
	return { finding: { ...finding, ...overSite(sum) }, sum };
}

function overSite({ pages, judged, short, places, templates }: PageSum): Pick<Judged, "pages" | "places"> {
	if (pages === 1 || judged === 0) return {};
	const worst = places.map(({ rank: _rank, earned: _earned, ...place }) => place);
	const faulty = Object.entries(templates).flatMap(([template, [, , ofIt]]) =>
		ofIt > 0 ? [{ template: clipped(template, REPORT_LIMITS.exhibitUrl), short: ofIt }] : [],
	);
	const most = faulty.sort((a, b) => b.short - a.short || byCodeUnits(a.template, b.template));
	const shown = most.slice(0, REPORT_LIMITS.faultTemplates);
	return {
		pages: { judged, short, ...(shown.length > 0 ? { templates: shown } : {}) },
		...(worst.length > 0 ? { places: worst } : {}),
	};
}

function withoutCharge(page: PageVerdict, root: string | undefined, titleOf: (id: string) => string): PageVerdict {
	if (root === undefined) return page;
	return { ...page, verdict: { outcome: "not-applicable", says: `Follows from "${titleOf(root)}".` } };
}

/** Judges one page after the other by all page checks, of a site whose other evidence is known. */
export class PageJudge {
	readonly #given: Case;
	readonly #asked: readonly Asked[];
	readonly #sums = new Map<string, { readonly own: PageTally; readonly charged: PageTally; root?: string }>();

	/** @param given evidence with a home page */
	constructor(checks: readonly Check[], given: Case) {
		this.#given = given;
		this.#asked = checks.map((check) => ask(check, given));
	}

	/** What page checks say of the home page, which the sums leave out; without what follows from a root cause. */
	home(): readonly PageFault[] {
		return faultsOf(this.#asked, 0);
	}

	/** Takes the page into the sums. @returns its faults, without what follows from a root cause */
	add(page: Page): readonly PageFault[] {
		const asked = this.#asked.map((each): Asked => {
			const { check } = each;
			if ("answer" in each || check.scope === "site") return each;
			return { check, pages: [verdictOn(page, check, this.#given)], further: undefined };
		});
		const charges = chargesOf(asked, 0);
		for (const each of asked) {
			if (!("pages" in each)) continue;
			const { id } = each.check;
			const root = charges.get(id);
			const sums = this.#sums.get(id) ?? { own: new PageTally(), charged: new PageTally() };
			this.#sums.set(id, sums);
			sums.own.add(each.pages[0]);
			sums.charged.add(withoutCharge(each.pages[0], root, (cause) => cause));
			if (root !== undefined) sums.root ??= root;
		}
		return faultsOf(asked, 0, charges);
	}

	sums(): SitePages["checks"] {
		return Object.fromEntries(
			[...this.#sums].map(([id, { own, charged, root }]) => [
				id,
				root === undefined ? { own: own.sum } : { own: own.sum, charged: charged.sum, root },
			]),
		);
	}
}

/** A page check's fault on one page. */
export interface PageFault {
	readonly check: PageCheck;
	readonly verdict: PartialPass | Fail;
}

function faultsOf(asked: readonly Asked[], page: number, charges = chargesOf(asked, page)): readonly PageFault[] {
	return asked.flatMap((each): PageFault[] => {
		if (!("pages" in each) || each.check.scope !== "page" || charges.has(each.check.id)) return [];
		const verdict = each.pages[page]?.verdict;
		if (verdict?.outcome !== "partial" && verdict?.outcome !== "fail") return [];
		return [{ check: each.check, verdict }];
	});
}

/** Checks whose missing thing belongs to another element than that of their pillar. */
const LACKING: Readonly<Record<string, "html" | "head" | "body">> = {
	lang: "html",
	charset: "head",
	"viewport-zoom": "head",
};
const IN_HEAD: ReadonlySet<string> = new Set(["discovery", "data", "access", "delivery"]);

/** Every place of a fault; where the page lacks something, the element that lacks it. */
export function toPlaces(
	{ url, digest }: Page,
	{ check, verdict }: PageFault,
): readonly Pick<Occurrence, "line" | "column" | "excerpt">[] {
	const own = (verdict.exhibits ?? []).filter((each) => each.url === url);
	const lacking = LACKING[check.id] ?? (IN_HEAD.has(check.pillar) ? "head" : "body");
	const places = own.length > 0 ? own : [digest.parts[lacking]];
	return places.map(({ at, excerpt }) => ({ ...positionIn(at), excerpt }));
}
