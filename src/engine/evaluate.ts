import type { Check, CheckContext, PageCheck, SiteCheck } from "#checks/define-check.ts";
import { PILLARS } from "#core/pillar.ts";
import type { AuditMode, Preset } from "#core/preset.ts";
import type { Finding } from "#core/report.ts";
import type { Exhibit, Verdict } from "#core/verdict.ts";
import { type Evidence, type EvidenceKey, NETWORK_ONLY, type Page } from "#evidence/evidence-map.ts";
import type { Failed } from "#evidence/observation.ts";
import { pageMean } from "./page-mean.ts";
import { chargeRootCauses, type OwnAnswer } from "./root-causes.ts";

/** A finding before its lift is known. */
export type Judged = Omit<Finding, "lift">;

export interface Case {
	readonly evidence: Evidence;
	readonly source: "network" | "folder";
	readonly mode: AuditMode;
	readonly preset: Preset;
	readonly context: CheckContext;
}

type Answer = (Verdict | { readonly outcome: "unknown"; readonly says: string }) & {
	/** What the home page alone gives, where that differs. */
	readonly home?: Verdict["outcome"];
};

/** Asks every check, then moves penalties to their root causes. Order of the findings = order of the registry. */
export function evaluate(checks: readonly Check[], given: Case): Judged[] {
	const answers = checks.map((check) => ({ check, answer: answerOf(check, given) }));
	const charged = chargeRootCauses(answers.map(({ check, answer }) => ownAnswer(check, answer)));
	const titles = new Map(checks.map((check) => [check.id, check.title]));
	return answers.map(({ check, answer }) => {
		const root = charged.get(check.id);
		const finding = toFinding(check, answer);
		return root === undefined ? finding : chargeTo(root, titles.get(root) ?? root, finding);
	});
}

function ownAnswer(check: Check, answer: Answer): OwnAnswer {
	return { id: check.id, outcome: answer.outcome, yieldsTo: check.yieldsTo ?? [] };
}

function answerOf(check: Check, given: Case): Answer {
	const outside = whyOutside(check, given);
	if (outside !== undefined) return { outcome: "not-applicable", says: outside };
	const missing = firstFailed(check.needs, given.evidence);
	if (missing?.code === "not-shown") return { outcome: "not-applicable", says: missing.reason };
	if (missing) return { outcome: "unknown", says: `We could not look: ${missing.reason}` };
	return check.scope === "site" ? askSite(check, given) : askPages(check, given);
}

/** Checks of another mode, another kind of site, or of what the source cannot show stand outside the score. */
function whyOutside(check: Check, given: Case): string | undefined {
	if (check.mode === "deep" && given.mode === "light") return "This is looked at in a deep audit only.";
	if (check.presets && !check.presets.includes(given.preset)) return "This does not apply to this kind of site.";
	if (given.source === "folder" && check.needs.some((key) => NETWORK_ONLY.has(key))) {
		return "A folder cannot show this; it is looked at when the public site is audited.";
	}
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

function askPages(check: PageCheck, given: Case): Answer {
	const { home } = given.evidence;
	if (home.state === "failed") return { outcome: "unknown", says: `We could not look: ${home.reason}` };
	if (home.state === "absent") {
		return { outcome: "not-applicable", says: `The home page answers ${home.status}, so there is no page to look at.` };
	}
	const ask = (page: Page) => ({
		url: page.url,
		verdict: check.evaluate(page, given.evidence as Parameters<PageCheck["evaluate"]>[1], given.context),
	});
	const own = ask(home.value);
	const mean = pageMean(own, sampleOf(given).map(ask));
	return mean.outcome === own.verdict.outcome ? mean : { ...mean, home: own.verdict.outcome };
}

/** Pages beside the home page. */
function sampleOf({ mode, evidence }: Case): readonly Page[] {
	return mode === "deep" && evidence.sample.state === "found" ? evidence.sample.value : [];
}

function toFinding(check: Check, answer: Answer): Judged {
	const exhibits: readonly Exhibit[] = "exhibits" in answer ? (answer.exhibits ?? []) : [];
	return {
		id: check.id,
		title: check.title,
		pillar: check.pillar,
		axis: check.axis ?? PILLARS[check.pillar].axis,
		engines: [...check.engines],
		outcome: answer.outcome,
		...(answer.home === undefined ? {} : { home: answer.home }),
		scored: isScored(check),
		...(answer.outcome === "partial" ? { ratio: round3(answer.ratio) } : {}),
		weight: check.weight,
		says: answer.says,
		...(answer.outcome === "partial" || answer.outcome === "fail" ? { fix: answer.fix } : {}),
		reference: check.reference,
		evidence: exhibits.map(({ url, at, excerpt }) => (at === undefined ? { url, excerpt } : { url, at, excerpt })),
	};
}

/** Only ratified standards and what a named consumer documents move a score; a draft where the site declares it. */
function isScored(check: Check): boolean {
	return check.grade !== "convention" && check.scored !== false;
}

function chargeTo(root: string, rootTitle: string, finding: Judged): Judged {
	const { ratio, ...rest } = finding;
	return {
		...rest,
		outcome: "not-applicable",
		says: `Charged to "${rootTitle}": ${finding.says}`,
		chargedTo: root,
		own: ratio === undefined ? { outcome: "fail" } : { outcome: "partial", ratio },
	};
}

function round3(value: number): number {
	return Math.min(0.999, Math.max(0.001, Math.round(value * 1000) / 1000));
}
