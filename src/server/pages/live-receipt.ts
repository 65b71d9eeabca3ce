import type { LivePages, LiveReceipt } from "../live/live.ts";
import type { LiveAddress } from "./live-address.ts";

/** What stands at a live receipt's address: its page, one of its files, or what is left after its end. */
export type LiveReceiptFound =
	| {
			readonly receipt: LiveReceipt;
			readonly ending?: "json" | "tlog-proof" | undefined;
			readonly endedLeaf?: undefined;
	  }
	| { readonly receipt?: undefined; readonly ending?: undefined; readonly id: string; readonly endedLeaf: number };

/**
 * Looks for a live receipt.
 * @param leafOf index in the published log of a live audit's leaf: its page answers also after the receipt has ended
 */
export async function findReceipt(
	address: LiveAddress,
	pages: Pick<LivePages, "receipt">,
	leafOf: (id: string) => number | undefined,
): Promise<LiveReceiptFound | undefined> {
	if (!("receipt" in address) || address.kind === "permalink") return undefined;
	const { receipt: id } = address;
	const receipt = await pages.receipt(id);
	if (receipt) return { receipt, ending: address.kind === "file" ? address.ending : undefined };
	const endedLeaf = address.kind === "receipt" ? leafOf(id) : undefined;
	return endedLeaf === undefined ? undefined : { id, endedLeaf };
}
