import type { Check } from "#checks/define-check.ts";
import { clip } from "#checks/shared/exhibits.ts";
import { VERSION } from "#core/brand.ts";
import { FAILURE_CODES, type FailureCode } from "#core/failure.ts";
import { CURRENT_METHODOLOGY, METHODOLOGY } from "#core/methodology.ts";
import type { AuditMode, Preset, SourceKind } from "#core/preset.ts";
import {
	FIRST_FIXES,
	type Finding,
	REPORT_LIMITS,
	type Report,
	type ResponseRecord,
	type Seen,
	type Site,
} from "#core/report.ts";
import { parseTarget } from "#core/target.ts";
import { byCodeUnits, clipped } from "#core/wording.ts";
import type { Evidence, SitePages } from "#evidence/evidence-map.ts";
import type { Cut } from "#evidence/fit-size.ts";
import type { PageDigest } from "#evidence/page-digest.ts";
import { type Evaluated, evaluate, type Judged } from "./evaluate.ts";
import { detectPreset } from "./preset.ts";
import { reachOf, type Sighted } from "./reach.ts";
import { blindAxes, type Scoring, scorablesOf, scoreFindings } from "./score.ts";
import { bestFixes, liftOf, type RootCauses, repairedScore, rootCausesOf, writtenChecks } from "./simulate.ts";

/** Uses no clock, network, randomness or locale: the same evidence gives a byte-identical report. */
export function assess(record: EvidenceRecord, checks: readonly Check[], target = parseTarget(record.host)): Report {
	const { evidence } = record;
	const preset = detectPreset(evidence, record.host, record.presetAsked);
	const evaluated = evaluate(checks, {
		evidence,
		source: record.source,
		mode: record.mode,
		preset: preset.key,
		context: { target, preset: preset.key, auditedAt: record.auditedAt },
	});
	const judged = evaluated.map(({ finding }) => finding);
	const rootCauses = rootCausesOf(checks);
	const scoring = scoreFindings(judged);
	const failure = whyNoScore(record, judged, scoring);
	const scores = failure ? undefined : scoring.scores;
	return {
		domain: record.host,
		source: record.source,
		mode: record.mode,
		auditedAt: record.auditedAt,
		methodology: METHODOLOGY,
		engine: VERSION,
		preset,
		...(record.access === undefined ? {} : { access: record.access }),
		ok: failure === undefined,
		...(failure ? { failure } : {}),
		...(scores ? { scores } : {}),
		coverage: scoring.coverage,
		gates: scores ? scoring.gates.map(({ id, cap, says }) => ({ id, cap, says })) : [],
		notApplicable: [...scoring.notApplicable],
		...(scores && {
			firstFixes: bestFixes(judged, rootCauses, FIRST_FIXES),
			repaired: repairedScore(judged, rootCauses, writtenChecks(checks)),
		}),
		findings: mentioningCuts(record, checks, withLift(judged, scores && scoring.exact?.overall, rootCauses)),
		...reachAndSeen({ evidence, judged, auditedAt: record.auditedAt, access: record.access }),
		...answersOf(record, checks),
		responses: [...record.responses],
		...siteOf(evidence, evaluated),
	};
}

function siteOf({ pages }: Evidence, evaluated: readonly Evaluated[]): Pick<Report, "site"> {
	if (pages.state !== "found" || pages.value.read === 0) return {};
	const { read, known, left, list, templates } = pages.value;
	const unread = left.slice(0, REPORT_LIMITS.left).map(({ file, why }) => ({
		what: clipped(file, REPORT_LIMITS.exhibitPlace),
		why: clipped(why, REPORT_LIMITS.exhibitPlace),
	}));
	const rest = { ...(unread.length > 0 ? { left: unread } : {}), list, templates: templatesOf(evaluated, templates) };
	// Neither count includes the home page.
	return { site: { pages: read + 1, known: Math.max(known, read) + 1, ...rest } };
}

