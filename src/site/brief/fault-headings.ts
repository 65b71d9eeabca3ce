import { CHECKS } from "#checks/registry.ts";
import type { Finding, Report } from "#core/report.ts";

/**
 * Findings under headings that fit. Before methodology 2.0.0 a finding was headed by what is true when it passes; where
 * such a finding fails, it gets the fault that its check names today.
 */
export function withFaultHeadings({ methodology, findings }: Pick<Report, "methodology" | "findings">): Finding[] {
	if (Number.parseInt(methodology, 10) >= 2) return findings;
	const faults = new Map(CHECKS.map(({ id, fault }) => [id, fault]));
	return findings.map((finding) => {
		const isFault = finding.outcome === "fail" || finding.outcome === "partial";
		return isFault ? { ...finding, title: faults.get(finding.id) ?? finding.title } : finding;
	});
}
