import * as z from "zod";
import { type AgencyBrand, agencyBrandSchema } from "#core/agency/agency.ts";
import type { PastAudit } from "#core/brief-document.ts";
import { correctionSchema } from "#core/notice.ts";
import { AUDIT_MODES, PRESETS, SOURCES } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import type { WallEntry } from "#core/wall-page.ts";
import { byCodeUnits } from "#core/wording.ts";
import type { EmbeddedAddress } from "../badge/embed.ts";
import { factsOfRemovedReceipt, factsOfWithdrawal, type PictureFacts } from "../badge/picture-facts.ts";
import { groupPeers, type PeerGroups } from "../brief/peers.ts";
import type { SiteLinks } from "../page/site-links.ts";

const score = z.number().int().min(0).max(100);
const time = z.iso.datetime({ precision: 3 });

const embeddedReceiptSchema = z.strictObject({
	id: z.string(),
	source: z.enum(SOURCES),
	auditedAt: time,
	methodology: z.string(),
	overall: score.optional(),
	/** Undefined until it is sealed. */
	logIndex: z.number().int().min(0).optional(),
	recheckedAt: time.optional(),
});
export type EmbeddedReceipt = z.infer<typeof embeddedReceiptSchema>;

const embeddedSiteSchema = z.strictObject({
	kind: z.literal("site"),
	domain: z.string(),
	listed: z.boolean(),
	agencyName: z.string(),
	shown: z.enum(AUDIT_MODES),
	newest: z
		.strictObject({
			preset: z.enum(PRESETS),
			axes: z.strictObject({ structure: score, accessibility: score }).optional(),
		})
		.optional(),
	light: z.array(embeddedReceiptSchema),
	/** Newest first; each has a page and a seal. */
	deep: z.array(embeddedReceiptSchema),
});
export type EmbeddedSite = z.infer<typeof embeddedSiteSchema>;

const embeddedWithdrawalSchema = z.strictObject({ kind: z.literal("withdrawn"), domain: z.string(), at: time });

const embeddedAgencySchema = z.strictObject({ kind: z.literal("agency"), brand: agencyBrandSchema });

/** Consecutive leaves of live audits, which are not published. Pages of expired ones still exist. */
const embeddedLeavesSchema = z.strictObject({
	kind: z.literal("unlisted"),
	/** Index of the first leaf. */
	first: z.number().int().min(0),
	receipts: z.array(z.string()),
});
export type EmbeddedLeaves = z.infer<typeof embeddedLeavesSchema>;

const embeddedStateSchema = z.strictObject({
	kind: z.literal("state"),
	builtAt: time,
	/** Number of leaves; 0 before the first seal. */
	logSize: z.number().int().min(0),
	/** Start of the newest rescan; null without one. */
	lastRun: time.nullable(),
	removed: z.array(z.string()),
	removedReceipts: z.array(z.strictObject({ id: z.string(), at: time, logIndex: z.number().int().min(0).optional() })),
	/** In notice order. */
	corrections: z.array(correctionSchema),
});
export type EmbeddedState = z.infer<typeof embeddedStateSchema>;

/** Bundled, so that a server needs no reports directory at run time. */
export const embeddedEntrySchema = z.discriminatedUnion("kind", [
	embeddedSiteSchema,
	embeddedWithdrawalSchema,
	embeddedAgencySchema,
	embeddedLeavesSchema,
	embeddedStateSchema,
]);
export type EmbeddedEntry = z.infer<typeof embeddedEntrySchema>;

/** State at build time. */
export interface EmbeddedPublication {
	readonly facts: PublishedFacts;
	/** Undefined if the site shows nothing there. */
	embedded(address: EmbeddedAddress): PictureFacts | undefined;
	/** Grouped once per process. */
	peers(): PeerGroups;
	corrections(receipt: string): EmbeddedState["corrections"];
	/** Leaf of a live audit, which has a built proof but no page; undefined for others. */
	unlistedLeaf(receipt: string): number | undefined;
}

