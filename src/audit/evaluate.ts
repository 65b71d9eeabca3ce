import {
	type Check,
	type CheckContext,
	noHomePage,
	type PageCheck,
	type PagesCheck,
	type SiteCheck,
} from "#checks/define-check.ts";
import { ONLY_PAGE, type PageRow, type PageRows, rowOf, templateOf } from "#checks/shared/page-rows.ts";
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
	type Verdict,
} from "#core/verdict.ts";
import { byCodeUnits, clipped } from "#core/wording.ts";
import type { Failed } from "#evidence/evidence-map.ts";
import {
	type Evidence,
	type EvidenceKey,
	NETWORK_ONLY,
	type Page,
	type PageSum,
	type PagesOfCheck,
	type SitePages,
} from "#evidence/evidence-map.ts";
import { PageTally, type PageVerdict, pageMean } from "./page-sums.ts";

export type Judged = Omit<Finding, "lift">;

export type Answer = Verdict & {
	/** Outcome on the home page alone, if it differs. */
	readonly home?: Exclude<Outcome, "unknown">;
};

/** All findings are made here: it enforces the lengths of `core/report.ts`. */
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

/** Marks a fault as caused by its root cause, where the fix is; keeps what the check itself said. */
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
	/** Root causes that the fault must not be charged to, because the check found another cause; true: to none. */
	readonly ownCause?: OwnCause | false;
}

/**
 * Charges lost points to the first root cause that failed and was not charged itself. Passes are never charged.
 * @returns id of the charged answer → id of the root cause
 */
export function chargeRootCauses(answers: readonly OwnAnswer[]): Map<string, string> {
	const charged = new Map<string, string>();
	const failed = new Set(answers.flatMap(({ id, outcome }) => (outcome === "fail" ? [id] : [])));
	if (!answers.some(({ outcome, yieldsTo }) => isFault(outcome) && yieldsTo.some((id) => failed.has(id))))
		return charged;
	const byId = new Map(answers.map((answer) => [answer.id, answer]));
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

export interface Case {
	readonly evidence: Evidence;
	readonly source: "network" | "folder";
	readonly mode: AuditMode;
	readonly preset: Preset;
	readonly context: CheckContext;
}

/** The answer of a check: one for the site, or one for the home page and a sum over further pages. */
type Asked = { readonly check: Check; readonly answer: Answer; readonly sum?: PageSum | undefined } | AskedOfPages;

interface AskedOfPages {
	readonly check: PageCheck;
	readonly home: PageVerdict;
	readonly further: PagesOfCheck | undefined;
}

export interface Evaluated {
	readonly finding: Judged;
	/** Over all pages, without faults charged to root causes. */
	readonly sum?: PageSum;
}

/** Runs every check, then charges penalties to root causes. Findings are in registry order. */
export function evaluate(checks: readonly Check[], given: Case): Evaluated[] {
	const asked = checks.map((check) => ask(check, given));
	const charges = chargesOf(asked);
	const titleOf = headings(asked);
	return asked.map((each) => {
		const root = charges.get(each.check.id);
		if ("home" in each) return overPages(each, root, titleOf);
		const finding = toFinding(each.check, each.answer);
		if (root !== undefined) return { finding: chargeTo(root, titleOf(root), finding) };
		return each.sum ? { finding: { ...finding, ...overSite(each.sum) }, sum: each.sum } : { finding };
	});
}

/** Cached: many pages quote the same heading. */
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
	return "answer" in asked ? asked.answer : meanOf(asked.home, asked.further?.own);
}

function meanOf(home: PageVerdict, further: PageSum | undefined): Verdict {
	return pageMean(home.verdict, sumOf(home, further));
}

function sumOf(home: PageVerdict, further: PageSum | undefined): PageSum {
	const tally = new PageTally();
	tally.add(home);
	if (further) tally.addAll(further);
	return tally.sum;
}

