import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { readNamedText } from "#config/named-file.ts";
import { canonicalJson, parseJson } from "#core/json-object.ts";
import { type Rehearsal, readRehearsal, rehearsalSummary, TASKS, type TaskId } from "#core/rehearsal.ts";
import { parseTarget } from "#core/target.ts";
import { byCodeUnits, closest, listing } from "#core/wording.ts";
import { ifThere } from "#receipts/store/if-there.ts";
import { rehearse } from "#rehearsal/rehearse.ts";
import { type OwnTask, OwnTasks } from "#rehearsal/tasks.ts";
import { auditTarget, type Io, usage } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { requireOutput, writeOutput } from "./output-file.ts";
import { changesSince, journeyPage, rehearsalMarkdown, SYMBOLS } from "./rehearsal-report.ts";
import { siteTarget } from "./subject.ts";
import { createInk, createProgressLine, fold, type Ink, report, tame } from "./terminal.ts";

const COMMAND = "sightline rehearse";
/** Value of --fail-on for all tasks. */
const ANY = "any";
const MOST_BYTES = 16 * 1024 * 1024;

/** @throws Failure if the site cannot be opened; `input-invalid` for an unknown task */
export async function run({ options, argument }: Given<"rehearse">, { stdout, stderr, env }: Io): Promise<ExitCode> {
	const site = auditTarget(COMMAND, argument, options);
	const tasks = readTasks("--task", options.task);
	const failOn = readTasks(
		"--fail-on",
		options["fail-on"].filter((each) => each !== ANY).map((each) => each.replace(/^task:/, "")),
	);
	const own = options.tasks === undefined ? [] : await readOwnTasks(options.tasks);
	const before = options.baseline === undefined ? undefined : await readBaseline(options.baseline, site.domain);
	if (options.pictures === "") throw usage(COMMAND, "--pictures is empty; name a folder");
	if (options.html !== undefined) await requireOutput(options.html, "--html");
	if (options.receipt !== undefined) await requireOutput(options.receipt, "--receipt");
	const progress = createProgressLine(stderr);
	progress.show(`Opening ${site.domain} …`);
	try {
		const { rehearsal, pictures } = await rehearse(
			{
				target: siteTarget(site),
				folder: site.folder,
				browser: !options["no-browser"],
				pictures: options.html !== undefined || options.pictures !== undefined,
				tasks,
				alsoTasks: failOn,
				own,
				kind: options.kind,
				onTask: (asks) => progress.show(`${site.domain}: ${asks} …`),
			},
			readEnvironment(env),
		);
		progress.clear();
		const changes = before && changesSince(before, rehearsal);
		if (options.html !== undefined) await writeOutput(options.html, journeyPage(rehearsal, pictures));
		if (options.receipt !== undefined) await writeOutput(options.receipt, canonicalJson(rehearsal));
		if (options.pictures !== undefined) await writePictures(options.pictures, pictures);
		stdout.write(textOf(options, rehearsal, changes, createInk(stdout)));
		const failed = rehearsal.journeys.filter(
			({ task, outcome }) =>
				outcome === "blocked" && (options["fail-on"].includes(ANY) || failOn.includes(task as TaskId)),
		);
		for (const { task, says } of failed)
			stderr.write(`sightline: ${tame(task)} is blocked: ${tame(says)} (--fail-on)\n`);
		return failed.length > 0 ? EXIT.under : EXIT.fine;
	} finally {
		progress.clear();
	}
}

function textOf(
	{ json, markdown }: Given<"rehearse">["options"],
	rehearsal: Rehearsal,
	changes: readonly string[] | undefined,
	ink: Ink,
): string {
	if (json) return `${JSON.stringify(rehearsal, null, 2)}\n`;
	return markdown ? rehearsalMarkdown(rehearsal, changes) : table(rehearsal, changes, ink);
}