/** @throws RangeError without an entry of kind `state`, because the collection was not loaded */
export function openEmbedded(entries: readonly EmbeddedEntry[], links: SiteLinks): EmbeddedPublication {
	const state = entries.find((entry) => entry.kind === "state");
	if (!state) throw new RangeError("The published facts were not embedded into this build.");
	const sites = entries.filter((entry) => entry.kind === "site");
	// Lazy, because a server needs only a few of 10,000 sites.
	const bySlug = new Map<string, () => PictureFacts>();
	const byReceipt = new Map<string, () => PictureFacts>();
	for (const { domain, at } of entries.filter((entry) => entry.kind === "withdrawn"))
		bySlug.set(domain, () => factsOfWithdrawal({ domain, at }, state.builtAt));
	for (const site of sites) {
		const audits = site[site.shown];
		const shown = audits.find(({ logIndex }) => logIndex !== undefined) ?? audits[0];
		if (shown) bySlug.set(site.domain, () => factsOf(site, shown, state));
		for (const receipt of [...site.light, ...site.deep]) byReceipt.set(receipt.id, () => factsOf(site, receipt, state));
	}
	for (const removed of state.removedReceipts) byReceipt.set(removed.id, () => removedFacts(removed, state));
	const embedded: EmbeddedPublication["embedded"] = (address) =>
		("slug" in address ? bySlug.get(address.slug) : byReceipt.get(address.receiptId))?.();
	const unlisted = new Map(
		entries.flatMap((entry) =>
			entry.kind === "unlisted" ? entry.receipts.map((id, at) => [id, entry.first + at] as const) : [],
		),
	);
	const { logSize, lastRun, removed } = state;
	const corrections = Map.groupBy(state.corrections, ({ receipt }) => receipt);
	const wall = wallOf(sites, links);
	let peers: PeerGroups | undefined;
	const agencies = new Map(
		entries.flatMap((entry) => (entry.kind === "agency" ? [[entry.brand.slug, entry.brand] as const] : [])),
	);
	return {
		facts: {
			wall,
			logSize,
			lastRun,
			removed,
			agencies,
			lightAudits: lightAuditsOf(sites),
			embedded,
		},
		embedded,
		peers() {
			peers ??= groupPeers(
				wall.map(({ industryPreset, overallScore, ...site }) => ({
					...site,
					preset: industryPreset,
					overall: overallScore,
				})),
			);
			return peers;
		},
		corrections: (receipt) => corrections.get(receipt) ?? [],
		unlistedLeaf: (receipt) => unlisted.get(receipt),
	};
}

function factsOf(site: EmbeddedSite, receipt: EmbeddedReceipt, { builtAt }: EmbeddedState): PictureFacts {
	const { id: receiptId, overall, source, auditedAt, recheckedAt, methodology, logIndex } = receipt;
	return {
		slug: site.domain,
		displayDomain: parseTarget(site.domain).displayHost,
		...(overall === undefined ? {} : { overallScore: overall }),
		auditedAt,
		...(recheckedAt === undefined ? {} : { recheckedAt }),
		source,
		methodology,
		agencyName: site.agencyName,
		receiptId,
		...(logIndex === undefined ? {} : { logIndex }),
		builtAt,
	};
}

function removedFacts({ id, at, logIndex }: EmbeddedState["removedReceipts"][number], { builtAt }: EmbeddedState) {
	const facts = factsOfRemovedReceipt(id, at, { index: undefined, log: undefined, builtAt });
	return logIndex === undefined ? facts : { ...facts, logIndex };
}

function lightAuditsOf(sites: readonly EmbeddedSite[]): PublishedFacts["lightAudits"] {
	const byDomain = new Map(sites.map((site) => [site.domain, site.light]));
	return (domain) => (byDomain.get(domain) ?? []).filter(({ source }) => source === "network").map(pastAudit);
}

function pastAudit({ id, auditedAt, overall, methodology }: EmbeddedReceipt): PastAudit {
	return { receipt: id, auditedAt, ...(overall === undefined ? {} : { overallScore: overall }), methodology };
}

/** Listed, newest audit first. */
function wallOf(sites: readonly EmbeddedSite[], links: SiteLinks): WallEntry[] {
	return sites
		.flatMap((site) => wallEntry(site, links))
		.sort((a, b) => byCodeUnits(b.auditedAt, a.auditedAt) || byCodeUnits(a.receipt.id, b.receipt.id));
}

function wallEntry(site: EmbeddedSite, links: SiteLinks): WallEntry[] {
	const { domain, listed, newest, shown } = site;
	const [receipt] = site[shown];
	if (!listed || !newest || !receipt) return [];
	const { id, overall, logIndex, methodology, auditedAt } = receipt;
	return [
		{
			domain,
			...(overall === undefined ? {} : { overallScore: overall }),
			...(newest.axes ? { axes: newest.axes } : {}),
			industryPreset: newest.preset,
			mode: shown,
			methodology,
			auditedAt,
			shareUrl: links.absolute(links.share(domain)),
			briefUrl: links.absolute(links.brief(domain)),
			receipt: logIndex === undefined ? { id, state: "pending" } : { id, state: "logged", logIndex },
		},
	];
}

export interface PublishedFacts {
	readonly wall: readonly WallEntry[];
	readonly logSize: number;
	/** ISO 8601; null without one. */
	readonly lastRun: string | null;
	readonly removed: readonly string[];
	readonly agencies: ReadonlyMap<string, AgencyBrand>;
	lightAudits(domain: string): readonly PastAudit[];
	embedded(address: EmbeddedAddress): PictureFacts | undefined;
}
