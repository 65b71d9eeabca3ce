/** Sites for tests; never shipped. */

import type { StoredReceipt } from "#core/receipt.ts";
import { newestFirst, summariseReceipt } from "#receipts/store/receipt.ts";
import type { PublicSite } from "./published-sites.ts";

/** A listed site with these receipts, in any order. */
export function makeSite(
	receipts: readonly [StoredReceipt, ...StoredReceipt[]],
	parts: Partial<PublicSite> = {},
): PublicSite {
	const [newest, ...older] = receipts.map(summariseReceipt).sort(newestFirst);
	if (!newest) throw new RangeError("A site has at least one receipt.");
	return {
		domain: newest.domain,
		displayDomain: newest.domain,
		listed: true,
		agency: undefined,
		history: [newest, ...older],
		sealed: undefined,
		...parts,
	};
}
