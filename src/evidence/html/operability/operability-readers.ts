import type { PageDigest } from "../../page-digest.ts";
import type { FactReaders, FactStart } from "../fact-readers.ts";

/** Barriers that the source alone decides. */
export function operabilityReaders(_start: FactStart): FactReaders<Pick<PageDigest, "operability">> {
	return { readers: [], finish: () => ({ operability: { examined: {}, found: {}, barriers: [] } }) };
}