/** Charges each page separately: only an empty shell's own missing headings are charged to the empty shell. */
function chargesOf(
	asked: readonly Asked[],
	ofPage: Readonly<Record<string, Verdict>> = {},
): ReadonlyMap<string, string> {
	return chargeRootCauses(
		asked.map((each) => {
			const said = "home" in each ? (ofPage[each.check.id] ?? each.home.verdict) : each.answer;
			return {
				id: each.check.id,
				outcome: said.outcome,
				yieldsTo: each.check.yieldsTo ?? [],
				ownCause: ("ownCause" in said && said.ownCause) || false,
			};
		}),
	);
}

function ask(check: Check, given: Case): Asked {
	const outside = whyNotApplicable(check, given);
	if (outside !== undefined) return { check, answer: { outcome: "not-applicable", says: outside } };
	const missing = firstFailed(check.needs, given.evidence);
	if (missing && isNotShown(missing, given))
		return { check, answer: { outcome: "not-applicable", says: missing.reason } };
	if (missing) return { check, answer: { outcome: "unknown", says: `We could not check this: ${missing.reason}` } };
	if (check.scope === "site") return { check, answer: askSite(check, given) };
	return check.scope === "page" ? askPages(check, given) : askRows(check, given.evidence);
}

function whyNotApplicable(check: Check, given: Case): string | undefined {
	if (check.mode === "deep" && given.mode === "light") return "Only a deep audit checks this.";
	if (check.presets && !check.presets.includes(given.preset)) return "This does not apply to this kind of site.";
	if (given.source === "folder" && check.needs.some((key) => NETWORK_ONLY.has(key)))
		return "A folder cannot show this; an audit of the public site checks it.";
	return undefined;
}

/** A folder published below a path does not control files at the root of its host. */
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
	// `needs` was checked above, so this evidence is settled; the check's type gives it no other keys.
	const answer = check.evaluate(given.evidence as Parameters<SiteCheck["evaluate"]>[0], given.context);
	const { home } = given.evidence;
	const isOfHome = check.needs.every((key) => key === "home") && !OF_THE_ANSWER.has(check.pillar);
	return isOfHome && home.state === "found" ? placed(answer, check, home.value) : answer;
}

/** Adds a place to faults without one: the element that lacks something. */
function placed(verdict: Verdict, check: Pick<Check, "id" | "pillar">, { url, digest }: Page): Verdict {
	if (!isFaulty(verdict) || verdict.exhibits?.length) return verdict;
	return { ...verdict, exhibits: [{ url, ...digest.parts[lackingIn(check)] }] };
}

function askPages(check: PageCheck, given: Case): Asked {
	const { home } = given.evidence;
	if (home.state === "failed")
		return { check, answer: { outcome: "unknown", says: `We could not check this: ${home.reason}` } };
	if (home.state === "absent") return { check, answer: noHomePage(home) };
	const { pages } = given.evidence;
	const further = pages.state === "found" ? pages.value.checks[check.id] : undefined;
	const { url, digest } = home.value;
	const said = verdictOn(home.value, check, given);
	// In a comparison of pages, an element common to all of them identifies no template.
	const verdict = further ? said : placed(said, check, home.value);
	const places = isFaulty(verdict) ? worstPlaces({ url, parts: digest.parts }, check, verdict) : [];
	return { check, home: { url, template: templateOf(home.value), verdict, places }, further };
}

/** `PageJudge` has summed up the pages. */
function askRows(check: PagesCheck, { pages }: Evidence): Asked {
	const sum = pages.state === "found" ? pages.value.checks[check.id]?.own : undefined;
	if (!sum || sum.pages < 2) return { check, answer: ONLY_PAGE };
	return { check, answer: pageMean({ outcome: "not-applicable", says: sum.silent ?? "" }, sum), sum };
}

function verdictOn(page: Page, check: PageCheck, given: Case): Verdict {
	// The caller checked `needs`, so this evidence is settled.
	return check.evaluate(page, given.evidence as Parameters<PageCheck["evaluate"]>[1], given.context);
}

function worstPlaces(page: Placed, check: PageFault["check"], verdict: PageFault["verdict"]): readonly Place[] {
	const places = toPlaces(page, { check, verdict }).slice(0, REPORT_LIMITS.places);
	return places.map(({ line, column, excerpt }) => ({
		page: clipped(page.url, REPORT_LIMITS.exhibitUrl),
		...(line === undefined ? {} : { line }),
		...(column === undefined ? {} : { column }),
		...(excerpt === "" ? {} : { excerpt: clipped(excerpt, REPORT_LIMITS.placeExcerpt) }),
	}));
}

