import type { RemovalOutcome } from "#core/notice.ts";
import { plainCount, plural, shortDigest } from "#core/wording.ts";
import { fold, type Ink, tame } from "./ink.ts";

/** What a removal found, did and left, for a person at a terminal. */
export function removalReport(outcome: RemovalOutcome, check: boolean, ink: Ink): string {
	const sections = [places(outcome, ink), check ? wouldBe(outcome, ink) : done(outcome, ink)];
	if (!check && outcome.notice !== "none") sections.push(stays(outcome, ink));
	return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function places({ domain, looked }: RemovalOutcome, ink: Ink): string[] {
	const rows = looked.flatMap(({ at, says }) => [`  ${tame(at)}`, ...fold(tame(says), ink.width, 4).map(ink.quiet)]);
	return [ink.strong(`The owner's request for ${domain}`), ...rows];
}

function wouldBe({ request, deleted, standing, unknown }: RemovalOutcome, ink: Ink): string[] {
	if (!request) return [standing ? "A removal of everything stands from before." : "Nothing asks for a removal."];
	const what = `${plainCount(deleted.receipts, "receipt")} of it ${plural(deleted.receipts, "lies", "lie")} here.`;
	const rest = request.receipts === "all" ? " No audit of the domain would be kept any more." : "";
	return [...fold(`There is a request. ${what}${rest} Nothing was changed.`, ink.width, 0), ...strangers(unknown, ink)];
}

function done({ domain, notice, request, deleted, unknown, looked }: RemovalOutcome, ink: Ink): string[] {
	if (notice === "none") {
		const silent = looked.every(({ answered }) => !answered);
		const says = silent ? "Neither place could be looked at" : "Nothing there asks for a removal that could be done";
		return [ink.middling(`${says}: nothing was changed.`), ...strangers(unknown, ink)];
	}
	const why = request ? "" : " (completed from the notice of before; there is no request now)";
	const parts = [
		plainCount(deleted.receipts, "receipt"),
		`the evidence of ${deleted.evidence}`,
		`the results in ${plainCount(deleted.runLines, "line")} of run files`,
		...(deleted.pages ? [plainCount(deleted.pages, "live page")] : []),
	];
	const noticed = notice === "written" ? "A notice was written." : "The notice was there already.";
	const says = `${noticed} Of ${domain} were deleted: ${parts.join(", ")}${why}.`;
	return [...fold(says, ink.width, 0).map(ink.good), ...strangers(unknown, ink)];
}

function strangers(unknown: readonly string[], ink: Ink): string[] {
	return unknown.map((id) => ink.middling(`Not a receipt of this domain here: ${shortDigest(id)}`));
}

function stays({ domain, standing }: RemovalOutcome, ink: Ink): string[] {
	const items = [
		"The log: its leaves hold digests and times, and name nobody.",
		"Earlier commits, where the reports are in git: they hold the files until the history is rewritten.",
		"The site as it was last published: build and publish it again.",
		...(standing
			? [
					`The watchlist's entry: rescans refuse ${domain} from now on; take it out, and the name is published in no new run file.`,
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
