import { isPackagePublished, readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { requireFolder } from "#config/named-file.ts";
import { counted } from "#core/wording.ts";
import type { ShownStep } from "#publish/plan-issues.ts";
import { type PublishOutcome, publish } from "#publish/publish.ts";
import type { Io } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { createInk, fold, type Ink, report, tame } from "./terminal.ts";

export async function run({ options }: Given<"publish">, { stdout, stderr, env }: Io): Promise<ExitCode> {
	if (isPackagePublished(env)) {
		stderr.write("Not published: npm ran this command for its own publish, which does not include reports.\n");
		return EXIT.fine;
	}
	const settings = readEnvironment(env);
	await requireFolder(settings.reports, "SIGHTLINE_REPORTS");
	const { branch, witness, "no-issues": noIssues, "dry-run": dryRun, json } = options;
	const request = { branch, issues: !noIssues, dryRun, sealing: { witnesses: witness } };
	const outcome = await publish(request, settings, env);
	stdout.write(json ? `${JSON.stringify(outcome)}\n` : publishReport(outcome, createInk(stdout)));
	return outcome.faulty ? EXIT.under : EXIT.fine;
}

const SHOWN = 20;

export function publishReport(outcome: PublishOutcome, ink: Ink): string {
	const { to, branch, dryRun, commit, sealedAgain, issues, notes, faulty, files = [] } = outcome;
	const facts = [
		["to", `${tame(to)}, branch ${tame(branch)}`],
		["how", "with git, from the checkout"],
		...(commit === undefined ? [] : [["commit", commit]]),
	];
	const more = files.length - SHOWN;
	const again = "Another machine published its log first, so ours was sealed again on top of it.";
	return report([
		[ink.strong(headline(outcome))],
		facts.map(([name = "", value = ""]) => `  ${ink.quiet(name.padEnd(8))}${value}`),
		[...files.slice(0, SHOWN).map((file) => `  ${tame(file)}`), ...(more > 0 ? [`  and ${more} more`] : [])],
		sealedAgain ? fold(again, ink.width, 2) : [],
		issues.length > 0 ? [ink.strong(dryRun ? "Issues that would change" : "Issues"), ...issues.map(issueLine)] : [],
		notes.flatMap((note) => fold(tame(note), ink.width, 2).map(faulty ? ink.middling : ink.quiet)),
	]);
}

function headline({ dryRun, files = [], published }: PublishOutcome): string {
	if (dryRun) return files.length > 0 ? `Would publish ${counted(files.length, "file")}` : "Nothing new to publish";
	if (!published) return "Nothing new to publish";
	const { receipts, rechecks, removed, leaves, files: changed } = published;
	const parts = [
		counted(receipts, "receipt"),
		counted(rechecks, "recheck"),
		...(removed > 0 ? [`${counted(removed, "receipt")} taken down`] : []),
		`${counted(changed, "file")} in all`,
	];
	const log = leaves.after > leaves.before ? `; the log has ${counted(leaves.after, "leaf", "leaves")} now` : "";
	return `Published: ${parts.join(", ")}${log}`;
}

const DONE: Readonly<Record<ShownStep["kind"], string>> = {
	open: "new",
	edit: "updated",
	reopen: "open again",
	close: "closed",
	withdraw: "taken down",
};

function issueLine({ kind, number, title }: ShownStep): string {
	return `  ${DONE[kind].padEnd(11)}${number === undefined ? "" : `#${number} `}${tame(title)}`;
}
