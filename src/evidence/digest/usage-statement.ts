import type { Located } from "./located.ts";

/** One line of robots.txt, or one header, in which a site says what its content may be used for. */
export interface UsageStatement extends Located {
	/** Cloudflare's Content Signals, or Content-Usage of the IETF's AI Preferences (a draft). */
	readonly field: "content-signal" | "content-usage";
	/** Product tokens of the group that the line stands in, lower case; empty before any group, and for a header. */
	readonly agents: readonly string[];
	/** Path that a line is limited to; null where it names none, and for a header. */
	readonly path: string | null;
	/** In their order, lower case; a value that is no plain word stands as it was written. */
	readonly preferences: readonly { readonly key: string; readonly value: string }[];
	/** Why nothing of it could be read; null where something could. */
	readonly error: string | null;
}

/** A `Crawl-delay` line. */
export interface CrawlDelay extends Located {
	readonly agents: readonly string[];
	/** null where it is no number. */
	readonly seconds: number | null;
}
