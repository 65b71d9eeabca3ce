import { programAt } from "#config/program.ts";
import type {
	AuditResult,
	Comparison,
	CompletedAudit,
	CompletedComparison,
	FailedAudit,
	Unaudited,
} from "#core/audit-result.ts";
import { type AskedAudit, cliCommand, REFUSAL } from "#core/brand.ts";
import { AUDIT_FAILURE_CODES, type FailureCode } from "#core/failure.ts";
import { PILLAR_KEYS, PILLARS, type PillarKey } from "#core/pillar.ts";
import { DEEP_PAGES, MAX_PAGES } from "#core/preset.ts";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { readWhole } from "../history/pages-read.ts";
import { createSiteLinks } from "../page/site-links.ts";
import { ENGLISH, type Words } from "./languages.ts";
import { recommendations } from "./recommendation.ts";
import { fairGate } from "./verdict.ts";

/** A request just made. A receipt contains neither its folder nor a path below the host. */
export interface AuditOfPlace extends AskedAudit {
	readonly place: string;
}

export interface ResultContext {
	readonly baseUrl: string;
	/** Shell command that starts Sightline; by default the installed one. */
	readonly program?: string | undefined;
	readonly asked?: AuditOfPlace | undefined;
	/** `unsaved` if the receipt is not stored; an audit without a score then names none. */
	readonly state: CompletedAudit["receipt"]["state"];
	/** Undefined until it is sealed. */
	readonly logIndex?: number | undefined;
	/** ISO 8601; by default that of the receipt. */
	readonly auditedAt?: string;
}

export function toAuditResult({ id, receipt }: StoredReceipt, context: ResultContext): AuditResult {
	const { domain, methodology, mode, source, access, coverage, scores, notApplicable, site } = receipt;
	const { baseUrl, state, logIndex, auditedAt = receipt.auditedAt } = context;
	const links = createSiteLinks(baseUrl);
	const briefUrl = links.absolute(links.brief(domain));
	const further = { cli: commandAgain(receipt, context), refusal: REFUSAL };
	const audit = { mode, source, ...(access === undefined ? {} : { access }), auditedAt, coverage };
	const gates = receipt.gates.map((gate) => fairGate(gate, receipt.reach, ENGLISH));
	const found = { gates, notApplicable, findings: receipt.findings.map(publicFinding), ...(site ? { site } : {}) };
	const place = { id, ...(logIndex === undefined ? {} : { logIndex }) };
	if (!receipt.ok || !scores) {
		const { says: error, code } = failureOf(receipt);
		// Without a stored receipt there is no page.
		const kept = state === "unsaved" || state === "private" ? {} : { briefUrl, receipt: { ...place, state } };
		// Give the reason once: findings that it made unknown add nothing.
		const answered = {
			...found,
			notApplicable: [],
			findings: found.findings.filter(({ outcome }) => outcome !== "unknown" && outcome !== "not-applicable"),
		};
		return {
			ok: false,
			domain,
			methodology,
			recommendations: [],
			...further,
			error,
			code,
			...audit,
			...answered,
			...kept,
		};
	}
	return {
		ok: true,
		domain,
		overallScore: scores.overall,
		methodology,
		pillars: scores.pillars,
		recommendations: recommendations(receipt),
		briefUrl,
		...further,
		...audit,
		axes: scores.axes,
		engines: scores.engines,
		...(receipt.firstFixes ? { firstFixes: receipt.firstFixes } : {}),
		...(receipt.repaired === undefined ? {} : { repaired: receipt.repaired }),
		...found,
		receipt: { ...place, state },
	};
}

