import { isFailure } from "#core/failure.ts";
import type { Occurrence } from "#core/occurrence.ts";
import { oncePer } from "#core/once-per.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { type Brief, buildBrief, languageOf } from "../brief/brief.ts";
import type { ShownCorrections } from "../brief/brief-content.ts";
import { loadLanguage } from "../brief/languages.ts";
import { peersThen } from "../brief/peers.ts";
import { fixedFaults, MOST_COMPARED, sinceOf } from "../brief/since.ts";
import { type ListEnding, TWIN_TYPES, type TwinEnding } from "../page/site-links.ts";
import { repairPairs } from "../repair/repair-proof.ts";
import { baseUrl, links } from "../site.ts";
import { publication } from "./publication.ts";
import { briefPaths, type PublicSite, type PublishedSites } from "./published-sites.ts";
import { shownReceipt } from "./shown-receipt.ts";

export interface AuditPage {
	readonly brief: Brief;
	/** Differs from the domain for an agency's copy of the brief. */
	readonly slug: string;
	readonly listed: boolean;
	readonly twins: readonly TwinEnding[];
	/** Optional notice; may be empty. */
	readonly notice: string;
	readonly corrections: ShownCorrections;
	/** Whether the build has the site's history, pictures and the receipt's page with its proof. */
	readonly isPublished: boolean;
	/** Addresses of the list of all occurrences, if stored. */
	readonly list?: Readonly<Partial<Record<ListEnding | "json", string>>>;
}

export async function publishedBrief(
	site: PublicSite,
	slug: string,
	{ receipts, sites }: Pick<PublishedSites, "sites" | "receipts">,
): Promise<{ readonly stored: StoredReceipt; readonly brief: Brief }> {
	const { agency, client, history } = site;
	const [{ id, logIndex }] = history;
	const stored = await receipts.read(id);
	const words = await loadLanguage(languageOf({ agency, client }));
	const peers = peersThen(site, sites, words);
	const fixed = agency && (await fixedInSite(site, receipts));
	const of = { agency, client, fixed };
	return {
		stored,
		brief: buildBrief(stored, { baseUrl, slug, ...of, logIndex, peers, since: sinceOf(history, words) }),
	};
}

async function fixedInSite({ domain, history }: PublicSite, receipts: PublishedSites["receipts"]) {
	const fixed = fixedFaults(await Promise.all(history.slice(0, MOST_COMPARED).map(({ id }) => receipts.read(id))));
	const pages = new Set(repairPairs(history).map(({ from, to }) => links.repair(domain, from.id, to.id)));
	return fixed.map((each) => {
		const page = links.repair(domain, each.from.receipt, each.to.receipt);
		return pages.has(page) ? { ...each, page } : each;
	});
}

export async function publishedPage(
	site: PublicSite,
	slug = "",
): Promise<{ readonly stored: StoredReceipt; readonly page: AuditPage }> {
	const published = await publication();
	const { stored, brief } = await publishedBrief(site, slug, published);
	const listed = site.listed && slug === site.domain;
	const page = await pageOf(site, brief, { listed, twins: twinsOf(site, published) });
	const { id } = stored;
	const list = (await keptList(stored)) && {
		csv: links.occurrences(id, "csv"),
		ndjson: links.occurrences(id, "ndjson"),
	};
	return { stored, page: list ? { ...page, list } : page };
}

/** All occurrences of the audit; undefined if the list is not stored here or has another digest. */
export const keptList = oncePer(async ({ receipt }: StoredReceipt): Promise<readonly Occurrence[] | undefined> => {
	const list = receipt.site?.list;
	if (!list) return undefined;
	const { evidence } = await publication();
	try {
		const all: Occurrence[] = [];
		for await (const occurrence of evidence.occurrences(receipt.evidenceDigest, list)) all.push(occurrence);
		return all;
	} catch (error) {
		if (!isFailure(error)) throw error;
		return undefined;
	}
});

/** Never indexed, not even the newest, so that search results show the brief and no old scores. */
export async function publishedPermalink(site: PublicSite, { id, logIndex }: ReceiptSummary): Promise<AuditPage> {
	const { receipts } = await publication();
	const { agency, client } = site;
	await loadLanguage(languageOf({ agency, client }));
	const brief = buildBrief(await receipts.read(id), { baseUrl, agency, client, logIndex });
	return pageOf(site, brief, { listed: false, twins: [] });
}

async function pageOf({ domain }: PublicSite, brief: Brief, more: Pick<AuditPage, "listed" | "twins">) {
	const { corrections } = await shownReceipt(brief.id);
	return { brief, slug: domain, ...more, notice: "", corrections, isPublished: true };
}

/** Only for listed pages, because a file cannot forbid indexing. A domain ending in .md keeps its address. */
export function twinsOf(
	{ domain, listed }: Pick<PublicSite, "domain" | "listed">,
	published: BriefPages,
): readonly TwinEnding[] {
	const pages = slugsOf(published);
	return listed ? ENDINGS.filter((ending) => !pages.has(`${domain}.${ending}`)) : [];
}

/** Agencies' copies of briefs have no twins. */
export function twinPaths(published: BriefPages, ending: TwinEnding) {
	const sites = published.sites.filter((site) => twinsOf(site, published).includes(ending));
	return sites.map((site) => ({ params: { slug: site.domain }, props: { site } }));
}

type BriefPages = Pick<PublishedSites, "sites" | "withdrawn">;

const ENDINGS = Object.keys(TWIN_TYPES) as TwinEnding[];

/** Memoized, because every page needs it. */
const slugsOf = oncePer(
	(published: BriefPages): ReadonlySet<string> => new Set(briefPaths(published).map(({ params }) => params.slug)),
);
