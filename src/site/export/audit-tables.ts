import type { AuditResult } from "#core/audit-result.ts";
import type { Occurrence } from "#core/occurrence.ts";
import type { OwnAudit } from "#core/own-audit.ts";
import { workOf } from "../brief/recommendation.ts";
import type { SiteLinks } from "../page/site-links.ts";
import { type Cell, csvText } from "./csv.ts";

export function auditsCsv(audits: readonly OwnAudit[], links: SiteLinks): string {
	const header = [
		"domain",
		"last found so",
		"audited",
		"mode",
		"score",
		"structure",
		"accessibility",
		"why not",
		"methodology",
		"in the log",
		"leaf",
		"receipt",
		"proof",
	];
	return csvText(
		header,
		audits.map(({ id, domain, foundAt, auditedAt, mode, scores, failure, methodology, place }) => [
			domain,
			foundAt,
			auditedAt,
			mode,
			scores?.overall,
			scores?.axes.structure,
			scores?.axes.accessibility,
			failure,
			methodology,
			place.state,
			place.logIndex,
			id,
			links.absolute(links.receipt(id)),
		]),
	);
}

export function findingsCsv({ findings }: AuditResult, links: SiteLinks): string {
	const header = [
		"check",
		"title",
		"pillar",
		"outcome",
		"points to gain",
		"weight",
		"counts",
		"found",
		"to do",
		"who and how long",
		"where",
		"excerpt",
		"rests on",
		"about the check",
	];
	return csvText(
		header,
		findings.map((finding) => {
			const { id, title, pillar, outcome, lift, weight, scored, says, fix, evidence, reference } = finding;
			const [place] = evidence;
			const where = place && [place.url, place.at].filter((part) => part !== undefined).join(", ");
			const counts = scored ? "yes" : "no";
			const about = links.absolute(links.check(id));
			const words = [says, fix, fix === undefined ? undefined : workOf(finding)];
			return [id, title, pillar, outcome, lift, weight, counts, ...words, where, place?.excerpt, reference, about];
		}),
	);
}

/** One row per place of each fault. */
export function occurrencesCsv(occurrences: Iterable<Occurrence>): string {
	const rows = [...occurrences].map(({ check, outcome, page, line, column, excerpt, says, fix }): Cell[] => {
		return [check, outcome, page, line, column, excerpt, says, fix];
	});
	return csvText(["check", "outcome", "page", "line", "column", "excerpt", "says", "fix"], rows);
}
