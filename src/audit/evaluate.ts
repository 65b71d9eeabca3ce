import { type Check, type CheckContext, noHomePage, type PageCheck, type SiteCheck } from "#checks/define-check.ts";
import type { AuditMode, Preset } from "#core/preset.ts";
import { type Evidence, type EvidenceKey, type Failed, NETWORK_ONLY, type Page } from "#evidence/evidence-map.ts";
import { type Answer, chargeTo, headingOf, type Judged, toFinding } from "./finding.ts";
import { type PageVerdict, pageMean } from "./page-mean.ts";
import { chargeRootCauses } from "./root-causes.ts";

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

/** The heading of a cause by its id; each is made once, however many pages quote it. */
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

/** What a check said of the site, or of all its pages. */
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

/** Checks of another mode, another kind of site, or of what the source cannot show stand outside the score. */
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

/** Pages beside the home page. */
function sampleOf({ mode, evidence }: Case): readonly Page[] {
	return mode === "deep" && evidence.sample.state === "found" ? evidence.sample.value : [];
}

/**
 * One finding from what a check said of each page: the mean of the pages whose penalty is its own.
 * @param roots of each page, the root cause that carries its penalty
 */
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
	return toFinding(check, left.outcome === own ? left : { ...left, home: own });
}

function withoutCharge(page: PageVerdict, root: string | undefined, titleOf: (id: string) => string): PageVerdict {
	if (root === undefined) return page;
	return { url: page.url, verdict: { outcome: "not-applicable", says: `Follows from "${titleOf(root)}".` } };
}
