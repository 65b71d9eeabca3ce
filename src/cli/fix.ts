import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { Writable } from "node:stream";
import { CHECKS, checkOf } from "#checks/registry.ts";
import { withoutSecrets } from "#config/child-environment.ts";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { Failure } from "#core/failure.ts";
import { parsePlace } from "#core/target.ts";
import { closest, plainCount } from "#core/wording.ts";
import { type Git, openGit } from "#publish/git.ts";
import { publishedName } from "#repairs/folder-seen.ts";
import { type Repaired, repairFolder } from "#repairs/repair-folder.ts";
import { type ReportSection, repairJson, repairMarkdown, repairReport } from "#repairs/repair-report.ts";
import type { Refused } from "#repairs/site-files.ts";
import { inSource } from "#repairs/source-map.ts";
import { unifiedDiff } from "#repairs/unified-diff.ts";
import { writeRepairs } from "#repairs/write-repairs.ts";
import { type Io, usage } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { createInk, createProgressLine, fold, type Ink, report, tame } from "./terminal.ts";

const COMMAND = "sightline fix";

type Options = Given<"fix">["options"];

export async function run({ options, argument }: Given<"fix">, io: Io): Promise<ExitCode> {
	const { env } = io;
	const folder = folderOf(options, argument);
	const request = {
		folder,
		checks: checksOf(options.check),
		target: parsePlace(options.as ?? (await publishedName(folder)) ?? noAddress()),
		settings: readEnvironment(env),
		drafts: options.draft,
	};
	const changed = options.source === undefined ? folder : resolve(options.source);
	const checkout = await openCheckout(changed, env);
	await requireCheckout(options, checkout, changed);
	const progress = createProgressLine(io.stderr);
	const repaired = await repairFolder({ ...request, onProgress: progress.show }).finally(() => progress.clear());
	const found = options.source === undefined ? repaired : await inSource(repaired, changed);
	if (!options.apply && !options.commit) {
		show(found, options, io, unifiedDiff(found.files, checkout?.prefix));
		return EXIT.fine;
	}
	const { refused } =
		checkout && options.commit ? await commitSteps(found, checkout) : await writeRepairs(found, found.files);
	show({ ...found, refused: [...found.refused, ...refused] }, options, io);
	return refused.length > 0 ? EXIT.under : EXIT.fine;
}

function folderOf({ dir, apply, commit }: Options, argument: string | undefined): string {
	if (dir !== undefined && argument !== undefined)
		throw usage(COMMAND, `Name the folder only once: "${argument}" or --dir`);
	if (apply && commit) throw usage(COMMAND, "--commit includes --apply; use one of them");
	const folder = dir ?? argument;
	if (folder === undefined) throw usage(COMMAND, "Name a folder");
	return resolve(folder);
}

function noAddress(): never {
	throw usage(COMMAND, "--as is missing: the address at which the folder is or will be published");
}

async function requireCheckout({ apply, commit, ...options }: Options, checkout: Checkout | undefined, folder: string) {
	if (commit && !checkout) throw usage(COMMAND, `--commit needs a git checkout, but ${folder} is not in one`);
	if ((apply || commit) && checkout && !options["allow-dirty"]) await requireClean(checkout);
}

const UNWRITTEN = {
	title: "Nothing is written yet. Add --apply to make these changes, or --commit for a commit each.",
	items: [],
};

/** A diff alone is for programs, so texts for people go to standard error. */
function show(found: Repaired, { json, format }: Options, { stdout, stderr }: Io, diff?: Buffer): void {
	if (json) stdout.write(`${JSON.stringify(repairJson(found, diff), null, 2)}\n`);
	else if (format === "markdown") stdout.write(repairMarkdown(found));
	else {
		if (diff) writeDiff(diff, stdout);
		const people = diff ? stderr : stdout;
		const said = repairReport(found);
		people.write(inked(diff && found.files.length > 0 ? [...said, UNWRITTEN] : said, createInk(people)));
	}
}

