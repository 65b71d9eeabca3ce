import type { AuditMode, SourceKind } from "#core/preset.ts";
import type { Finding } from "#core/report.ts";
import { tallyByCheck } from "./check-tally.ts";
import { auditExemplary, WAYS } from "./exemplary-audit.ts";
import { EXEMPLARY_SITES, type ExemplarySite } from "./exemplary-sites.ts";
import type { JudgeResult } from "./judge-result.ts";

/** Result of one exemplary site, audited in one way. */
export interface ExemplaryAudit {
	readonly site: ExemplarySite;
	readonly kind: SourceKind;
	readonly mode: AuditMode;
	readonly score: number | undefined;
	/** Key of the detected preset. */
	readonly preset: string;
	readonly findings: readonly Finding[];
	/** Requests in all, redirects included. */
	readonly requests: number;
}

/** Every site in every way, one after the other. @param waysOf where not in every way, by the number of the site */
export async function auditExemplarySites(waysOf = (_: number) => WAYS): Promise<ExemplaryAudit[]> {
	const audits: ExemplaryAudit[] = [];
	for (const [at, site] of EXEMPLARY_SITES.entries()) {
		for (const [kind, mode] of waysOf(at)) {
			const { report } = await auditExemplary(site, kind, mode);
			const { findings, responses, scores, preset } = report;
			audits.push({
				site,
				kind,
				mode,
				findings,
				score: scores?.overall,
				preset: preset.key,
				requests: responses.length,
			});
		}
	}
	return audits;
}

/** Findings and unknown results on a site without faults. */
export function falseAlarms(findings: readonly Finding[]): readonly Finding[] {
	return findings.filter(({ outcome }) => outcome === "partial" || outcome === "fail" || outcome === "unknown");
}

/**
 * False alarms on five sites in which everything is right, as folders and over the network, light and deep: a case is
 * a finding that applies, and it agrees where it has no fault.
 *
 * @param audits of all sites, where they were made already
 */
export async function judgeExemplary(audits?: readonly ExemplaryAudit[]): Promise<JudgeResult> {
	const judged = (audits ?? (await auditExemplarySites())).flatMap(({ site, kind, mode, findings }) => {
		const applying = findings.filter(({ outcome }) => outcome !== "not-applicable");
		return applying.map((finding) => ({ finding, name: `${site.host} · ${kind}, ${mode} · ${finding.id}` }));
	});
	const alarms = judged.filter(({ finding }) => falseAlarms([finding]).length > 0);
	return {
		judge: "Five exemplary sites",
		cases: judged.length,
		agreed: judged.length - alarms.length,
		byCheck: tallyByCheck(
			judged.map(({ finding }) => ({ checks: [finding.id], agreed: !alarms.some((each) => each.finding === finding) })),
		),
		disagreements: alarms.map(({ finding, name }) => ({
			case: name,
			expected: "no fault",
			ours: `${finding.outcome}: ${finding.says}`,
		})),
	};
}
