import { oncePer } from "#core/once-per.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { type Brief, buildBrief } from "../brief/brief.ts";
import type { ShownCorrections } from "../brief/brief-content.ts";
import { peersThen } from "../brief/peers.ts";
import { sinceOf } from "../brief/since.ts";
import { TWIN_TYPES, type TwinEnding } from "../page/page-twins.ts";
import { baseUrl } from "../site.ts";
import { publication } from "./publication.ts";
import { briefPaths, type PublicSite, type PublishedSites } from "./published-sites.ts";
import { shownReceipt } from "./shown-receipt.ts";

/** What the pages of one audit show, wherever it is kept: published with the site, or in the live store of a server. */
export interface AuditPage {
	readonly brief: Brief;
	/** Of the address that the page is known by: a brief in an agency's name is the site's once more. */
	readonly slug: string;
	/** Whether search engines may know the page. */
	readonly listed: boolean;
	readonly twins: readonly TwinEnding[];
	/** Who finds the page, and how long it exists; empty where there is nothing to say. */
	readonly notice: string;
	readonly corrections: ShownCorrections;
	/** Whether the build has made the site's history, its pictures, and the page of the receipt with its proof. */
	readonly isPublished: boolean;
}

/** The brief of a public site's newest audit, with its place on the wall of that day and its history. @param slug of the page */
export async function publishedBrief(
	site: PublicSite,
	slug: string,
	{ receipts, sites }: Pick<PublishedSites, "sites" | "receipts">,
): Promise<{ readonly stored: StoredReceipt; readonly brief: Brief }> {
	const { agency, history } = site;
	const [{ id, logIndex }] = history;
	const stored = await receipts.read(id);
	const peers = peersThen(site, sites);
	return {
		stored,
		brief: buildBrief(stored, { baseUrl, slug, agency, logIndex, peers, since: sinceOf(history) }),
	};
}

/** What the pages of a public site's newest audit show. */
export async function publishedPage(
	site: PublicSite,
	slug = "",
): Promise<{ readonly stored: StoredReceipt; readonly page: AuditPage }> {
	const published = await publication();
	const { stored, brief } = await publishedBrief(site, slug, published);
	const listed = site.listed && slug === site.domain;
	return { stored, page: await pageOf(site, brief, { listed, twins: twinsOf(site, published) }) };
}

/**
 * What the page shows that is of one audit for good. Search engines never know it, not even that of the newest: the brief is the page
 * to be found, and a list of results must not show an old score as if it were today's.
 */
export async function publishedPermalink(site: PublicSite, { id, logIndex }: ReceiptSummary): Promise<AuditPage> {
	const { receipts } = await publication();
	const brief = buildBrief(await receipts.read(id), { baseUrl, agency: site.agency, logIndex });
	return pageOf(site, brief, { listed: false, twins: [] });
}

async function pageOf({ domain }: PublicSite, brief: Brief, more: Pick<AuditPage, "listed" | "twins">) {
	const { corrections } = await shownReceipt(brief.id);
	return { brief, slug: domain, ...more, notice: "", corrections, isPublished: true };
}

/**
 * Twins of a brief's page: of one that search engines may list, for a file has no field that forbids it. A name under .md may be a
 * domain with a page of its own, shown or withdrawn, which then stands at the twin's address.
 */
export function twinsOf(
	{ domain, listed }: Pick<PublicSite, "domain" | "listed">,
	published: BriefPages,
): readonly TwinEnding[] {
	const pages = slugsOf(published);
	return listed ? ENDINGS.filter((ending) => !pages.has(`${domain}.${ending}`)) : [];
}

/** Addresses of the twins with this ending; a brief in an agency's name is the site's once more, and has none of its own. */
export function twinPaths(published: BriefPages, ending: TwinEnding) {
	const sites = published.sites.filter((site) => twinsOf(site, published).includes(ending));
	return sites.map((site) => ({ params: { slug: site.domain }, props: { site } }));
}

type BriefPages = Pick<PublishedSites, "sites" | "withdrawn">;

const ENDINGS = Object.keys(TWIN_TYPES) as TwinEnding[];

/** One for each publication: every page asks for it. */
const slugsOf = oncePer(
	(published: BriefPages): ReadonlySet<string> => new Set(briefPaths(published).map(({ params }) => params.slug)),
);
