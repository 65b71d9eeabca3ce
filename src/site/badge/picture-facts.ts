import { DAY_MS } from "#core/kept-for.ts";
import type { Removal } from "#core/notice.ts";
import { parseTarget } from "#core/target.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { type Band, bandOf } from "../brief/band.ts";
import type { PlotPoint } from "../brief/dual-axis-plot.ts";
import type { PublicSite } from "../publication/published-sites.ts";

export interface PictureFacts {
	/** ASCII host; with an agency account `<host>~<agency slug>`. Empty for a removed receipt: its seal has no name. */
	readonly slug: string;
	readonly displayDomain: string;
	/** 0 to 100; undefined if the site could not be audited. */
	readonly overallScore?: number;
	readonly axes?: PlotPoint;
	/** ISO 8601, UTC. */
	readonly auditedAt: string;
	/** Time of the last audit with the same result; ISO 8601, UTC. */
	readonly recheckedAt?: string;
	/** `folder`: audited before publication, which every picture then says. */
	readonly source?: "network" | "folder";
	readonly methodology: string;
	/** Plain text; empty without an agency. */
	readonly agencyName: string;
	readonly receiptId: string;
	/** Absent while pending. */
	readonly logIndex?: number;
	/** Hex root and size of the first signed tree that contains it. */
	readonly root?: string;
	readonly treeSize?: number;
	/** ISO 8601; decides what is stale. */
	readonly builtAt: string;
	readonly withdrawn?: boolean;
}

/** The ASCII form, which every typeface can show. */
export function asciiHost({ slug }: Pick<PictureFacts, "slug">): string {
	const end = slug.indexOf("~");
	return end < 0 ? slug : slug.slice(0, end);
}

/** ISO 8601: the last time an audit found this score. */
export function shownAt({ auditedAt, recheckedAt }: PictureFacts): string {
	return recheckedAt ?? auditedAt;
}

/** As on the day of the audit: a seal is about one receipt and does not go stale. */
export function frozen(facts: PictureFacts): PictureFacts {
	const { recheckedAt: _, ...own } = facts;
	return { ...own, builtAt: facts.auditedAt };
}

export type PictureStatus =
	| { readonly state: "scored"; readonly score: number; readonly band: Band; readonly stale: boolean }
	| { readonly state: "unaudited"; readonly stale: boolean }
	/** Not in the log yet, so readers cannot verify the score. */
	| { readonly state: "unsealed" }
	| { readonly state: "withdrawn" };

/** An older score says little about the current site. */
export const STALE_DAYS = 35;

export function pictureStatus(facts: PictureFacts): PictureStatus {
	if (facts.withdrawn) return { state: "withdrawn" };
	if (facts.logIndex === undefined) return { state: "unsealed" };
	const stale = Date.parse(facts.builtAt) - Date.parse(shownAt(facts)) > STALE_DAYS * DAY_MS;
	if (facts.overallScore === undefined) return { state: "unaudited", stale };
	return { state: "scored", score: facts.overallScore, band: bandOf(facts.overallScore), stale };
}

export function isCurrent(status: PictureStatus, { source }: Pick<PictureFacts, "source">): boolean {
	return status.state === "scored" && !status.stale && source !== "folder";
}

export interface LogHead {
	/** The first signed tree with this leaf; `root` in hex. */
	firstCheckpoint(index: number): { readonly size: number; readonly root: string };
	/** Oldest first. */
	rechecks(receipt: string): readonly { readonly auditedAt: string }[];
}

/** The newest sealed audit, or the newest one if none is sealed. */
export function factsOfSite(site: PublicSite, log: LogHead | undefined, builtAt: string): PictureFacts {
	return factsOfReceipt(site.sealed ?? site.history[0], { agencyName: site.agency?.name ?? "", log, builtAt });
}

export function factsOfReceipt(
	summary: ReceiptSummary,
	{ agencyName, log, builtAt }: { agencyName: string; log: LogHead | undefined; builtAt: string },
): PictureFacts {
	const { id, domain, source, auditedAt, methodology, logIndex, scores } = summary;
	const sealed = log !== undefined && logIndex !== undefined;
	const recheckedAt = sealed ? log.rechecks(id).at(-1)?.auditedAt : undefined;
	return {
		slug: domain,
		displayDomain: parseTarget(domain).displayHost,
		...(scores ? { overallScore: scores.overall, axes: scores.axes } : {}),
		auditedAt,
		...(recheckedAt === undefined ? {} : { recheckedAt }),
		source,
		methodology,
		agencyName,
		receiptId: id,
		...(sealed ? placeIn(log, logIndex) : {}),
		builtAt,
	};
}

export function factsOfWithdrawal({ domain, at }: Pick<Removal, "domain" | "at">, builtAt: string): PictureFacts {
	return { ...GONE, slug: domain, displayDomain: parseTarget(domain).displayHost, auditedAt: at, builtAt };
}

const GONE = { slug: "", displayDomain: "", methodology: "", agencyName: "", receiptId: "", withdrawn: true } as const;

/** Contains its place in the log but no name. */
export function factsOfRemovedReceipt(
	receiptId: string,
	removedAt: string,
	{ index, log, builtAt }: { index: number | undefined; log: LogHead | undefined; builtAt: string },
): PictureFacts {
	return {
		...GONE,
		auditedAt: removedAt,
		receiptId,
		...(log && index !== undefined ? placeIn(log, index) : {}),
		builtAt,
	};
}

function placeIn(log: LogHead, index: number): Pick<PictureFacts, "logIndex" | "root" | "treeSize"> {
	const { root, size } = log.firstCheckpoint(index);
	return { logIndex: index, root, treeSize: size };
}
