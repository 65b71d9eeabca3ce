/** What a deep audit learned on its way through a site. */

/** One address of the site that was asked for. */
export interface PageVisit {
	/** As it stood in the sitemap or the link, absolute, without fragment. */
	readonly url: string;
	/** Where it was named. */
	readonly from: readonly ("sitemap" | "home" | "page")[];
	/** Address of a page that links to it; null when only the sitemap names it. */
	readonly linkedFrom: string | null;
	/** Final status; null where nothing came back. */
	readonly status: number | null;
	/** Failure code where nothing came back. */
	readonly failure: string | null;
	/** Where redirects led; equal to `url` when there was none. */
	readonly end: string;
	readonly hops: number;
	/** The body has the same digest as the answer to a path that cannot exist. */
	readonly softNotFound: boolean;
}

/** An address on another host that the structured data names as the same thing. */
export interface OuterLink {
	readonly url: string;
	/** null where nothing came back. */
	readonly status: number | null;
	/** Failure code where nothing came back: a challenge is no dead link. */
	readonly failure: string | null;
}