/** @param charged the root cause that carries the home page's penalty */
function overPages(
	{ check, home, further }: Extract<Asked, { home: unknown }>,
	charged: string | undefined,
	titleOf: (id: string) => string,
): Evaluated {
	const own = withoutCharge(home, charged, titleOf);
	const root = charged ?? further?.root;
	const sum = sumOf(own, further?.charged ?? further?.own);
	const left = pageMean(own.verdict, sum);
	if (root !== undefined && left.outcome === "not-applicable")
		return { finding: chargeTo(root, titleOf(root), toFinding(check, meanOf(home, further?.own))) };
	const { outcome } = own.verdict;
	const finding = toFinding(
		check,
		left.outcome === outcome || outcome === "unknown" ? left : { ...left, home: outcome },
	);
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

/** What we keep of a page after dropping its bytes. Plain data. */
export interface JudgedPage {
	readonly row: PageRow;
	/** By id of the page check. */
	readonly verdicts: Readonly<Record<string, Verdict>>;
	/** Id of a check that fails because of another → id of that root cause. */
	readonly charges: Readonly<Record<string, string>>;
}

let judges = 0;

/** Judges pages one by one with all page checks; the site's other evidence must be complete. */
export class PageJudge {
	/** Unique within this process. */
	readonly id = ++judges;
	readonly #given: Case;
	readonly #asked: readonly Asked[];
	readonly #checks: ReadonlyMap<string, PageCheck>;
	#text: string | undefined;
	readonly #sums = new Map<string, { readonly own: PageTally; readonly charged?: PageTally; readonly root?: string }>();

	/** @param given evidence with a home page */
	constructor(checks: readonly Check[], given: Case) {
		this.#given = given;
		this.#asked = checks.map((check) => ask(check, given));
		this.#checks = new Map(
			this.#asked.flatMap((each) => ("home" in each ? [[each.check.id, each.check] as const] : [])),
		);
	}

	judge(page: Page): JudgedPage {
		const judged = this.#judged(page, ({ check }) => verdictOn(page, check, this.#given));
		return this.#isUnlisted(judged) ? this.#withoutListing(judged) : judged;
	}

	/** On purpose: at the home page and in the sitemap, noindex is a fault, and the page is judged like any other. */
	#isUnlisted({ row, verdicts }: JudgedPage): boolean {
		return row.noindex && verdicts.noindex?.outcome === "not-applicable";
	}

	#withoutListing({ verdicts, ...judged }: JudgedPage): JudgedPage {
		const says = `${judged.row.url} asks search engines not to list it.`;
		const left = Object.entries(verdicts).map(([id, verdict]): [string, Verdict] => {
			return [id, this.#checks.get(id)?.listedOnly ? { outcome: "not-applicable", says } : verdict];
		});
		return { ...judged, verdicts: Object.fromEntries(left) };
	}

	/** JSON of everything else that a worker needs, besides the registry, to judge alike. */
	get text(): string {
		this.#text ??= JSON.stringify(this.#given);
		return this.#text;
	}

	get sitePath(): string | undefined {
		const { home } = this.#given.evidence;
		return home.state === "found" ? home.value.sitePath : undefined;
	}

	/** The home page as judged with the site. */
	home(page: Page): JudgedPage {
		return this.#judged(page, ({ home }) => home.verdict);
	}

	#judged(page: Page, verdictOf: (asked: AskedOfPages) => Verdict): JudgedPage {
		const verdicts = Object.fromEntries(
			this.#asked.flatMap((each) => ("home" in each ? [[each.check.id, verdictOf(each)] as const] : [])),
		);
		return {
			row: rowOf(page, this.#given.context.auditedAt),
			verdicts,
			charges: Object.fromEntries(chargesOf(this.#asked, verdicts)),
		};
	}

	/** Adds a page to the sums; the home page is not in them. */
	add({ row, verdicts, charges }: JudgedPage): void {
		const template = templateOf(row);
		for (const [id, check] of this.#checks) {
			const verdict = verdicts[id];
			if (!verdict) continue;
			const root = charges[id];
			const sums = this.#sums.get(id) ?? { own: new PageTally() };
			this.#sums.set(id, sums);
			if (root !== undefined && !sums.charged) Object.assign(sums, { charged: sums.own.copy(), root });
			const places = isFaulty(verdict) ? worstPlaces(row, check, verdict) : [];
			const page = { url: row.url, template, verdict, places };
			sums.own.add(page);
			sums.charged?.add(withoutCharge(page, root, (cause) => cause));
		}
	}

	/** Every occurrence on a page, without those charged to a root cause. */
	placesOf({ row, verdicts, charges }: JudgedPage): readonly PagePlace[] {
		return [...this.#checks].flatMap(([id, check]) => {
			const verdict = verdicts[id];
			return verdict && isFaulty(verdict) && charges[id] === undefined ? toPlaces(row, { check, verdict }) : [];
		});
	}

	/** Runs the checks that compare pages. @param pages including the home page */
	judgeRows(pages: PageRows): readonly PagePlace[] {
		return this.#asked.flatMap(({ check }) => {
			if (check.scope !== "pages") return [];
			const found = this.#judgeTogether(check, pages);
			return this.#hasFailed(check.yieldsTo ?? []) ? [] : found;
		});
	}

	#judgeTogether(check: PagesCheck, pages: PageRows): readonly PagePlace[] {
		const tally = new PageTally();
		const found: PagePlace[] = [];
		for (const row of pages) {
			const verdict = pages.size > 1 ? check.evaluate(row, pages) : ONLY_PAGE;
			const isFault = isFaulty(verdict);
			const places = isFault ? worstPlaces(row, check, verdict) : [];
			tally.add({ url: row.url, template: templateOf(row), verdict, places });
			if (isFault) found.push(...toPlaces(row, { check, verdict }));
		}
		this.#sums.set(check.id, { own: tally });
		return found;
	}

	/** Whether one of these root causes failed on the home page or for the site. */
	#hasFailed(roots: readonly string[]): boolean {
		return this.#asked.some((each) => {
			const said = "home" in each ? each.home.verdict : each.answer;
			return said.outcome === "fail" && roots.includes(each.check.id);
		});
	}

	sums(): SitePages["checks"] {
		return Object.fromEntries(
			[...this.#sums].map(([id, { own, charged, root }]) => [
				id,
				charged === undefined ? { own: own.sum } : { own: own.sum, charged: charged.sum, root },
			]),
		);
	}
}

