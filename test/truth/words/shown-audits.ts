import { auditSample, SAMPLE_HOSTS } from "#audit/sample-audit.testkit.ts";
import type { CheckExample } from "#checks/shared/example.ts";
import { FULL, some } from "#core/long-form.testkit.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import { makeReceipt, store } from "#site/publication/receipt.testkit.ts";
import { readExamples } from "../check-examples.ts";
import { auditExample, cheapestMode } from "../example-audit.ts";
import { auditClient } from "../exemplary-audit.ts";
import { ExemplaryServer } from "../exemplary-server.ts";
import { auditLadder } from "../ladder/ladder.ts";
import { siteFolders } from "../sites/site-folders.ts";

/** A real report with a fault in it, by a name to find it again. */
export interface ShownAudit {
	readonly name: string;
	readonly stored: StoredReceipt;
}

/** Of every check, the first example that fails and the first that passes in part, audited with all checks. */
export async function faultyExamples(): Promise<ShownAudit[]> {
	const all = await readExamples();
	const cases = all.flatMap(({ check, examples }) =>
		(["fail", "partial"] as const).flatMap((outcome) => {
			const example = examples.find((each) => each.outcome === outcome);
			return example ? [{ check, example }] : [];
		}),
	);
	const audited = async ({ check, example }: { check: string; example: CheckExample }): Promise<ShownAudit> => ({
		name: `${check}: ${example.name}`,
		stored: storedReport(await auditExample(example, cheapestMode(check))),
	});
	return Promise.all(cases.map(audited));
}

/** Every example of every check (in the short form some of them), our samples, the ladder and, where they are beside the checkout, real sites. */
export async function everyAudit(): Promise<ShownAudit[]> {
	const audits: ShownAudit[] = [];
	const add = (name: string, report: Report) => audits.push({ name, stored: storedReport(report) });
	const examples = (await readExamples()).flatMap(({ check, examples }) =>
		examples.map((example) => ({ check, example })),
	);
	for (const { check, example } of some(examples, 12))
		add(`${check}: ${example.name}`, await auditExample(example, cheapestMode(check)));
	for (const host of SAMPLE_HOSTS) add(host, (await auditSample(host)).report);
	for await (const { rung, site, report } of auditLadder()) add(`${rung.name}, ${site}`, report);
	const sites = (siteFolders() ?? []).filter((_, index) => FULL || index % 6 === 0);
	for (const { host, folder } of sites) {
		const mode = FULL ? "deep" : "light";
		const client = await ExemplaryServer.open({ host, folder });
		add(host, (await auditClient({ host, client, kind: "network", mode })).report);
	}
	return audits;
}

export async function plainAudit(): Promise<StoredReceipt> {
	return storedReport(await auditExample({ name: "Plain", outcome: "pass" }, "deep"));
}

/** As a receipt; its digests say nothing. */
function storedReport(report: Report): StoredReceipt {
	return store("a1", makeReceipt(report));
}
