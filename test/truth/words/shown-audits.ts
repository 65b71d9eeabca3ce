import { CHECKS } from "#checks/registry.ts";
import type { CheckExample } from "#checks/shared/example.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import { makeReceipt, store } from "#site/publication/receipt.testkit.ts";
import { readExamples } from "../check-examples.ts";
import { auditExample } from "../example-audit.ts";

/** A real report with a fault in it, by a name to find it again. */
export interface ShownAudit {
	readonly name: string;
	readonly stored: StoredReceipt;
}

/** Of every check, the first example that fails and the first that passes in part, audited with all checks. */
export async function faultyExamples(): Promise<ShownAudit[]> {
	const all = await readExamples();
	const modes = new Map(CHECKS.map(({ id, mode }) => [id, mode]));
	const cases = all.flatMap(({ check, examples }) =>
		(["fail", "partial"] as const).flatMap((outcome) => {
			const example = examples.find((each) => each.outcome === outcome);
			return example ? [{ check, example }] : [];
		}),
	);
	const audited = async ({ check, example }: { check: string; example: CheckExample }): Promise<ShownAudit> => ({
		name: `${check}: ${example.name}`,
		stored: storedReport(await auditExample(example, modes.get(check) ?? "light")),
	});
	return Promise.all(cases.map(audited));
}

export async function plainAudit(): Promise<StoredReceipt> {
	return storedReport(await auditExample({ name: "Plain", outcome: "pass" }, "deep"));
}

/** As a receipt; its digests say nothing. */
function storedReport(report: Report): StoredReceipt {
	return store("a1", makeReceipt(report));
}
