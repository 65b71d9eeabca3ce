import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import type { Notices } from "#core/notice.ts";
import { readIfThere } from "../seal/log-files.ts";
import { readPublication } from "../store/published-watchlist.ts";

/**
 * Whether the site has had pages of a domain: one of the watchlist with receipts, or one of which an earlier notice says so.
 * A watchlist that cannot be read publishes nothing.
 * @param receipts how many lie here
 */
export async function wasPublic(
	domain: string,
	receipts: number,
	{ notices }: Notices,
	{ reports }: Settings,
): Promise<boolean> {
	if (notices.some((notice) => notice.kind === "removal" && notice.domain === domain && notice.public)) return true;
	if (receipts === 0) return false;
	const text = await readIfThere(join(reports, "watchlist.json"));
	return text !== undefined && readPublication(text).entries.some((entry) => entry.domain === domain);
}
