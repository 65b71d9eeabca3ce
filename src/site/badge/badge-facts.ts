/** What everything that people embed is drawn from: one receipt, and where it stands in the log. */
export interface BadgeFacts {
	/** ASCII host; with an agency account `<host>~<agency slug>`. Empty for a removed receipt: its seal names nobody. */
	readonly slug: string;
	/** The host for people's eyes. */
	readonly displayDomain: string;
	/** Integer, 0 to 100; absent where the site could not be audited. */
	readonly overallScore?: number;
	/** ISO 8601, UTC. */
	readonly auditedAt: string;
	/** When a later audit last found the same; ISO 8601, UTC. */
	readonly recheckedAt?: string;
	/** `folder` for a site that was audited before publication; every picture then says so. */
	readonly source?: "network" | "folder";
	readonly methodology: string;
	/** Plain text; empty where no agency stands behind the brief. */
	readonly agencyName: string;
	readonly receiptId: string;
	/** Position in the log; absent while pending. */
	readonly logIndex?: number;
	/** Root of the tree that proves it, hex, and the number of its leaves. */
	readonly root?: string;
	readonly treeSize?: number;
	/** ISO 8601: what is stale is decided against it. */
	readonly builtAt: string;
	/** Taken down at the owner's request. */
	readonly withdrawn?: boolean;
}

/** The host that the slug names, in letters that every typeface has. */
export function asciiHost({ slug }: Pick<BadgeFacts, "slug">): string {
	const end = slug.indexOf("~");
	return end < 0 ? slug : slug.slice(0, end);
}

/** The newest moment at which the score was found; ISO 8601. */
export function shownAt({ auditedAt, recheckedAt }: BadgeFacts): string {
	return recheckedAt ?? auditedAt;
}

/** The facts as they were on the day of the audit: a seal speaks of one receipt and does not go stale. */
export function frozen(facts: BadgeFacts): BadgeFacts {
	const { recheckedAt: _, ...own } = facts;
	return { ...own, builtAt: facts.auditedAt };
}