/** Without `asked`, uses the receipt's facts, and assumes that a folder audit runs inside the folder. */
export function commandAgain(
	{ domain, mode, source, site }: Receipt,
	{ baseUrl, program = programAt(baseUrl), asked }: Pick<ResultContext, "baseUrl" | "program" | "asked">,
): string {
	if (asked) return cliCommand(program, asked.place, asked);
	if (source === "folder") return cliCommand(program, domain, { mode, folder: "." });
	const pages = site?.pages ?? DEEP_PAGES;
	const isWhole = readWhole({ site });
	if (pages === DEEP_PAGES || (isWhole && pages < DEEP_PAGES)) return cliCommand(program, domain, { mode });
	return cliCommand(program, domain, { mode, pages: isWhole ? MAX_PAGES : pages });
}

/** Drops members that only pages show. */
export function publicFinding(finding: Finding): AuditResult["findings"][number] {
	const {
		axis: _axis,
		engines: _engines,
		home: _home,
		chargedTo: _to,
		own: _own,
		tableStakes: _stakes,
		...rest
	} = finding;
	return rest;
}

type Difference = CompletedComparison["difference"];

/** A minus B; no differences if one has no score. */
export function compareResults(a: AuditResult, b: AuditResult): Comparison {
	const about = { methodology: a.methodology, refusal: REFUSAL };
	if (a.ok && b.ok) return { ok: true, a, b, difference: differenceOf(a, b), ...about };
	const unaudited = [a, b].flatMap((each) => (each.ok ? [] : [whyUnaudited(each)]));
	return { ok: false, a, b, ...about, error: unaudited.join(" ") };
}

function differenceOf(a: CompletedAudit, b: CompletedAudit): Difference {
	const scoresOf = (audit: CompletedAudit) => new Map(audit.pillars.map(({ key, score }) => [key, score]));
	const [left, right] = [scoresOf(a), scoresOf(b)];
	return {
		overallScore: a.overallScore - b.overallScore,
		axes: {
			structure: a.axes.structure - b.axes.structure,
			accessibility: a.axes.accessibility - b.axes.accessibility,
		},
		pillars: PILLAR_KEYS.filter((key) => left.has(key) || right.has(key)).map((key) =>
			pillarDifference(key, left.get(key) ?? null, right.get(key) ?? null),
		),
	};
}

function pillarDifference(key: PillarKey, a: number | null, b: number | null): Difference["pillars"][number] {
	return { key, label: PILLARS[key].label, a, b, difference: a === null || b === null ? null : a - b };
}

function whyUnaudited({ domain, error }: FailedAudit): string {
	return `${domain} could not be audited: ${error}`;
}

export function failureOf(
	{ failure }: Receipt,
	{ FAILED }: Words = ENGLISH,
): { readonly code: FailedAudit["code"]; says: string } {
	if (!failure) return { code: "evidence-thin", says: FAILED.tooLittle };
	const { code, says } = failure;
	// A folder's home page may redirect to another site.
	return { code: code === "not-in-folder" ? code : networkCode(code), says };
}

export function toUnaudited(receipt: Receipt): Unaudited {
	const { code, says } = failureOf(receipt);
	const { domain, methodology } = receipt;
	return { ok: false, domain, methodology, error: says, code: networkCode(code), refusal: REFUSAL };
}

function networkCode(code: FailureCode): Unaudited["code"] {
	return AUDIT_FAILURE_CODES.find((each) => each === code) ?? "evidence-thin";
}

/** Matches a last sentence that gives advice. */
const ADVICE_AT_END =
	/ ((?:Allow|Ask|Audit|Check|Correct|Find|Flatten|Give|Install|Let|Look|Make|Name|Remove|Repair|Run|See|Send|Serve|Try|Use|Wait|Write) (?:[^.]|\.(?!\s|$))*\.)$/;

/** Separates what happened from what to do. @param says the receipt's text */
export function failureParts(
	code: FailureCode,
	says: string,
	{ ADVICE }: Words = ENGLISH,
): { readonly says: string; readonly advice: string } {
	const [end, todo] = ADVICE_AT_END.exec(says) ?? [];
	if (end === undefined || todo === undefined) return { says, advice: ADVICE[code] };
	return { says: says.slice(0, -end.length), advice: todo };
}