export interface PageFault {
	readonly check: PageCheck | PagesCheck;
	readonly verdict: PartialPass | Fail;
}

export type PagePlace = Omit<Occurrence, "file">;

function isFaulty(verdict: Verdict): verdict is PartialPass | Fail {
	return verdict.outcome === "partial" || verdict.outcome === "fail";
}

/** Checks that blame another element than their pillar's default for what is missing. */
const LACKING: Readonly<Record<string, "html" | "head" | "body">> = {
	lang: "html",
	"internal-reach": "html",
	"sitemap-coverage": "html",
	charset: "head",
	"viewport-zoom": "head",
};
/** Pillars with site-wide faults in the responses, not in an element of the home page. */
const OF_THE_ANSWER: ReadonlySet<string> = new Set(["access", "delivery"]);
const IN_HEAD: ReadonlySet<string> = new Set(["discovery", "data", "access", "delivery"]);

function lackingIn({ id, pillar }: Pick<Check, "id" | "pillar">): "html" | "head" | "body" {
	return LACKING[id] ?? (IN_HEAD.has(pillar) ? "head" : "body");
}

type Placed = Pick<PageRow, "url" | "parts">;

/** All places of a fault; if something is missing, the element that lacks it. */
function toPlaces({ url, parts }: Placed, { check, verdict }: PageFault): readonly PagePlace[] {
	const { outcome, says, fix } = verdict;
	const own = (verdict.exhibits ?? []).filter((each) => each.url === url);
	const places = own.length > 0 ? own : [parts[lackingIn(check)]];
	return places.map(({ at, excerpt }) => ({
		check: check.id,
		outcome,
		page: url,
		...positionIn(at),
		excerpt,
		says,
		fix,
	}));
}
