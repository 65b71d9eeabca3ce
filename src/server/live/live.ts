import type { StoredReceipt } from "#core/receipt.ts";
import type { Endpoint } from "../api/endpoint.ts";
import type { LiveApp, LiveBrief, LogPlace } from "../api/live-app.ts";

/** The live side of an installation, one a process. */
export interface Live {
	readonly app: LiveApp;
	readonly pages: LivePages;
	/**
	 * Answers one request of the API.
	 * @param peer address that the connection comes from
	 */
	respond(endpoint: Endpoint, request: Request, peer: string): Promise<Response>;
	/**
	 * Counts a reader of live pages in the limit `reading`, by address.
	 * @param peer address that the connection comes from
	 * @returns seconds to wait where it is used up, undefined where it is not
	 */
	admitReader(request: Request, peer: string): Promise<number | undefined>;
	/** Answers GET /metrics in Prometheus text; undefined where it is not configured or the reader lacks the token. */
	metrics(request: Request): Promise<Response | undefined>;
	/** Refuses new audits from now on. */
	stopTaking(): void;
	/** Waits for audits under way, at most so long, ends what is left, and closes the store. */
	close(graceMs: number): Promise<void>;
}

/** What live pages show; nothing that has expired or was taken down. */
export interface LivePages {
	brief(slug: string): Promise<LiveBrief | undefined>;
	/** With the text whose SHA-256 is the id. */
	receipt(id: string): Promise<LiveReceipt | undefined>;
}

export interface LiveReceipt {
	readonly stored: StoredReceipt;
	readonly text: string;
	readonly place: LogPlace;
	/** ISO 8601. */
	readonly expiresAt: string;
}
