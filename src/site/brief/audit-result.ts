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

/** An audit that was asked for just now: a receipt knows neither its folder nor a path below the host. */
export interface AuditOfPlace extends AskedAudit {
	readonly place: string;
}

export interface ResultContext {
	readonly baseUrl: string;
	/** What a shell starts the command line with; by default that of the installation. */
	readonly program?: string | undefined;
	readonly asked?: AuditOfPlace | undefined;
	/** `unsaved` where the receipt is kept nowhere: an audit without a score names none then. */
	readonly state: CompletedAudit["receipt"]["state"];
	/** Absent while it is not sealed yet. */
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
		// Without a receipt there is no page either.
		const kept = state === "unsaved" || state === "private" ? {} : { briefUrl, receipt: { ...place, state } };
		// Why there is no score is said once: what it kept from being looked at has nothing to add.
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

/** By default as the receipt tells, a folder's from within the folder. */
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

/** Without what pages alone print. */
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

/** A minus B; no differences where one has no score. */
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
	// A folder's home page may lead to another site.
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

/** How a failure's last sentence begins where it advises. */
const ADVICE_AT_END =
	/ ((?:Allow|Ask|Audit|Check|Correct|Find|Flatten|Give|Install|Let|Look|Make|Name|Remove|Repair|Run|See|Send|Serve|Try|Use|Wait|Write) (?:[^.]|\.(?!\s|$))*\.)$/;

/** What came back, and what to do, neither of them twice. `says`: as the receipt has it. */
export function failureParts(
	code: FailureCode,
	says: string,
	{ ADVICE }: Words = ENGLISH,
): { readonly says: string; readonly advice: string } {
	const [end, todo] = ADVICE_AT_END.exec(says) ?? [];
	if (end === undefined || todo === undefined) return { says, advice: ADVICE[code] };
	return { says: says.slice(0, -end.length), advice: todo };
}
