import { type Check, type CheckContext, noHomePage, type PageCheck, type SiteCheck } from "#checks/define-check.ts";
import { PILLARS } from "#core/pillar.ts";
import type { AuditMode, Preset } from "#core/preset.ts";
import { type Finding, REPORT_LIMITS } from "#core/report.ts";
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
import { clipped, plainCount } from "#core/wording.ts";
import type { Failed } from "#evidence/evidence-map.ts";
import { type Evidence, type EvidenceKey, NETWORK_ONLY, type Page } from "#evidence/evidence-map.ts";

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
	readonly verdict: Verdict;
}

type Judgement = Pass | PartialPass | Fail;
type JudgedPage = { readonly url: string; readonly verdict: Judgement };

const SHOWN = 3;

/** The mean of what each page earns: all count alike, and a page to which the check does not apply counts nothing. */
export function pageMean(home: PageVerdict, sample: readonly PageVerdict[]): Verdict {
	if (sample.length === 0) return home.verdict;
	const all = [home, ...sample];
	const judged = all.flatMap(({ url, verdict }): JudgedPage[] =>
		verdict.outcome === "not-applicable" || verdict.outcome === "unknown" ? [] : [{ url, verdict }],
	);
	const worst = judged.toSorted((a, b) => earned(a.verdict) - earned(b.verdict));
	const [first] = worst;
	const unknown = all.find(({ verdict }) => verdict.outcome === "unknown");
	if (!first && unknown) return unknown.verdict;
	if (!first)
		return { outcome: "not-applicable", says: `This applies to none of ${all.length} pages. ${home.verdict.says}` };
	const short = judged.filter(({ verdict }) => verdict.outcome !== "pass");
	const exhibits = exhibitsOf(short.length > 0 ? worst.slice(0, short.length) : judged);
	const template = sharedTemplate(short.flatMap(({ verdict }) => verdict.exhibits ?? []));
	const seen = `${tally(short.length, judged.length, all.length)} ${wordsOf(first)}`;
	const says = template === undefined ? seen : `${clipped(seen, REPORT_LIMITS.says - template.length - 1)} ${template}`;
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
/** Shorter markup, such as `<p>`, stands everywhere and identifies no template. */
const LEAST_LENGTH = 12;

/** Undefined unless most pages with the fault show the same markup, but for ids, numbers, addresses and values. */
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

function foldMarkup(excerpt: string): string {
	return excerpt
		.replace(OF_THE_PAGE, " $1")
		.replace(/https?:\/\/[^\s"'<>]+/gi, "@")
		.replace(/\d+/g, "0")
		.replace(/\s+/g, " ")
		.trim()
		.toLowerCase();
}

function pageOf(url: string): string {
	return url.split("#", 1)[0] ?? url;
}

export interface Case {
	readonly evidence: Evidence;
	readonly source: "network" | "folder";
	readonly mode: AuditMode;
	readonly preset: Preset;
	readonly context: CheckContext;
}

/** What a check said: once for the site, or of each page, the home page first. */
type Asked =
	| { readonly check: Check; readonly answer: Answer }
	| { readonly check: Check; readonly pages: readonly [PageVerdict, ...PageVerdict[]] };

/** Asks every check, then moves penalties to their root causes. Order of the findings = order of the registry. */
export function evaluate(checks: readonly Check[], given: Case): Judged[] {
	const asked = checks.map((check) => ask(check, given));
	const charges = chargesByPage(asked);
	const titleOf = headings(asked);
	return asked.map((each) => {
		const { id } = each.check;
		if ("answer" in each) {
			const finding = toFinding(each.check, each.answer);
			const root = charges[0]?.get(id);
			return root === undefined ? finding : chargeTo(root, titleOf(root), finding);
		}
		const roots = each.pages.map((_, index) => charges[index]?.get(id));
		return overPages(each.check, each.pages, roots, titleOf);
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
	if ("answer" in asked) return asked.answer;
	const [home, ...sample] = asked.pages;
	return pageMean(home, sample);
}

/** Penalties are moved page by page: where one of them is an empty shell, its headings are charged to that, no other's. */
function chargesByPage(asked: readonly Asked[]): readonly ReadonlyMap<string, string>[] {
	const count = Math.max(1, ...asked.map((each) => ("pages" in each ? each.pages.length : 1)));
	return Array.from({ length: count }, (_, index) =>
		chargeRootCauses(
			asked.map((each) => {
				const said = "pages" in each ? each.pages[index]?.verdict : each.answer;
				return {
					id: each.check.id,
					outcome: said?.outcome ?? "not-applicable",
					yieldsTo: each.check.yieldsTo ?? [],
					ownCause: (said !== undefined && "ownCause" in said && said.ownCause) || false,
				};
			}),
		),
	);
}

function ask(check: Check, given: Case): Asked {
	const outside = whyOutside(check, given);
	if (outside !== undefined) return { check, answer: { outcome: "not-applicable", says: outside } };
	const missing = firstFailed(check.needs, given.evidence);
	if (missing?.code === "not-shown") return { check, answer: { outcome: "not-applicable", says: missing.reason } };
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
	const verdictOf = (page: Page): PageVerdict => ({
		url: page.url,
		verdict: check.evaluate(page, given.evidence as Parameters<PageCheck["evaluate"]>[1], given.context),
	});
	return { check, pages: [verdictOf(home.value), ...sampleOf(given).map(verdictOf)] };
}

function sampleOf({ mode, evidence }: Case): readonly Page[] {
	return mode === "deep" && evidence.sample.state === "found" ? evidence.sample.value : [];
}

/** @param roots of each page, the root cause that carries its penalty */
function overPages(
	check: Check,
	pages: readonly [PageVerdict, ...PageVerdict[]],
	roots: readonly (string | undefined)[],
	titleOf: (id: string) => string,
): Judged {
	const [home, ...sample] = pages.map((page, index) => withoutCharge(page, roots[index], titleOf));
	const [root] = roots.filter((each) => each !== undefined);
	const left = pageMean(home ?? pages[0], sample);
	if (root !== undefined && left.outcome === "not-applicable") {
		return chargeTo(root, titleOf(root), toFinding(check, answerOf({ check, pages })));
	}
	const own = home?.verdict.outcome ?? left.outcome;
	return toFinding(check, left.outcome === own || own === "unknown" ? left : { ...left, home: own });
}

function withoutCharge(page: PageVerdict, root: string | undefined, titleOf: (id: string) => string): PageVerdict {
	if (root === undefined) return page;
	return { url: page.url, verdict: { outcome: "not-applicable", says: `Follows from "${titleOf(root)}".` } };
}