/** On a terminal, makes control characters of a site visible; a file or pipe gets the exact bytes. */
function writeDiff(diff: Buffer, stdout: Io["stdout"]): void {
	if (stdout.isTTY || !(stdout instanceof Writable)) {
		const lines = diff.toString().split("\n");
		stdout.write(lines.map((line) => line.replace(/[^\t]+/g, tame)).join("\n"));
	} else stdout.write(diff);
}

function inked(sections: readonly ReportSection[], ink: Ink): string {
	return report(
		sections.map(({ title, items }) => [
			...fold(tame(title), ink.width, 0).map(ink.strong),
			...items.flatMap((item) => fold(tame(item), ink.width, 2)),
		]),
	);
}

function checksOf(given: readonly string[]): readonly string[] | undefined {
	const ids = given.flatMap((each) => each.split(",")).map((id) => id.trim());
	for (const id of ids) {
		if (checkOf(id)) continue;
		const meant = closest(
			id,
			CHECKS.map((each) => each.id),
		);
		throw usage(COMMAND, `--check names "${id}", which is not a check`, meant);
	}
	return ids.length > 0 ? ids : undefined;
}

interface Checkout {
	readonly git: Git;
	/** The folder's real path relative to the checkout's root, with slashes; "" or with a trailing slash. */
	readonly prefix: string;
}

async function openCheckout(folder: string, env: NodeJS.ProcessEnv): Promise<Checkout | undefined> {
	const facts = await stat(folder).catch(() => undefined);
	if (!facts?.isDirectory())
		throw new Failure("folder-unreadable", {
			what: `There is no folder ${folder}.`,
			todo: "Use the site's build folder.",
		});
	const git = openGit({ folder, environment: withoutSecrets(env), token: undefined, server: "https://github.com/" });
	const found = await git.try(["rev-parse", "--show-prefix"]).catch(() => undefined);
	if (found?.code !== 0) return undefined;
	return { git, prefix: found.stdout.toString().replace(/\n$/, "") };
}

async function requireClean({ git }: Checkout): Promise<void> {
	const { code, stdout } = await git.try(["status", "--porcelain", "-z"]);
	if (code === 0 && stdout.length === 0) return;
	const names = stdout.toString().split("\0").filter(Boolean);
	throw new Failure("input-invalid", {
		what: "The git checkout has uncommitted changes.",
		why: `They would be mixed with the repairs: ${plainCount(names.length, "file")}.`,
		todo: "Commit or stash them first, or use --allow-dirty.",
	});
}

interface Written {
	readonly refused: Repaired["refused"];
}

/** One commit per check, with the author and settings of the local git. */
async function commitSteps(found: Repaired, { git }: Checkout): Promise<Written> {
	const refused: Refused[] = [];
	const skipped = new Set<string>();
	const earlier = new Map<string, Uint8Array>();
	for (const { check, files } of found.steps) {
		const left = files.filter(({ path }) => !skipped.has(path));
		const done = await writeRepairs(found, left, earlier);
		for (const each of done.refused) skipped.add(each.file);
		refused.push(...done.refused);
		const paths = done.written.map(({ path }) => `:(literal)${path}`);
		if (paths.length === 0) continue;
		const { title = check } = checkOf(check) ?? {};
		await requireGit(git, ["add", "--", ...paths]);
		await requireGit(git, ["commit", "--quiet", "-m", `${title} (${check})`, "--", ...paths]);
	}
	return { refused };
}

async function requireGit(git: Git, args: readonly string[]): Promise<void> {
	const { code, stderr } = await git.try(args);
	if (code === 0) return;
	throw new Failure("input-invalid", {
		what: `git ${args[0]} failed.`,
		why: stderr || "It took too long.",
		todo: "Fix the error that git reports, then run this again for the rest. Commits made so far stay.",
	});
}
