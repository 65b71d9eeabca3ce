import type { TextFacts } from "./content.ts";
import type { AgentTool } from "./machine-interfaces.ts";

/** One element that a browser's own layout shows to be hard to use. */
export interface LayoutBarrier {
	readonly kind: "contrast" | "target-size";
	/** CSS selector. */
	readonly at: string;
	readonly excerpt: string;
	/** For instance `2.1:1 instead of 4.5:1`. */
	readonly says: string;
}

/** The home page after its scripts have run, in a browser that has no network of its own. */
export interface RenderedPage {
	/** `Chromium 156` */
	readonly browser: string;
	readonly url: string;
	/** As the digest of the raw page counts them. */
	readonly text: TextFacts;
	/** What stands in the head after scripts have run. */
	readonly head: {
		readonly title: string;
		readonly canonical: readonly string[];
		/** Contents of robots meta tags. */
		readonly robots: readonly string[];
		readonly description: string;
		/** Top-level types of all JSON-LD. */
		readonly jsonLdTypes: readonly string[];
	};
	/** Cumulative Layout Shift in a lab, session windows as web.dev defines them. */
	readonly cls: number;
	/** null where the page did not let it be measured. */
	readonly layout: {
		readonly barriers: readonly LayoutBarrier[];
		/** Elements that could be judged, and those with the barrier. */
		readonly contrast: { readonly examined: number; readonly found: number };
		readonly targetSize: { readonly examined: number; readonly found: number };
	} | null;
	/** Tools that the page registered (WebMCP); null where this browser does not know them. */
	readonly tools: readonly AgentTool[] | null;
	/** Requests that the page made: answered by the guarded client, refused by it, or beyond the budget. */
	readonly requests: { readonly answered: number; readonly refused: number; readonly beyond: number };
}

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
