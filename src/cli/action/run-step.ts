import { randomUUID } from "node:crypto";
import { appendFile, mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import {
	type ActionInputs,
	type ActionsRunner,
	readActionInputs,
	readActionsRunner,
} from "#config/action-environment.ts";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode, reportFailure } from "#config/exit-code.ts";
import { sha256Hex } from "#core/bytes.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { parsePlace, parseTarget } from "#core/target.ts";
import type { Io } from "../arguments.ts";
import { readBaseline } from "../baseline.ts";
import { workflowCommand } from "../formats/faults.ts";
import { escapeText } from "../formats/markdown.ts";
import { main } from "../main.ts";

interface ActionRun {
	readonly inputs: ActionInputs;
	readonly host: string;
	/** Distinguishes several audits in one workflow. */
	readonly id: string;
	readonly runner: ActionsRunner;
	readonly folder: string;
	/** Path of the result; before the audit, of the base branch's result from the cache, if there is one. */
	readonly result: string;
	/** Cache key of the result; empty unless the run is on a branch itself. */
	readonly keep: string;
	/** Prefix of the base branch's cache keys; empty without a comparison. */
	readonly fetch: string;
}

interface StepEnd {
	readonly code: ExitCode;
	/** For later steps: our own paths, numbers and names, without line breaks. */
	readonly outputs: Readonly<Record<string, string | number | boolean>>;
	readonly failure?: string;
}

/** In every cache key, so that results in another format are not found. */
const FORM = 1;

/** Invalid inputs and internal errors become annotations too. */
export async function runStep(step: string | undefined, io: Io): Promise<ExitCode> {
	try {
		const run = await readRun(io.env);
		const { code, outputs, failure } = await stepOf(step, run, io);
		if (failure !== undefined) io.stdout.write(failureCommand(failure));
		const lines = Object.entries(outputs).map(([name, value]) => `${name}=${value}\n`);
		await appendFile(run.runner.output, lines.join(""));
		return code;
	} catch (error) {
		let said = "";
		const code = reportFailure(error, { write: (text) => (said += text) }, io.env);
		io.stdout.write(failureCommand(said));
		return code;
	}
}

function failureCommand(stderr: string): string {
	return `${workflowCommand("error", { title: "Sightline" }, stderr.trim().replace(/^sightline: /gm, ""))}\n`;
}

async function stepOf(step: string | undefined, run: ActionRun, io: Io): Promise<StepEnd> {
	const { result, keep, fetch } = run;
	if (step === "plan") return { code: 0, outputs: { result, keep, fetch } };
	if (step === "audit") return auditStep(run, io);
	throw new Failure("input-invalid", { what: "action.js has no such step.", todo: "Say plan or audit." });
}

async function readRun(environment: NodeJS.ProcessEnv): Promise<ActionRun> {
	const inputs = readActionInputs(environment);
	const runner = await readActionsRunner(environment);
	const { host } = parseTarget(inputs.url ?? inputs.domain ?? "");
	// Every pull request's preview has another address, so the address cannot be the name.
	const id = inputs.id ?? (inputs.url === undefined ? host : "preview");
	const folder = join(runner.temp, "sightline", id);
	// Branch names may contain characters that cache keys may not.
	const series = await sha256Hex(JSON.stringify([FORM, id, inputs.mode, runner.branch]));
	const names = `sightline-${id}-${series.slice(0, 32)}-`;
	return {
		inputs,
		host,
		id,
		runner,
		folder,
		result: join(folder, "result.json"),
		keep: runner.isOfBranch ? names + runner.attempt : "",
		fetch: runner.pullRequest !== undefined && inputs.baseline === undefined ? names : "",
	};
}

const resultSchema = z.object({
	ok: z.boolean(),
	overallScore: z.number().optional(),
	gates: z.array(z.unknown()),
	findings: z.array(z.object({ id: z.string() })),
	baseline: z.object({ worse: z.array(z.object({ id: z.string().optional() })) }).optional(),
});

