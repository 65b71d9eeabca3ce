import type { Checkpoint } from "#log/tlog/checkpoint.ts";
import { lookUpDomain } from "../domain-index/look-up.ts";
import type { ReaderOfSite } from "../verify/site-reader.ts";
import type { ReadLogFile } from "./log-states.ts";
import type { SeenStates } from "./seen-states.ts";
import { askDomain } from "./watched-leaves.ts";

/** Domains whose newest receipt has been looked up, one a line. */
const LOOKED_UP = "domains";

/**
 * Learns the newest receipt of each domain from the log's index, so that its removal is noticed though it was in the log
 * before the first look. A log that did not grow is asked for domains alone that are new.
 * @param known domains of receipts, by id, which it adds to
 * @returns what remembers for which domains that was done
 * @throws Failure `log-inconsistent` or `log-malformed` for an index that was not signed, `not-fetched`
 */
export async function learnFromIndex(
	{
		domains,
		known,
		hasGrown,
	}: {
		readonly domains: readonly string[];
		readonly known: Map<string, string>;
		readonly hasGrown: boolean;
	},
	today: Checkpoint,
	{
		site,
		seen,
		readFile,
	}: {
		readonly site: ReaderOfSite;
		readonly seen: SeenStates;
		readonly readFile: ReadLogFile;
	},
): Promise<() => Promise<void>> {
	const before = new Set(((await seen.read(LOOKED_UP)) ?? "").split("\n").filter(Boolean));
	const asked = domains.filter((domain) => hasGrown || !before.has(domain));
	for (const domain of asked) {
		const receipt = (await lookUpDomain(today, domain, readFile))?.newest?.receipt;
		// The index is the log's word for whose it is; the receipt shows it.
		if (receipt !== undefined && !known.has(receipt) && (await askDomain(site, receipt)) === domain)
			known.set(receipt, domain);
	}
	return async () => {
		const all = new Set([...before, ...asked]);
		if (all.size > before.size) await seen.keep(LOOKED_UP, [...all].map((domain) => `${domain}\n`).join(""));
	};
}
