import type { StoredReceipt } from "#core/receipt.ts";

/** Where a brief in an agency's name stands: seen by its members alone until one who may has approved it. */
export const BRIEF_STATES = ["waiting", "approved", "sent"] as const;
export type BriefState = (typeof BRIEF_STATES)[number];

/** One audit of a client's site, in an agency's name. */
export interface AgencyBrief {
	/** Agency's slug. */
	readonly agency: string;
	readonly domain: string;
	/** Id of the receipt that it shows. */
	readonly receipt: string;
	/** ISO 8601: when the site was last found so. */
	readonly auditedAt: string;
	readonly state: BriefState;
	/** `<domain>~<agency slug>`: where its page is once it is approved. */
	readonly slug: string;
	readonly askedMs: number;
	/** Absent while it waits. */
	readonly approvedMs?: number;
	/** When it was last sent to somebody. */
	readonly sentMs?: number;
	/** When its page, or the brief that waits, ends unless the site is found so again. */
	readonly expiresMs: number;
}

export interface NewBrief {
	readonly agency: string;
	readonly stored: StoredReceipt;
	readonly auditedAt: string;
	/** Account that asks for it; absent where a rescan has found something new. */
	readonly account?: string;
}

/** Names one brief. */
export type BriefKey = Pick<AgencyBrief, "agency" | "domain" | "receipt">;

/**
 * Briefs in the name of agencies. Who may do what is the caller's to check (`mayDo`).
 * All are newest first; none that has expired or whose receipt was taken down.
 */
export interface AgencyBriefs {
	/**
	 * Keeps a brief that waits for approval; one of the same receipt stays as it is.
	 * @throws Failure `receipt-invalid` where the receipt is kept here no more
	 */
	make(brief: NewBrief): Promise<AgencyBrief>;
	/**
	 * Opens the page at `<domain>~<agency slug>`, in place of the brief that it showed before.
	 * @throws Failure `input-invalid` where there is no such brief, `receipt-invalid` as `make`
	 */
	approve(key: BriefKey, account: string): Promise<AgencyBrief>;
	/** Undoes an approval: the page is gone, the brief waits again. Undefined where there is none. */
	withdraw(key: BriefKey): Promise<AgencyBrief | undefined>;
	/** Notes that an approved brief was sent. @throws Failure `input-invalid` where it is not approved */
	noteSent(key: BriefKey): Promise<AgencyBrief>;
	/** Drops a brief, and its page where it has one. */
	drop(key: BriefKey): Promise<void>;
	get(key: BriefKey): Promise<AgencyBrief | undefined>;
	/** @param before cursor that the page before gave */
	list(
		agency: string,
		page: { readonly state?: BriefState; readonly limit: number; readonly before?: string },
	): Promise<{
		readonly briefs: readonly AgencyBrief[];
		readonly next?: string;
	}>;
	/** The receipt of a brief, for a member's preview. */
	stored(key: BriefKey): Promise<StoredReceipt | undefined>;
}
