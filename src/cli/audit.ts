import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { readHeaderValues } from "#config/request-headers.ts";
import type { AuditResult } from "#core/audit-result.ts";
import { isFailure } from "#core/failure.ts";
import { plainCount } from "#core/wording.ts";
import { auditOnce } from "./audit/audit-once.ts";
import { type AuditPlan, planAudit } from "./audit/audit-plan.ts";
import { compareWithBaseline, readBaseline } from "./audit/baseline.ts";
import { failuresOf } from "./audit/demands.ts";
import type { Io } from "./command-spec.ts";
import type { Given } from "./commands.ts";
import { format, type Outcome } from "./formats/format.ts";
import { homeOnly } from "./home-only.ts";
import { requireOutput, STDOUT, writeOutput } from "./output-file.ts";
import { createInk, createProgressLine } from "./terminal.ts";

/** `sightline audit`: one audit, written in as many forms as are asked for. */
export async function run(given: Given<"audit">, io: Io): Promise<ExitCode> {
	const { stdout, stderr, env, started } = io;
	const progress = createProgressLine(stderr);
	let wantsJson = asksForJson(given);
	try {
		const plan = await planAudit(given);
		const { domain, outputs, baseline: path, demands, save } = plan;
		wantsJson = outputs.some(({ form, file }) => form === "json" && file === STDOUT);
		stderr.write(homeOnly([domain]));
		const onExchange = (count: number) => progress.show(`Auditing ${domain}: ${plainCount(count, "response")} read …`);
		for (const { file } of outputs) if (file !== STDOUT) await requireOutput(file);
		const baseline = path === undefined ? undefined : await readBaseline(path);
		progress.show(`Auditing ${domain} …`);
		const credentials = readHeaderValues(plan.headers, env);
		const { result, files } = await auditOnce({ ...plan, credentials, onExchange }, readEnvironment(env));
		progress.clear();
		const comparison = baseline && compareWithBaseline(baseline, result);
		const failures = failuresOf(demands, result, comparison);
		await write({ result, files, comparison, failures, again: started }, plan, io);
		if (save) stderr.write(whyNothingKept(result));
		if (!result.ok) return EXIT.notAudited;
		return failures.length > 0 ? EXIT.under : EXIT.fine;
	} catch (error) {
		progress.clear();
		// With JSON on standard output, a script gets JSON also where there is no result.
		if (isFailure(error) && wantsJson)
			stdout.write(`${JSON.stringify({ ok: false, error: error.message, code: error.code }, null, 2)}\n`);
		throw error;
	}
}

/** Whether the arguments alone ask for JSON on standard output. */
function asksForJson({ options: { json, format: forms, output } }: Given<"audit">): boolean {
	return (json || forms.includes("json")) && (output.length === 0 || output.includes(STDOUT));
}

/** Why a result that was to be kept is not, as a line; empty where it is. */
function whyNothingKept({ receipt, access }: AuditResult): string {
	if (receipt && receipt.state !== "unsaved") return "";
	return access === undefined
		? "Nothing was kept: what kept us from looking may lie with us or on the way, so it says nothing of the site.\n"
		: "Nothing was kept: an audit with credentials is kept only where it gives a score.\n";
}

/** Writes every form; why the command ends with 1 is said to whoever started it, unless the report for people says so there. */
async function write(outcome: Outcome, { outputs }: AuditPlan, { stdout, stderr }: Io): Promise<void> {
	const plain = createInk({ write: () => undefined });
	for (const { form, file } of outputs) {
		const isShown = file === STDOUT;
		const text = await format(form, outcome, isShown ? createInk(stdout) : plain);
		if (isShown) stdout.write(text);
		else await writeOutput(file, text);
	}
	if (outputs.some(({ form, file }) => form === "pretty" && file === STDOUT)) return;
	for (const says of outcome.failures) stderr.write(`sightline: ${says}\n`);
}
