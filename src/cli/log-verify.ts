import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { requireFolder } from "#config/named-file.ts";
import type { LogAudit, LogFault, LogProgress } from "#core/verification.ts";
import { counted, digitGroups } from "#core/wording.ts";
import { verifyLog } from "#log/audit/verify-log.ts";
import type { Io } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { createInk, createProgressLine, fold, type Ink, report, tame } from "./terminal.ts";

export async function run({ options }: Given<"log verify">, { stdout, stderr, env }: Io): Promise<ExitCode> {
	const { key: keys, since, repair, json } = options;
	const settings = readEnvironment(env);
	await requireFolder(settings.reports, "SIGHTLINE_REPORTS");
	const progress = createProgressLine(stderr);
	const request = {
		keys,
		...(since === undefined ? {} : { since }),
		repair,
		onProgress: ({ done, total, step }: LogProgress) => progress.bar(done, total, step),
	};
	const audit = await verifyLog(request, settings).finally(() => progress.clear());
	// A witness's key says nothing about whose log it is.
	const keysGiven = audit.signedBy.some((signer) => keys.some((key) => key.startsWith(`${signer}+`)));
	stdout.write(json ? `${JSON.stringify(audit)}\n` : verifyLogReport(audit, { keysGiven }, createInk(stdout)));
	return audit.faults.length === 0 ? EXIT.fine : EXIT.under;
}

export function verifyLogReport(audit: LogAudit, { keysGiven }: { readonly keysGiven: boolean }, ink: Ink): string {
	const fine = audit.faults.length === 0;
	const paragraphs = (texts: readonly string[]) => texts.flatMap((text) => fold(tame(text), ink.width, 2));
	const sections = [
		[fine ? ink.good(ink.strong("The log is whole")) : ink.bad(ink.strong(headline(audit.faults)))],
		facts(audit, ink),
		["Proved", ...paragraphs(fine ? proved(audit) : [])],
		["Not proved", ...paragraphs(fine ? notProved(audit, keysGiven) : [])],
		["Worth knowing", ...paragraphs(audit.notes)],
		["Faults", ...faultLines(audit.faults, ink)],
		["Repaired", ...paragraphs(audit.repaired)],
	];
	const [head = [], table = [], ...titled] = sections;
	const lists = titled
		.filter(({ length }) => length > 1)
		.map(([title = "", ...lines]) => [ink.strong(title), ...lines]);
	return report([head, table, ...lists]);
}

function headline(faults: readonly LogFault[]): string {
	const named = new Set(faults.map(({ file }) => file)).size;
	const files = faults.reduce((sum, { more = 0 }) => sum + more, named);
	return `The log is not what it must be: ${counted(files, "file is", "files are")} wrong`;
}

function facts({ origin, size, root, signedBy }: LogAudit, ink: Ink): string[] {
	const rows = [
		["log", origin],
		["leaves", digitGroups(size)],
		["root", root],
		["signed by", signedBy.join(", ")],
	];
	return rows
		.filter(([, value]) => value !== "")
		.map(([name = "", value = ""]) => `  ${ink.quiet(name.padEnd(10))}${tame(value)}`);
}

function proved({ size, earlierCheckpoints, receipts, withdrawn }: LogAudit): string[] {
	const before = counted(earlierCheckpoints, "earlier checkpoint is a prefix", "earlier checkpoints are prefixes");
	const matching = `${counted(receipts, "receipt is", "receipts are")} what was logged`;
	const down = withdrawn > 0 ? `; ${counted(withdrawn, "was", "were")} taken down, as notices.json says` : "";
	return [
		`Every file of the log follows from its ${counted(size, "entry", "entries")}, and these lead to the signed root.`,
		earlierCheckpoints > 0 ? `${before}: nothing that was published has been taken back.` : "",
		`${matching}${down}.`,
	].filter(Boolean);
}

function notProved({ witnesses }: LogAudit, keysGiven: boolean): string[] {
	const cosigned = witnesses.map(({ name, at }) => `${name} (${at})`).join(", ");
	return [
		witnesses.length > 0
			? `That everybody is shown this log; it was cosigned by ${cosigned}.`
			: "That everybody is shown this log: no witness that is known here has cosigned it, so a split view is possible.",
		keysGiven ? "" : "Whose key it is: it was taken from log/vkeys. Give the one that you know with --key.",
	].filter(Boolean);
}

/** More than a screen is no help; --json has all. */
const MOST_SHOWN = 20;

function otherNames(others: NonNullable<LogFault["others"]>, ink: Ink): string[] {
	const names = others
		.slice(0, MOST_SHOWN)
		.map(({ file, leaf }) => (leaf === undefined ? file : `${file} (leaf ${leaf})`));
	const rest = others.length > MOST_SHOWN ? ["and others; --json names them all"] : [];
	return [...names, ...rest].map((name) => ink.quiet(`      ${tame(name)}`));
}

function faultLines(faults: readonly LogFault[], ink: Ink): string[] {
	const shown = faults
		.slice(0, MOST_SHOWN)
		.flatMap(({ file, says, todo, more, others = [] }) => [
			`  ${ink.bad(tame(file))}`,
			...fold(tame(says), ink.width, 4),
			...fold(tame(todo), ink.width, 4).map(ink.quiet),
			...(more ? [ink.quiet(`    and ${counted(more, "more file")} of this kind`), ...otherNames(others, ink)] : []),
		]);
	const more = faults.length - MOST_SHOWN;
	return more > 0 ? [...shown, `  and ${counted(more, "more", "more")}; --json lists them all`] : shown;
}
