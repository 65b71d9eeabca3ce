import { parseDecimal } from "#log/tlog/canonical.ts";
import type { ReaderOfSite } from "../verify/site-reader.ts";
import type { SeenStates } from "./seen-states.ts";
import { askDomain } from "./watched-leaves.ts";

/** An audit leaf whose receipt is neither published nor listed. */
export interface AbsentLeaf {
	readonly index: number;
	/** The receipt's id. */
	readonly receipt: string;
}

/** Absent leaves of earlier looks, one `<index> <receipt>` a line. */
const ABSENT = "absent";
/** Receipts that are asked for again at a look; of more, the others stay absent until these are there. */
const MOST_ASKED = 10;
const LINE = /^(\d+) ([0-9a-f]{64})$/;

/** What earlier looks found absent. */
export async function readAbsent(seen: SeenStates): Promise<AbsentLeaf[]> {
	return ((await seen.read(ABSENT)) ?? "").split("\n").flatMap((line) => {
		const [, number = "", receipt = ""] = LINE.exec(line) ?? [];
		const index = parseDecimal(number);
		return index === undefined ? [] : [{ index, receipt }];
	});
}

/**
 * Those that are still absent: an absence that was reported once could be missed.
 * @param isListed whether the log lists the leaf by now as one without a receipt
 * @throws Failure `not-fetched`
 */
export async function stillAbsent(
	before: readonly AbsentLeaf[],
	site: ReaderOfSite,
	isListed: (index: number) => boolean,
): Promise<AbsentLeaf[]> {
	const left = before.filter(({ index }) => !isListed(index));
	const asked = await Promise.all(
		left.slice(0, MOST_ASKED).map(async (leaf) => ((await askDomain(site, leaf.receipt)) === undefined ? [leaf] : [])),
	);
	return [...asked.flat(), ...left.slice(MOST_ASKED)];
}

export async function keepAbsent(seen: SeenStates, leaves: readonly AbsentLeaf[]): Promise<void> {
	const text = leaves.map(({ index, receipt }) => `${index} ${receipt}\n`).join("");
	if (text !== ((await seen.read(ABSENT)) ?? "")) await seen.keep(ABSENT, text);
}