/** Per template: the weighted mean of what its pages earn in each scored check. */
function templatesOf(evaluated: readonly Evaluated[], counted: SitePages["templates"]): Site["templates"] {
	const rows = new Map<string, { pages: number; weight: number; earned: number; lost: number; worst?: string }>();
	for (const { finding, sum } of evaluated) {
		if (!sum || !finding.scored) continue;
		for (const [template, [judged, earned]] of Object.entries(sum.templates)) {
			const row = rows.get(template) ?? { pages: 0, weight: 0, earned: 0, lost: 0 };
			rows.set(template, row);
			const share = earned / judged;
			row.pages = Math.max(row.pages, judged);
			row.weight += finding.weight;
			row.earned += finding.weight * share;
			const lost = finding.weight * (1 - share);
			if (lost > row.lost) Object.assign(row, { lost, worst: finding.id });
		}
	}
	for (const [template, row] of rows) row.pages = counted[template] ?? row.pages;
	const named = [...rows].sort(([a, x], [b, y]) => y.pages - x.pages || byCodeUnits(a, b));
	return named.slice(0, REPORT_LIMITS.templates).map(([template, { pages, weight, earned, worst }]) => ({
		template: clipped(template, REPORT_LIMITS.exhibitUrl),
		pages,
		score: Math.round((100 * earned) / weight),
		...(worst === undefined ? {} : { worst }),
	}));
}

/** Does not affect scores. */
function reachAndSeen(sighted: Sighted): Pick<Report, "reach" | "seen"> {
	const [reach, seen] = [reachOf(sighted), seenOf(sighted.evidence)];
	return { ...(reach ? { reach } : {}), ...(seen ? { seen } : {}) };
}

/** Answers about existing checks; reports others as faults of the file. */
function answersOf({ evidence }: EvidenceRecord, checks: readonly Check[]): Pick<Report, "answers"> {
	const { annotations } = evidence;
	if (annotations.state !== "found") return {};
	const { answers, faults } = annotations.value;
	if (answers.length + faults.length === 0) return {};
	const known = new Set(checks.map(({ id }) => id));
	const unknown = answers.filter(({ check }) => !known.has(check)).map(({ check }) => `Unknown check "${check}".`);
	return {
		answers: {
			url: annotations.url,
			answers: answers.filter(({ check }) => known.has(check)),
			faults: [...faults, ...unknown],
		},
	};
}

function whyNoScore(record: EvidenceRecord, judged: readonly Judged[], scoring: Scoring): Report["failure"] {
	const { home } = record.evidence;
	if (home.state === "failed") return noHome(asCode(home.code), home.reason);
	if (home.state === "absent" && UNAVAILABLE.has(home.status))
		return noHome("site-unavailable", `The home page ${home.url} answers ${home.status}.`);
	if (scoring.scores) return undefined;
	const blind = blindAxes(judged);
	const says =
		blind.length > 0
			? `Nothing is known about the axis ${blind.join(" and ")}, so a score would be a guess.`
			: `Only ${Math.round(scoring.coverage * 100)} % of what applies to this site could be checked; below ${CURRENT_METHODOLOGY.coverageFloor * 100} % a score would be a guess.`;
	return { code: "evidence-thin", says };
}

/** A gateway without its server, or a server that is restarting or in maintenance (RFC 9110 section 15.6). */
const UNAVAILABLE: ReadonlySet<number> = new Set([502, 503, 504]);
const MAY_PASS: ReadonlySet<FailureCode> = new Set([
	"connection-timeout",
	"headers-timeout",
	"deadline-exceeded",
	"wait-requested",
	"site-unavailable",
]);

function noHome(code: FailureCode, reason: string): Report["failure"] {
	const says = MAY_PASS.has(code) ? `${reason} This may be temporary, so there is no score.` : reason;
	return { code, says: clipped(says, REPORT_LIMITS.says) };
}

function asCode(code: string): FailureCode {
	return FAILURE_CODES.find((each) => each === code) ?? "connection-failed";
}