async function auditStep(run: ActionRun, { stdout, env }: Io): Promise<StepEnd> {
	const { inputs, id, runner, folder, result } = run;
	const markdown = join(folder, "report.md");
	const sarif = join(folder, "findings.sarif");
	const bots = await readLogs(run, env);
	if (bots?.failure !== undefined) return { code: bots.code, outputs: {}, failure: bots.failure };
	const annotations = join(folder, "annotations.txt");
	await mkdir(folder, { recursive: true });
	// Replaces the checkout's file: a pull request must not decide what the step does.
	const config = join(folder, "config.json");
	await writeFile(config, "{}");
	const baseline = await findBaseline(run);
	const forms = { pretty: "-", json: result, markdown, sarif, github: annotations };
	const said = { stdout: "", stderr: "" };
	const code = await main(["audit", `--config=${config}`, ...argumentsOf(run, forms, baseline.path)], {
		stdout: { write: (text) => (said.stdout += text) },
		stderr: { write: (text) => (said.stderr += text) },
		env: auditsEnvironment(inputs.headers, env),
	});
	if (said.stdout !== "") stdout.write(asText(said.stdout));
	if (code !== EXIT.fine && code !== EXIT.under && code !== EXIT.notAudited)
		return { code, outputs: {}, failure: said.stderr };
	if (inputs.annotations) stdout.write(await readFile(annotations, "utf8"));
	const found = resultSchema.parse(JSON.parse(await readFile(result, "utf8")));
	const report = [await readFile(markdown, "utf8"), ...baseline.notes.map(escapeText)].join("\n");
	const { reportRun } = await import("#publish/run-reports.ts");
	const notes = await reportRun({
		...runner,
		id,
		markdown: report,
		comments: inputs.comment ? runner.pullRequest : undefined,
		// Alerts need files, which an address does not have.
		sarif: inputs.sarif && inputs.directory !== undefined ? await readFile(sarif, "utf8") : undefined,
	});
	if (found.ok) notes.push(...(await offerFixes(run, env)));
	const seen = bots === undefined ? [] : [bots.markdown];
	await appendFile(runner.summary, [report, ...notes.map(escapeText), ...seen, ""].join("\n\n"));
	const checks = new Set(found.findings.map(({ id }) => id));
	// The score and its caps may get worse too, but they are not checks.
	const worse = found.baseline?.worse.filter(({ id }) => id !== undefined && checks.has(id));
	const regressions = worse === undefined ? "" : new Set(worse.map(({ id }) => id)).size;
	const paths = { json: result, markdown, sarif };
	const isChanged = bots?.code === EXIT.under;
	return {
		code: isChanged ? (Math.max(code, EXIT.under) as ExitCode) : code,
		...(isChanged
			? { failure: "A bot changed, or the logs could not be read whole: the summary says which and why." }
			: {}),
		outputs: { ok: found.ok, score: found.overallScore ?? "", critical: found.gates.length, regressions, ...paths },
	};
}

/** What bots got, according to the server's logs. */
async function readLogs({ inputs, host }: ActionRun, env: NodeJS.ProcessEnv) {
	if (inputs.logs.length === 0) return undefined;
	const said = { stdout: "", stderr: "" };
	const failOn = inputs["fail-on-bot-change"] ? ["--fail-on=stopped-coming,newly-refused"] : [];
	const code = await main(["logs", `--as=${host}`, "--format=markdown", ...failOn, "--", ...inputs.logs], {
		stdout: { write: (text) => (said.stdout += text) },
		stderr: { write: (text) => (said.stderr += text) },
		env: auditsEnvironment([], env),
	});
	const isRead = code === EXIT.fine || code === EXIT.under;
	return { code, markdown: said.stdout, failure: isRead ? undefined : said.stderr };
}

