import type { Receipt } from "#core/receipt.ts";
import type { Finding, Report } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";

/** What it reads of a check, or of a rubric's row of one. */
type HeadedCheck = { readonly id: string; readonly fault?: string | undefined };

/** How methodologies before 2.0.0 opened what follows from a root cause: `Charged to "<its title>": <what was seen>`. */
const OLDER_OPENING = /^Charged to "[^"]*": /;

/**
 * Findings under headings that fit. Before methodology 2.0.0 a finding was headed by what is true when it passes; where
 * such a finding fails, it gets the fault that its check names today.
 */
export function withFaultHeadings(
	{ methodology, findings }: Pick<Report, "methodology" | "findings">,
	checks: readonly HeadedCheck[],
): Finding[] {
	if (Number.parseInt(methodology, 10) >= 2) return findings;
	const faults = new Map(checks.map(({ id, fault }) => [id, fault]));
	const titles = new Map(findings.map(({ id, title }) => [id, faults.get(id) ?? title]));
	return findings.map((finding) => {
		const { id, chargedTo } = finding;
		if (!isFault((finding.own ?? finding).outcome)) return finding;
		const title = titles.get(id) ?? finding.title;
		if (chargedTo === undefined) return { ...finding, title };
		const cause = titles.get(chargedTo) ?? chargedTo;
		return { ...finding, title, says: finding.says.replace(OLDER_OPENING, () => `Follows from "${cause}": `) };
	});
}

export function headedReceipt(receipt: Receipt, checks: readonly HeadedCheck[]): Receipt {
	return { ...receipt, findings: withFaultHeadings(receipt, checks) };
}