function withLift(judged: readonly Judged[], overall: number | undefined, rootCauses: RootCauses): Finding[] {
	const counted = scorablesOf(judged);
	return judged.map((finding) => ({
		...finding,
		lift: overall === undefined ? 0 : liftOf(counted, finding.id, overall, rootCauses),
	}));
}

/** Adds a note to each finding whose evidence was truncated. */
function mentioningCuts(
	{ evidence, cuts = [] }: EvidenceRecord,
	checks: readonly Check[],
	findings: Finding[],
): Finding[] {
	const { home } = evidence;
	const ofPages = home.state === "found" ? (home.value.digest.cuts ?? []) : [];
	const all = [...cuts, ...ofPages.map((cut) => ({ ...cut, at: `evidence/home/${cut.at}` }))];
	if (all.length === 0) return findings;
	return findings.map((finding, index) => {
		const check = checks[index];
		const keys = new Set<string>([...(check?.needs ?? []), ...(check?.wants ?? [])]);
		if (check?.scope === "page") keys.add("home");
		const cut = all.find(({ at }) => keys.has(at.split("/")[1] ?? ""));
		if (!cut || finding.outcome === "not-applicable") return finding;
		const note = ` This is over the limit of one audit: we checked ${cut.kept} of ${cut.of} ${nameOf(cut)}.`;
		return { ...finding, says: `${clipped(finding.says, REPORT_LIMITS.says - note.length)}${note}` };
	});
}

/** `evidence/robots/value/groups` → `robots groups` */
function nameOf({ at }: Cut): string {
	const [, key, ...rest] = at.split("/").filter((part) => !["*", "value", "digest"].includes(part));
	return clipped([key, ...rest.slice(-1)].join(" "), 100);
}

/** The only input of the judgement, stored under the digest of its canonical JSON: anyone can reproduce the report. */
export interface EvidenceRecord {
	readonly v: 1;
	readonly kind: "sightline-evidence";
	readonly host: string;
	readonly source: SourceKind;
	readonly mode: AuditMode;
	/** ISO 8601, UTC, milliseconds. */
	readonly auditedAt: string;
	/** Present if the audit sent credentials. */
	readonly access?: "credentials" | undefined;
	/** Preset set in the watchlist; null to detect it. */
	readonly presetAsked: Preset | null;
	readonly evidence: Evidence;
	readonly responses: readonly ResponseRecord[];
	/** What was truncated because one audit keeps less; absent if nothing was. */
	readonly cuts?: readonly Cut[] | undefined;
}

/** Each text is cut and on one line. Undefined without a home page. */
function seenOf({ home }: Pick<Evidence, "home">): Seen | undefined {
	if (home.state !== "found") return undefined;
	const { digest } = home.value;
	const title = digest.titles[0]?.text;
	const description = digest.metas.find(({ by, key }) => by === "name" && key === "description")?.content;
	const lang = digest.lang?.text;
	return {
		...texts({ title }, REPORT_LIMITS.title),
		...texts({ description }, REPORT_LIMITS.description),
		text: clip(digest.text.contentStart || digest.text.start, REPORT_LIMITS.text),
		types: typesOf(digest),
		...texts({ lang }, REPORT_LIMITS.lang),
		...(digest.dir === undefined ? {} : { dir: digest.dir }),
	};
}

/** Omits empty texts: machines read an empty title as none. */
function texts<K extends string>(given: { readonly [N in K]: string | undefined }, length: number) {
	const kept = Object.entries<string | undefined>(given).map(([name, text = ""]) => [name, clip(text, length)]);
	return Object.fromEntries(kept.filter(([, text]) => text !== "")) as { [N in K]?: string };
}

/** In page order, JSON-LD first; omits nodes that only describe another node. */
function typesOf({ jsonLd, microdata, rdfa }: PageDigest): string[] {
	const top = [...jsonLd.nodes, ...microdata, ...rdfa].filter((node) => node.top);
	const types = top.flatMap((node) => node.types.map((type) => clip(type, REPORT_LIMITS.type)));
	return [...new Set(types.filter((type) => type !== ""))].slice(0, REPORT_LIMITS.types);
}
