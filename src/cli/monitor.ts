import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { isFailure } from "#core/failure.ts";
import type { LogSighting, WatchedLeaf } from "#core/verification.ts";
import { counted, digitGroups, plainCount, shortDigest, utcMinute } from "#core/wording.ts";
import { monitorSite } from "#log/monitor/monitor-site.ts";
import type { Io } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { createInk, createProgressLine, fold, type Ink, report, tame, titled } from "./terminal.ts";

export async function run(
	{ options, argument: site }: Given<"monitor">,
	{ stdout, stderr, env }: Io,
): Promise<ExitCode> {
	const { domain: domains, key: keys, json, quiet } = options;
	const progress = createProgressLine(stderr);
	try {
		const request = { site, domains, keys, onProgress: progress.show };
		const { sighting, keep } = await monitorSite(request, readEnvironment(env)).finally(() => progress.clear());
		if (json) stdout.write(`${JSON.stringify(sighting)}\n`);
		else if (!quiet || isNews(sighting)) stdout.write(sightingReport(sighting, createInk(stdout)));
		// Remember only what was printed: after an interruption, the next run prints the rest.
		await keep();
		return sighting.contradictions.length === 0 ? EXIT.fine : EXIT.under;
	} catch (error) {
		if (!isFailure(error) || error.code !== "not-fetched") throw error;
		if (json) stdout.write(`${JSON.stringify({ error: error.message, code: error.code })}\n`);
		stderr.write(`sightline: ${error.message}\n`);
		return EXIT.notAudited;
	}
}

function isNews({ contradictions, leaves, removed, notes }: LogSighting): boolean {
	return contradictions.length + leaves.length + removed.length + notes.length > 0;
}

export function sightingReport(sighting: LogSighting, ink: Ink): string {
	const { contradictions, leaves, removed, notes, log } = sighting;
	const paragraphs = (texts: readonly string[]) => texts.flatMap((text) => fold(tame(text), ink.width, 2));
	const found = contradictions.flatMap(({ says, evidence }) => [
		...paragraphs([says]),
		...(evidence === undefined ? [] : [`  Kept as evidence: ${tame(evidence)}`]),
	]);
	return report([
		[headline(sighting, ink), ...(log ? facts(log, ink) : [])],
		titled(ink.strong("Found"), found),
		titled(ink.strong("New leaves of watched domains"), leaves.map(leafLine)),
		titled(ink.strong("Taken down for watched domains"), removed.map(removedLine)),
		titled(ink.strong("Worth knowing"), paragraphs([...notes, ...openQuestions(sighting)])),
	]);
}

function headline({ site, log, before, added, contradictions }: LogSighting, ink: Ink): string {
	const name = tame(site);
	if (contradictions.length > 0) return ink.bad(ink.strong(`The log of ${name} was changed`));
	const size = log?.size ?? 0;
	if (before === undefined) return ink.good(ink.strong(`The log of ${name} is watched from now on`));
	if (before === size) return ink.good(ink.strong(`The log of ${name} has not changed`));
	const others = added.others > 0 ? ` and ${plainCount(added.others, "other leaf", "other leaves")}` : "";
	const grown = `${plainCount(added.audits, "receipt")}, ${plainCount(added.rechecks, "recheck")}${others}`;
	return ink.good(ink.strong(`The log of ${name} has only grown: by ${grown}`));
}

function facts({ origin, size, root, signedBy }: NonNullable<LogSighting["log"]>, ink: Ink): string[] {
	const rows = [
		["log", origin],
		["leaves", digitGroups(size)],
		["root", root],
		["signed by", signedBy.join(", ")],
	];
	return rows.map(([name = "", value = ""]) => `  ${ink.quiet(name.padEnd(10))}${tame(value)}`);
}

function leafLine({ domain, index, kind, auditedAt, receipt }: WatchedLeaf): string {
	const what = kind === "audit" ? "a new receipt" : "found the same again";
	return `  ${tame(domain)}: leaf ${index}, ${what}, ${utcMinute(auditedAt)}, receipt ${shortDigest(receipt)}`;
}

function removedLine({ domain, index, auditedAt, receipt }: WatchedLeaf): string {
	return `  ${tame(domain)}: leaf ${index}, of ${utcMinute(auditedAt)}, receipt ${shortDigest(receipt)}`;
}

/** What one machine cannot determine from the log. */
function openQuestions({ log, before }: LogSighting): string[] {
	if (!log) return [];
	return [
		log.keySource === "site"
			? "Who owns the key: it came from the site itself. Use --key with the key that you know."
			: "",
		log.keySource === "remembered"
			? "Who owns the key: this machine has trusted it since its first look. Use --key with the key that you know."
			: "",
		before === undefined && log.witnesses.length === 0
			? `No known witness has cosigned it: only a comparison with other readers can show whether they see the same ${counted(log.size, "leaf", "leaves")}.`
			: "",
	].filter(Boolean);
}
