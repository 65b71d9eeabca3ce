// node jobs/night-summary.ts <seal> <publish>: prints a night's summary in Markdown for the workflow run's page.
// Each argument is the step's outcome: success, failure, skipped; for seal also "sealed" and "no key".
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readEnvironment, type Settings } from "#config/environment.ts";
import { reportFailure } from "#config/exit-code.ts";
import { digitGroups, plural } from "#core/wording.ts";
import { readCheckpointFile } from "#log/seal/log-folder.ts";
import { openReceiptFiles } from "#receipts/store/receipt-store.ts";
import { type RunLine, runLineSchema } from "#receipts/store/run-file.ts";
import { markdownText } from "#site/page/page-text.ts";

const NAMED = 50;

try {
	const [seal = "", publish = ""] = process.argv.slice(2);
	process.stdout.write(await summary({ seal, publish }, readEnvironment(process.env)));
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}

type Steps = Readonly<Record<"seal" | "publish", string>>;

async function summary(steps: Steps, settings: Settings): Promise<string> {
	const lines = await newestRun(join(settings.reports, "runs"));
	const worse = (await Promise.all(lines.map((line) => lossOf(line, settings)))).filter((loss) => loss !== undefined);
	const missed = lines.filter(({ ok }) => !ok);
	const audited = lines.length - missed.length;
	const fresh = lines.filter(({ status }) => status === "recorded").length;
	const rows = [
		["audited", audited],
		["with a new receipt", fresh],
		["worse", worse.length],
		["not audited", missed.length],
	] as const;
	return `${[
		`## Night of ${lines[0]?.run.slice(0, 10) ?? ""}`,
		`| ${plural(lines.length, "site")} | ${digitGroups(lines.length)} |\n|---|--:|\n${rows.map(([name, count]) => `| ${name} | ${digitGroups(count)} |`).join("\n")}`,
		`**Log:** ${await logState(steps, settings)}`,
		`**Published:** ${steps.publish === "success" ? `yes; the site is ${settings.baseUrl}/ after the next job` : "no; the step that failed says why"}`,
		...named("Worse than before", worse),
		...named(
			"Not audited",
			missed.map((line) => `${markdownText(line.domain)}: ${markdownText(line.says ?? line.status)}`),
		),
	].join("\n\n")}\n`;
}

async function logState({ seal }: Steps, { reports }: Settings): Promise<string> {
	const log = await readCheckpointFile(join(reports, "log"));
	const size = log
		? `${digitGroups(log.checkpoint.size)} ${plural(log.checkpoint.size, "leaf", "leaves")}`
		: "there is none yet";
	if (seal === "sealed") return `sealed, ${size}`;
	const why = seal === "no key" ? "the repository has no secret LOG_SIGNING_KEY" : "the step *Seal* says why";
	return `**not sealed in this night**: ${why}. New receipts are pending; ${size}`;
}

function named(title: string, sites: readonly string[]): string[] {
	if (sites.length === 0) return [];
	const more = sites.length - NAMED;
	const rest = more > 0 ? [`- and ${digitGroups(more)} more`] : [];
	return [`### ${title}\n\n${[...sites.slice(0, NAMED).map((site) => `- ${site}`), ...rest].join("\n")}`];
}

async function lossOf(line: RunLine, { reports }: Settings): Promise<string | undefined> {
	if (line.status !== "recorded" || line.score === undefined) return undefined;
	const series = await openReceiptFiles(join(reports, "receipts")).list(line);
	const at = series.findIndex(({ id }) => id === line.receipt);
	const before =
		at < 0 ? undefined : series.slice(at + 1).find(({ receipt }) => receipt.scores)?.receipt.scores?.overall;
	return before === undefined || before <= line.score
		? undefined
		: `${markdownText(line.domain)}: ${before} → ${line.score}`;
}

async function newestRun(folder: string): Promise<RunLine[]> {
	const newest = (await readdir(folder))
		.filter((name) => name.endsWith(".jsonl"))
		.toSorted()
		.at(-1);
	if (newest === undefined) return [];
	const texts = (await readFile(join(folder, newest), "utf8")).split("\n").filter((text) => text !== "");
	const lines = texts.map((text) => runLineSchema.parse(JSON.parse(text)));
	const run = lines
		.map((line) => line.run)
		.toSorted()
		.at(-1);
	return lines.filter((line) => line.run === run);
}
