import type { ReceiptSummary } from "#receipts/store/receipt.ts";

/** A domain whose audits the site shows. */
export interface PublicSite {
	/** ASCII host, which is also the slug of its pages. */
	readonly domain: string;
	/** The same for people's eyes; differs for international names only. */
	readonly displayDomain: string;
	/** False for a domain that is kept off the wall: it has pages, and stands in no list. */
	readonly listed: boolean;
	/** Empty where no agency stands behind the brief. */
	readonly agencyName: string;
	/** Its light audits, newest first. */
	readonly history: readonly [ReceiptSummary, ...ReceiptSummary[]];
	/** The newest of them that is in the log: what badges show. */
	readonly sealed: ReceiptSummary | undefined;
}
