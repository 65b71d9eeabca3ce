// npm run busy: audits a folder on an idle machine and among busy processes; a finding may become unknown, never false.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { createAuditor } from "#audit/auditor.ts";
import { readEnvironment } from "#config/environment.ts";
import type { Finding, Report } from "#core/report.ts";
import { parseTarget } from "#core/target.ts";
import { inRepository } from "../e2e/process.testkit.ts";

const { values } = parseArgs({
	options: {
		runs: { type: "string", default: "50" },
		busy: { type: "string", default: "20" },
		site: { type: "string", default: "quillkit-docs.example.net" },
		mode: { type: "string", default: "light" },
	},
});
const mode = values.mode === "deep" ? "deep" : "light";

async function audit(): Promise<Report> {
	const auditor = await createAuditor(readEnvironment(process.env), { load: "lone", browserSandbox: false });
	const folder = inRepository(`samples/sites/${values.site}`);
	try {
		return (await auditor.audit({ target: parseTarget(values.site), mode, folder })).report;
	} finally {
		await auditor.close();
	}
}

/** Findings that say something else than on the idle machine, and are not unknown. */
function falsehoods(idle: Report, busy: Report): string[] {
	// Each audit invents new missing addresses.
	const said = ({ outcome, says }: Finding) => `${outcome}: ${says.replaceAll(/sightline-[0-9a-f]+/g, "")}`;
	const before = new Map(idle.findings.map((each) => [each.id, said(each)]));
	return busy.findings
		.filter((each) => each.outcome !== "unknown" && said(each) !== before.get(each.id))
		.map((each) => `${each.id} ${said(each)} (idle: ${before.get(each.id)})`);
}

const idle = await audit();
const others = Array.from({ length: Number(values.busy) }, () => spawn(process.execPath, ["--eval", "for (;;);"]));
let wrong = 0;
try {
	for (let run = 1; run <= Number(values.runs); run++) {
		const began = performance.now();
		const report = await audit();
		const found = falsehoods(idle, report);
		wrong += found.length;
		const unknown = report.findings.filter(({ outcome }) => outcome === "unknown").length;
		const seconds = ((performance.now() - began) / 1_000).toFixed(1);
		process.stdout.write(`run ${run}: ${seconds} s, ${found.length} false, ${unknown} unknown, ok ${report.ok}\n`);
		for (const line of found) process.stdout.write(`  ${line}\n`);
	}
} finally {
	for (const other of others) other.kill("SIGKILL");
}
process.exitCode = wrong > 0 ? 1 : 0;