/** @throws Failure `input-invalid` */
function readTasks(option: string, given: readonly string[]): readonly TaskId[] {
	const ids = given.flatMap((each) => each.split(",")).map((each) => each.trim());
	for (const id of ids) {
		if ((TASKS as readonly string[]).includes(id)) continue;
		throw usage(
			COMMAND,
			`${option} names "${id}", which is not a task (${listing([...TASKS], TASKS.length)})`,
			closest(id, TASKS),
		);
	}
	return [...new Set(ids)] as TaskId[];
}

const OWN_FORM = 'Write {"tasks": [{"find": "warranty", "expect": ["24 months"]}]}.';

/** @throws Failure `input-invalid` */
async function readOwnTasks(file: string): Promise<readonly OwnTask[]> {
	const read = OwnTasks.safeParse(parseJson(await readNamedText(file, { most: MOST_BYTES, todo: OWN_FORM })));
	if (read.success) return read.data.tasks;
	const [issue] = read.error.issues;
	throw usage(
		COMMAND,
		`${file} is not a list of tasks: ${issue?.path.join(".") || "it"}: ${issue?.message}. ${OWN_FORM}`,
	);
}

/** The file, or the site's newest rehearsal in the folder. @throws Failure `input-invalid` */
async function readBaseline(path: string, domain: string): Promise<Rehearsal | undefined> {
	if (!(await ifThere(stat(path)))?.isDirectory()) return readEarlier(path);
	const names = (await readdir(path)).filter((name) => name.endsWith(".json"));
	const all = await Promise.all(names.map((name) => readEarlier(join(path, name))));
	return all
		.filter((each) => each.domain === parseTarget(domain).host)
		.toSorted((a, b) => byCodeUnits(a.rehearsedAt, b.rehearsedAt))
		.at(-1);
}

/** @throws Failure `input-invalid` */
async function readEarlier(file: string): Promise<Rehearsal> {
	const todo = "--baseline needs the output of sightline rehearse --json or --receipt.";
	const { rehearsal, faults } = await readRehearsal(await readNamedText(file, { most: MOST_BYTES, todo }), file);
	if (faults.length > 0) throw usage(COMMAND, `${file} cannot be compared. ${faults.join(" ")}`);
	return rehearsal;
}

async function writePictures(folder: string, pictures: ReadonlyMap<string, Uint8Array>): Promise<void> {
	await mkdir(folder, { recursive: true });
	for (const [digest, picture] of pictures) await writeOutput(join(folder, `${digest}.jpg`), picture);
}

function table(rehearsal: Rehearsal, changes: readonly string[] | undefined, ink: Ink): string {
	const { domain, journeys, through } = rehearsal;
	const paint = { done: ink.good, stopped: ink.good, blocked: ink.bad, "not-offered": ink.quiet } as const;
	const rows = journeys.flatMap(({ task, outcome, says, stop, steps }) => [
		`${paint[outcome](SYMBOLS[outcome])} ${ink.strong(tame(task).padEnd(14))} ${tame(SAID[outcome])}`,
		...fold(tame(says), ink.width, 4),
		...(stop
			? [
					...fold(`Step ${stop.step} of ${steps.length}, on ${tame(stop.page)}.`, ink.width, 4),
					...fold(`Fix: ${stop.fix} (check ${stop.check})`, ink.width, 4),
				]
			: []),
	]);
	return report([
		[
			ink.strong(tame(domain)),
			ink.quiet(
				`An agent without a language model, through ${through === "browser" ? "a browser's accessibility tree" : "raw HTML"}; nothing was sent.`,
			),
		],
		rows,
		[...fold(tame(rehearsalSummary(rehearsal)), ink.width, 0)],
		changes === undefined
			? []
			: [
					"Since the baseline",
					...(changes.length === 0 ? ["  Nothing has changed."] : changes.map((each) => `  ${tame(each)}`)),
				],
	]);
}

const SAID = {
	done: "done",
	stopped: "ready, stopped before it has effects",
	blocked: "blocked",
	"not-offered": "not offered",
} as const;
