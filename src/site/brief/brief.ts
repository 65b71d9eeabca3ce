import type { AgencyBrand, BriefClient, BriefSection } from "#core/agency/agency.ts";
import type { FailureCode } from "#core/failure.ts";
import type { Language } from "#core/language.ts";
import { oncePer } from "#core/once-per.ts";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import type { PillarScore, Scores } from "#core/report.ts";
import { parseTarget } from "#core/target.ts";
import { byLift } from "#core/verdict.ts";
import { shownText } from "../page/page-text.ts";
import { createSiteLinks } from "../page/site-links.ts";
import { type AuditOfPlace, commandAgain, failureOf, failureParts } from "./audit-result.ts";
import { type Band, bandOf } from "./band.ts";
import { type Words, wordsIn } from "./languages.ts";
import type { peersOf } from "./peers.ts";
import { actionsOf, firstFixes, fixPath, stepsOf } from "./recommendation.ts";
import { repairOf } from "./repair.ts";
import type { FixedFaults, sinceOf } from "./since.ts";
import { type ShownFinding, type ShownReceipt, translatedReceipt } from "./translated-receipt.ts";
import { fairGate, gravestCheck, verdictOf } from "./verdict.ts";

/** The first 7 members are in the interface specification. */
export type Brief = ScoredBrief | UnscoredBrief;

export interface ScoredBrief extends BriefBasis {
	readonly ok: true;
	readonly verdict: string;
	readonly overallScore: number;
	readonly ungatedScore: number;
	readonly band: Band;
	readonly axes: Scores["axes"];
	readonly engines: Scores["engines"];
	readonly pillars: readonly PillarScore[];
}

export interface UnscoredBrief extends BriefBasis {
	readonly ok: false;
	readonly verdict: string;
	readonly failure: { readonly code: FailureCode; readonly says: string; readonly advice: string };
}

type BriefBasis = Readonly<ReturnType<typeof briefBasis>>;

export interface BriefOptions {
	readonly baseUrl: string;
	/** By default the client's, else the agency's, else English. */
	readonly lang?: Language | undefined;
	/** Shell command that starts Sightline; by default the installed one. */
	readonly program?: string | undefined;
	readonly asked?: AuditOfPlace | undefined;
	readonly agency?: AgencyBrand | undefined;
	/** Plain text; name of an agency that is not registered here. */
	readonly agencyName?: string;
	/** Whom the agency's brief is for. */
	readonly client?: BriefClient | undefined;
	/** Undefined until it is sealed. */
	readonly logIndex?: number | undefined;
	/** Last segment of the brief's addresses; by default the domain. */
	readonly slug?: string;
	/** ISO 8601; by default that of the receipt. */
	readonly auditedAt?: string;
	readonly peers?: Peers | undefined;
	readonly since?: Since | undefined;
	/** What an agency's client reads of earlier audits. */
	readonly fixed?: readonly FixedFaults[] | undefined;
}

export type Peers = NonNullable<ReturnType<typeof peersOf>>;
export type Since = ReturnType<typeof sinceOf>;

export function languageOf({ lang, client, agency }: Pick<BriefOptions, "lang" | "client" | "agency">): Language {
	return lang ?? client?.language ?? agency?.language ?? "en";
}

/** Pure: the same receipt gives the same brief. */
export function buildBrief({ id, receipt: kept }: StoredReceipt, options: BriefOptions): Brief {
	const words = wordsIn(languageOf(options));
	const receipt = receiptIn(words)(kept);
	const basis = briefBasis({ id, receipt }, options, words);
	if (receipt.scores) {
		const { overall, ungated, axes, engines, pillars } = receipt.scores;
		const band = bandIn(overall, words);
		const verdict = verdictOf({ ...basis, overall }, words);
		return { ok: true, ...basis, verdict, overallScore: overall, ungatedScore: ungated, band, axes, engines, pillars };
	}
	const { code, says } = failureOf(receipt, words);
	const failure = { code, ...failureParts(code, says, words) };
	return { ok: false, ...basis, verdict: verdictOf({ ...basis, failure }, words), failure };
}

function bandIn(score: number, { BAND_TEXTS }: Words): Band {
	const band = bandOf(score);
	const { name, means } = BAND_TEXTS[band.key];
	return { ...band, words: name, means };
}