/** @returns what was skipped and why */
async function offerFixes({ inputs, id, runner }: ActionRun, env: NodeJS.ProcessEnv): Promise<string[]> {
	const { fix, directory, domain = "", base = "" } = inputs;
	if (fix === "none" || directory === undefined) return [];
	const { pullRequest, head } = runner;
	if (fix === "suggest" && (pullRequest === undefined || !head)) return [];
	if (fix === "pull-request" && pullRequest !== undefined) return [];
	const { repairFolder } = await import("#repairs/repair-folder.ts");
	const { offerPullRequest, suggestFixes } = await import("#publish/offer-fixes.ts");
	const settings = readEnvironment(auditsEnvironment([], env));
	const workspace = await realpath(runner.workspace);
	const repaired = await repairFolder({
		folder: join(workspace, directory),
		target: parsePlace(domain + base),
		settings,
	});
	const offered = { ...runner, id, workspace, repaired };
	if (pullRequest === undefined || !head) return offerPullRequest(offered);
	return suggestFixes({ ...offered, pullRequest, head });
}

interface Baseline {
	readonly path?: string;
	/** Sentences for readers of the report. */
	readonly notes: readonly string[];
}

async function findBaseline({ inputs, host, runner, folder, result, fetch }: ActionRun): Promise<Baseline> {
	if (inputs.baseline !== undefined) return { path: inputs.baseline, notes: [] };
	if (fetch === "") return { notes: [] };
	if (!runner.fetched.startsWith(fetch))
		return {
			notes: [`No comparison yet: there is no saved result for ${runner.branch}. The next push to it saves one.`],
		};
	try {
		const earlier = await readBaseline(result);
		// Every preview has another address, but it is the same site.
		const path = join(folder, "baseline.json");
		await writeFile(path, JSON.stringify({ ...earlier, domain: host }));
		return { path, notes: [] };
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { notes: [`No comparison: another version of Sightline made the saved result for ${runner.branch}.`] };
	}
}

/** Joins each value to its option, so that it cannot be parsed as another option. */
function argumentsOf({ inputs }: ActionRun, forms: Readonly<Record<string, string>>, baseline?: string): string[] {
	const { directory, domain, base = "", url, mode, pages, headers, lang } = inputs;
	const failUnder = inputs["fail-under"];
	const failOn = [...(inputs["fail-on-critical"] ? ["critical"] : []), ...inputs["fail-on"]];
	const options = [
		...(directory === undefined ? [] : [`--dir=${directory}`, `--as=${domain}${base}`]),
		`--mode=${mode}`,
		`--lang=${lang}`,
		...(pages === undefined ? [] : [`--pages=${pages}`]),
		...Object.entries(forms).flatMap(([form, file]) => [`--format=${form}`, `--output=${file}`]),
		...headers.map((header) => `--header=${header}`),
		...failOn.map((id) => `--fail-on=${id}`),
		...(failUnder === undefined ? [] : [`--fail-under=${failUnder}`]),
		...(baseline === undefined ? [] : [`--baseline=${baseline}`]),
		...(baseline !== undefined && inputs["fail-on-regression"] ? ["--fail-on-regression"] : []),
	];
	return [...options, ...(directory === undefined ? ["--", url ?? domain ?? ""] : [])];
}

/** Only the job's variables that the audit is meant to read: a job may have its own PORT or DATABASE_URL. */
function auditsEnvironment(headers: readonly string[], env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const named = new Set(headers.map((header) => header.slice(header.indexOf("=") + 1)));
	const own = Object.entries(env).filter(
		([name]) => /^(?:PATH|CHROME_PATH|SIGHTLINE_.*)$/.test(name) || named.has(name),
	);
	return Object.fromEntries(own);
}

/** Prevents the runner from executing a line as a workflow command, whatever the site has written. */
function asText(report: string): string {
	const end = randomUUID();
	return `::stop-commands::${end}\n${report}::${end}::\n`;
}
