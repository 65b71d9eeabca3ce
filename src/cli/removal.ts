import { readEnvironment, type Settings } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { requireFolder } from "#config/named-file.ts";
import { isFailure } from "#core/failure.ts";
import type { RemovalOutcome } from "#core/notice.ts";
import { plainCount, plural, shortDigest } from "#core/wording.ts";
import { openOwnersPlaces } from "#receipts/removal/owners-places.ts";
import { correct, remove, withdrawRemoval } from "#receipts/removal/removal.ts";
import { type Io, usage } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { createInk, fold, type Ink, report, tame } from "./terminal.ts";

const COMMAND = "sightline removal";
const REMOVALS = { openOwnersPlaces, remove, withdrawRemoval };

export async function run(
	{ options, argument: domain }: Given<"removal">,
	io: Io,
	removals = REMOVALS,
): Promise<ExitCode> {
	const { receipt: receipts, check, withdraw, correct: corrected, says } = options;
	const removing = check || receipts.length > 0;
	if (corrected !== undefined || says !== undefined) {
		if (domain !== undefined || removing || withdraw) throw usage(COMMAND, "--correct can only be used with --says");
		if (corrected === undefined || says === undefined) throw usage(COMMAND, "--correct and --says need each other");
		return correctReceipt(readId("correct", corrected), says, io);
	}
	if (domain === undefined) throw usage(COMMAND, "Name a domain");
	if (withdraw && removing) throw usage(COMMAND, "--withdraw can only be used with a domain");
	const ids = receipts.map((id) => readId("receipt", id));
	const settings = await readSettings(io);
	const { places, close } = removals.openOwnersPlaces(settings);
	try {
		if (withdraw) return await endRemoval(() => removals.withdrawRemoval(domain, settings, places), io);
		const outcome = await removals.remove({ domain, receipts: ids, check }, settings, places);
		io.stdout.write(removalReport(outcome, check, createInk(io.stdout)));
		return exitCodeOf(outcome, check);
	} finally {
		await close();
	}
}

/** Fails without the folder: nothing would be removed, although a notice would say so. */
async function readSettings({ env }: Io): Promise<Settings> {
	const settings = readEnvironment(env);
	await requireFolder(settings.reports, "SIGHTLINE_REPORTS");
	return settings;
}

function exitCodeOf({ request, notice, unknown, looked }: RemovalOutcome, check: boolean): ExitCode {
	const asked = request !== undefined && (request.receipts === "all" || unknown.length < request.receipts.length);
	if (check ? asked : notice !== "none") return EXIT.fine;
	return request === undefined && looked.every(({ answered }) => !answered) ? EXIT.notAudited : EXIT.under;
}

async function endRemoval(withdrawal: () => Promise<string>, io: Io): Promise<ExitCode> {
	try {
		const host = await withdrawal();
		io.stdout.write(`The removal of ${host} has ended: its audits can be saved and shown again.\n`);
		return EXIT.fine;
	} catch (error) {
		if (!isFailure(error) || error.code !== "not-fetched") throw error;
		io.stderr.write(`sightline: ${error.message}\n`);
		return EXIT.notAudited;
	}
}

async function correctReceipt(receipt: string, says: string, io: Io): Promise<ExitCode> {
	const { domain, notice } = await correct({ receipt, says }, await readSettings(io));
	const of = `receipt ${shortDigest(receipt)} of ${domain}`;
	const what =
		notice === "written" ? `The correction is now shown with ${of}` : `This correction is already shown with ${of}`;
	io.stdout.write(`${what}. Build and publish the site to show it.\n`);
	return EXIT.fine;
}

function readId(option: string, text: string): string {
	if (/^[0-9a-f]{64}$/.test(text)) return text;
	throw usage(COMMAND, `--${option} is "${text}"; give a receipt's id: 64 hexadecimal digits`);
}

export function removalReport(outcome: RemovalOutcome, check: boolean, ink: Ink): string {
	const sections = [places(outcome, ink), check ? wouldBe(outcome, ink) : done(outcome, ink)];
	if (!check && outcome.notice !== "none") sections.push(stays(outcome, ink));
	return report(sections);
}

function places({ domain, looked }: RemovalOutcome, ink: Ink): string[] {
	const rows = looked.flatMap(({ at, says }) => [`  ${tame(at)}`, ...fold(tame(says), ink.width, 4).map(ink.quiet)]);
	return [ink.strong(`The owner's request for ${domain}`), ...rows];
}

function wouldBe({ request, deleted, active, unknown }: RemovalOutcome, ink: Ink): string[] {
	if (!request)
		return [active ? "An earlier removal of everything is still in force." : "There is no request for removal."];
	const what = `${plainCount(deleted.receipts, "receipt")} of it ${plural(deleted.receipts, "lies", "lie")} here.`;
	const rest = request.receipts === "all" ? "  Audits of the domain would no longer be saved." : "";
	return [...fold(`There is a request. ${what}${rest} Nothing was changed.`, ink.width, 0), ...strangers(unknown, ink)];
}

function done({ domain, notice, request, deleted, unknown, looked }: RemovalOutcome, ink: Ink): string[] {
	if (notice === "none") {
		const silent = looked.every(({ answered }) => !answered);
		const says = silent ? "Neither place could be read" : "There is no request that could be carried out";
		return [ink.middling(`${says}: nothing was changed.`), ...strangers(unknown, ink)];
	}
	const why = request ? "" : " (completed from the earlier notice; there is no request now)";
	const parts = [
		plainCount(deleted.receipts, "receipt"),
		`the evidence of ${deleted.evidence}`,
		`the results in ${plainCount(deleted.runLines, "line")} of run files`,
		...(deleted.pages ? [plainCount(deleted.pages, "live page")] : []),
	];
	const noticed = notice === "written" ? "A notice was written." : "The notice already existed.";
	const says = `${noticed} Deleted for ${domain}: ${parts.join(", ")}${why}.`;
	return [...fold(says, ink.width, 0).map(ink.good), ...strangers(unknown, ink)];
}

function strangers(unknown: readonly string[], ink: Ink): string[] {
	return unknown.map((id) => ink.middling(`Not a receipt of this domain here: ${shortDigest(id)}`));
}

function stays({ domain, active }: RemovalOutcome, ink: Ink): string[] {
	const items = [
		"The log: its leaves hold only digests and times.",
		"Earlier commits, if the reports are in git: they keep the files until the history is rewritten.",
		"The published site: build and publish it again.",
		...(active
			? [
					`The watchlist's entry: rescans skip ${domain} from now on. Remove the entry, so that new run files do not show the name.`,
				]
			: []),
	];
	return [
		ink.strong("What stays"),
		...items.flatMap((item) => {
			const [first = "", ...rest] = fold(item, ink.width, 4);
			return [`  - ${first.slice(4)}`, ...rest];
		}),
	];
}