function briefBasis({ id, receipt }: { id: string; receipt: ShownReceipt }, options: BriefOptions, words: Words) {
	const slug = options.slug ?? receipt.domain;
	const links = createSiteLinks(options.baseUrl);
	const { ahead, findings, recommendations, gates, displayDomain } = partsIn(words)(receipt);
	return {
		lang: words.lang,
		id,
		slug,
		/** ASCII host. */
		clientDomain: receipt.domain,
		agencyName: options.agency?.name ?? options.agencyName ?? "",
		...agencyParts(options),
		industryPreset: receipt.preset.key,
		shareUrl: links.absolute(links.share(slug)),
		displayDomain,
		briefUrl: links.absolute(links.brief(slug)),
		preset: { label: words.PRESET_LABELS[receipt.preset.key], says: receipt.preset.says },
		source: receipt.source,
		mode: receipt.mode,
		...(receipt.access && { access: receipt.access }),
		auditedAt: options.auditedAt ?? receipt.auditedAt,
		methodology: receipt.methodology,
		engineVersion: receipt.engine,
		coverage: receipt.coverage,
		gates,
		notApplicable: receipt.notApplicable,
		findings,
		recommendations,
		actions: actionsOf(
			recommendations,
			findings,
			(id) => `${links.absolute(links.findings(slug))}#finding-${id}`,
			words,
		),
		...ahead,
		receipt: {
			id,
			evidenceDigest: receipt.evidenceDigest,
			resultDigest: receipt.resultDigest,
			state: options.logIndex === undefined ? ("pending" as const) : ("logged" as const),
			...(options.logIndex === undefined ? {} : { logIndex: options.logIndex }),
		},
		...(receipt.reach && { reach: receipt.reach }),
		...(receipt.seen && { seen: receipt.seen }),
		...(options.peers && { peers: options.peers }),
		...(options.since && { since: options.since }),
		responses: receipt.responses,
		...(receipt.site ? { site: receipt.site } : {}),
		...(receipt.answers ? { answers: receipt.answers } : {}),
		cli: commandAgain(receipt, options),
		refusal: words.REFUSAL,
	};
}

function agencyParts({ agency, client, fixed = [] }: BriefOptions): Pick<BriefOptions, "agency" | "client" | "fixed"> {
	if (!agency) return {};
	return { agency, ...(client && { client }), ...(fixed.length > 0 && { fixed }) };
}

/** Cached, because 6 pages of a domain use it. */
const receiptIn = oncePer((words: Words) => oncePer((receipt: Receipt) => translatedReceipt(receipt, words)));

const partsIn = oncePer((words: Words) => oncePer((receipt: ShownReceipt) => partsOf(receipt, words)));

function partsOf(receipt: ShownReceipt, words: Words) {
	const { findings } = receipt;
	const gravest = gravestCheck(receipt);
	const recommendations = firstFixes(receipt, gravest, words);
	const steps = stepsOf(receipt, gravest);
	const path = fixPath(steps, recommendations);
	const repair = repairOf(receipt, receipt.scores?.overall, steps, words);
	return {
		displayDomain: parseTarget(receipt.domain).displayHost,
		findings: findings.toSorted(byLift),
		recommendations,
		ahead: { ...(path && { path }), ...(repair && { repair }) },
		gates: receipt.gates.map((gate) => fairGate(gate, receipt.reach, words)),
	};
}

/** Leaves evidence unchanged: pages isolate it. */
export function shownBrief(brief: Brief): Brief {
	const { actions, agencyName, gates, reach, findings, preset, recommendations, answers } = brief;
	return {
		...brief,
		...(brief.ok ? {} : { failure: { ...brief.failure, says: shownText(brief.failure.says) } }),
		verdict: shownText(brief.verdict),
		agencyName: shownText(agencyName),
		preset: { ...preset, says: shownText(preset.says) },
		gates: gates.map((gate) => ({ ...gate, says: shownText(gate.says) })),
		findings: shownFindings(findings),
		recommendations: recommendations.map(withShownTexts),
		actions: actions.map(withShownTexts),
		...(reach && { reach: reach.map(withShownTexts) }),
		...(answers && {
			answers: {
				...answers,
				answers: answers.answers.map((each) => ({ ...each, reason: shownText(each.reason) })),
				faults: answers.faults.map(shownText),
			},
		}),
	};
}

const shownFindings = oncePer((findings: readonly ShownFinding[]) => findings.map(withShownTexts));

/** Cleans the texts that may quote the site. */
function withShownTexts<Item extends { readonly says?: string; readonly fix?: string | undefined }>(item: Item): Item {
	const says = item.says && shownText(item.says);
	const fix = item.fix && shownText(item.fix);
	return says === item.says && fix === item.fix ? item : { ...item, says, fix };
}

/** Sections between verdict and receipt, by printed page. An agency's order continues across pages. */
export function briefSections(brief: Brief): readonly (readonly BriefSection[])[] {
	if (!brief.ok) return [["history"]];
	const { agency, reach = [] } = brief;
	if (agency?.sections) return [agency.sections];
	// Blocked engines come before the fixes. If none is blocked, the fixes come first.
	const isOpen = reach.every(({ state }) => state === "allowed");
	return [isOpen ? ["fixes", "engines"] : ["engines", "fixes"], ["outlook", "score", "seen", "history"]];
}
