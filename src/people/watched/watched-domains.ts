import type { Removal, RequestPlace } from "#core/notice.ts";
import type { AuditMode } from "#core/preset.ts";
import type { OwnerOrder } from "#receipts/removal/owner-orders.ts";

/** Domains that one account watches. Each adds an audit a night. */
export const WATCHED_MAX = 100;

/** Whether an account has shown that a domain is its own. */
export interface Control {
	/** What to publish: a TXT record at `record` that says `text`, or `file` with the JSON `member`. */
	readonly record: string;
	readonly text: string;
	readonly file: string;
	readonly member: string;
	/** ISO 8601: since when it is proved; undefined while it is not. */
	readonly since?: string;
	readonly place?: RequestPlace["place"];
	/** ISO 8601: when both places were looked at last, and what was found there, a sentence for each. */
	readonly lookedAt?: string;
	readonly says: readonly string[];
}

export interface WatchedDomain {
	/** ASCII host. */
	readonly domain: string;
	readonly mode: AuditMode;
	/** ISO 8601. */
	readonly addedAt: string;
	readonly control: Control;
	/** The newest rescan that has ended with the domain; `says` tells why it came to no score. */
	readonly lastRescan?: { readonly at: string; readonly says?: string };
}

/** What an owner has had done to the domain's audits, as far as this installation knows it now. */
export interface OwnersOrders {
	/** ISO 8601: since when everything of the domain is taken down; undefined where it is not. */
	readonly takenDownAt?: string;
	/** Orders that hold already, and that the next job which can write the reports carries out; the newest first. */
	readonly waiting: readonly { readonly kind: OwnerOrder["kind"]; readonly at: string }[];
	/** Orders that came to nothing, or not to all that they named, and why; the newest first. */
	readonly failed: readonly { readonly kind: OwnerOrder["kind"]; readonly at: string; readonly says: string }[];
}

/**
 * The watchlist of accounts. A rescan audits each domain once, however many accounts watch it.
 * All take the account's id first and touch rows of that account alone; all throw Failure `store-unavailable`.
 */
export interface WatchedDomains {
	/** In the order of their names; `after` is the last domain of the page before. */
	list(account: string, page?: { readonly after?: string; readonly limit?: number }): Promise<readonly WatchedDomain[]>;
	/** @param domain ASCII host; undefined where the account does not watch it */
	get(account: string, domain: string): Promise<WatchedDomain | undefined>;
	/**
	 * Begins to watch, or changes the mode; again, it changes nothing.
	 * @param input host name or URL, as people write it
	 * @throws Failure `target-invalid`, `target-blocked`; `input-invalid` at the cap
	 */
	watch(account: string, input: string, mode: AuditMode): Promise<WatchedDomain>;
	/** Ends it, and with it the proof of control. @returns whether the account had watched it */
	unwatch(account: string, domain: string): Promise<boolean>;
	/**
	 * Looks at both places for the account's token. Found, control is proved; gone, it is not any more; a place that does not
	 * answer changes nothing.
	 * @throws Failure `input-invalid` where the account does not watch the domain
	 */
	prove(account: string, domain: string): Promise<WatchedDomain>;
	orders(domain: string): Promise<OwnersOrders>;
	/**
	 * Takes down receipts and pages of a domain, all or those named.
	 * @throws Failure `input-invalid` where the token is not found at the domain now, or a receipt is not one of the domain
	 */
	takeDown(account: string, domain: string, receipts: Removal["receipts"]): Promise<OwnersOrders>;
	/** Lets audits of the domain be kept and shown again. @throws Failure `input-invalid` as above, or where nothing is down */
	withdraw(account: string, domain: string): Promise<OwnersOrders>;
	/**
	 * Sets the owner's sentence beside a receipt, in place of an earlier one; an empty one takes it back.
	 * @throws Failure `input-invalid` as above, or for what is not one plain paragraph of at most 2,000 characters
	 */
	correct(account: string, domain: string, receipt: string, says: string): Promise<OwnersOrders>;
	/** Ends everything of an account. */
	forget(account: string): Promise<void>;
	/** The account's own data, as JSON. */
	exportOf(account: string): Promise<unknown>;
}
