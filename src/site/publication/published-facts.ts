import type { PastAudit } from "#core/brief-document.ts";
import type { WallEntry } from "#core/wall-page.ts";

/** What the live API knows of the published side: as it was when the site was built. */
export interface PublishedFacts {
	/** Newest audit first. */
	readonly wall: readonly WallEntry[];
	/** Leaves of the published log. */
	readonly logSize: number;
	/** ISO 8601: start of the newest rescan; null where there was none. */
	readonly lastRun: string | null;
	/** ASCII hosts whose owners have had everything taken down. */
	readonly removed: readonly string[];
	/** Published light audits of a host on the network, newest first. */
	lightAudits(domain: string): readonly PastAudit[];
}
