import type { LiveBrief } from "../api/live-app.ts";
import type { LivePages, LiveReceipt } from "../live/live.ts";
import type { LiveAddress } from "./live-address.ts";

export interface LiveShared {
	readonly live: LiveBrief;
	/** Of a permalink: the audit that it shows for good. */
	readonly receipt?: LiveReceipt;
}

/** What stands at a share page's address; a permalink shows audits of the page's own history alone. */
export async function findShared(address: LiveAddress, pages: LivePages): Promise<LiveShared | undefined> {
	if (address.kind !== "share" && address.kind !== "permalink") return undefined;
	const live = await pages.brief(address.slug);
	if (!live || address.kind === "share") return live && { live };
	const isOfPage = [live.stored, ...live.history].some(({ id }) => id === address.receipt);
	const receipt = isOfPage ? await pages.receipt(address.receipt) : undefined;
	return receipt && { live, receipt };
}
