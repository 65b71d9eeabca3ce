import { hash } from "node:crypto";
import { METHODOLOGY } from "#core/methodology.ts";
import type { Removal } from "#core/notice.ts";
import { oncePer } from "#core/once-per.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { factsOfSite, type PictureFacts, pictureStatus } from "../badge/picture-facts.ts";
import { peersThen } from "../brief/peers.ts";
import type { KindOnWall, WallView } from "../wall/wall.ts";
import type { Publication } from "./publication.ts";
import { twinsOf } from "./published-brief.ts";
import type { PublicSite } from "./published-sites.ts";
import type { ShownReceipt } from "./shown-receipt.ts";

/**
 * Keys of pages: digests of all that a page shows of the published data. A page whose key is that of the build before is
 * taken from there (kept-pages-integration.ts), so that whatever a page begins to show has to come into its key as well:
 * test/e2e/kept-pages.test.ts compares the pages of builds with kept ones and without. Undefined where nobody can tell, as for
 * what the evidence on this machine says: such a page is drawn anew each time. The word before a digest is the domain, whose
 * pages are drawn one after the other.
 */
export interface PageKeys {
	/** Of a page of a domain that is about its newest audit or all its audits. @param slug of the page */
	site(site: PublicSite, slug: string, kind: SitePageKind): string | undefined;
	/** Of the page of one earlier audit. */
	audit(site: PublicSite, summary: ReceiptSummary): string;
	receipt(entry: ShownReceipt): string;
	/** Of a receipt's proof. */
	proof(id: string): string;
}

/** What else a page of a domain shows: later audits that found the same, its place among its peers, what is stale today. */
const SHOWS = {
	brief: ["rechecks", "peers"],
	findings: [],
	/** Of the brief, as Markdown or JSON. */
	twin: ["peers"],
	history: ["rechecks"],
	share: ["rechecks", "picture"],
} as const;

type SitePageKind = keyof typeof SHOWS;

type Published = Pick<Publication, "sites" | "receipts" | "withdrawn" | "log" | "notices" | "builtAt">;

/** Made once for each publication. */
export const pageKeys = oncePer(createKeys);

function createKeys(published: Published): PageKeys {
	const { log, receipts, notices } = published;
	const audits = Map.groupBy(receipts.summaries, ({ domain }) => domain);
	const domains = new Map(receipts.summaries.map(({ id, domain }) => [id, domain]));
	const corrections = Map.groupBy(
		notices.notices.filter((notice) => notice.kind === "correction"),
		({ receipt }) => receipt,
	);
	const ofLog = [log?.origin, log?.keys, log?.retiredKeys];
	const place = (id: string, index = log?.position(id)) =>
		log && index !== undefined ? [index, digestOf(log.firstCheckpoint(index).text)] : [];
	const audited = (summary: ReceiptSummary) => [summary, place(summary.id), corrections.get(summary.id) ?? []];
	const sites = new Map<PublicSite, string | undefined>();
	const siteKey = (site: PublicSite) => {
		if (isJudgedAgain(site.history)) return undefined;
		const { history, sealed, ...about } = site;
		const all = (audits.get(site.domain) ?? []).map(audited);
		return keyOf([about, history[0].mode, sealed?.id, all, twinsOf(site, published), ofLog]);
	};
	const more = {
		rechecks: ({ domain }: PublicSite) => (audits.get(domain) ?? []).map(({ id }) => log?.rechecks(id)),
		peers(site: PublicSite) {
			const peers = peersThen(site, published.sites);
			return peers && [peers.says, digestOfScores(peers.scores)];
		},
		picture: (site: PublicSite) => pictureKey(factsOfSite(site, log, published.builtAt)),
	};
	return {
		site(site, slug, kind) {
			if (!sites.has(site)) sites.set(site, siteKey(site));
			const key = sites.get(site);
			return key && pageKey(site.domain, [key, slug, SHOWS[kind].map((what) => more[what](site))]);
		},
		audit: ({ history: [newest], ...about }, summary) =>
			pageKey(about.domain, [{ ...about, sealed: undefined }, newest.id, newest.auditedAt, audited(summary)]),
		receipt({ site: of, ...entry }) {
			const newest = of?.history[0];
			return pageKey(of?.domain, [
				entry,
				of?.displayDomain,
				of?.agency,
				newest?.id,
				newest?.auditedAt,
				place(entry.id),
				log?.rechecks(entry.id),
				ofLog,
			]);
		},
		proof: (id) => pageKey(domains.get(id), [id, place(id)]),
	};
}

/** Of a page that says that something was taken down. */
function removalKey(removal: Removal): string {
	return keyOf(removal);
}

/** Of a picture, which shows its facts as they are when it is drawn. */
export function pictureKey(facts: PictureFacts): string {
	return pageKey(facts.slug, [{ ...facts, builtAt: undefined }, pictureStatus(facts)]);
}

/** Of a page of the wall: what is counted or drawn of all its sites stands on first pages alone. */
export function wallKey({
	view,
	kinds,
	count,
}: {
	view: WallView;
	kinds: readonly KindOnWall[];
	count: number;
}): string {
	const { scores, ...shown } = view;
	const isFirst = view.page === 1;
	const named = isFirst && view.preset === undefined ? kinds : kinds.map(({ preset }) => preset);
	return pageKey("", [shown, isFirst ? digestOfScores(scores) : "", named, count]);
}

/** Whether a change of the methodology lies between two audits: then the page says what the evidence says, where that is kept. */
function isJudgedAgain(history: PublicSite["history"]): boolean {
	return history.some(
		({ methodology }, at) =>
			methodology === METHODOLOGY && (history[at + 1]?.methodology ?? methodology) !== methodology,
	);
}

/** @param domain empty for a page of none */
function pageKey(domain = "", value: unknown): string {
	return `${domain} ${keyOf(value)}`;
}

function keyOf(value: unknown): string {
	return hash("sha256", JSON.stringify(value));
}

const digestOfScores = oncePer((scores: readonly number[]) => keyOf(scores));

const digests = new Map<string, string>();

/** Of a text that many pages have in common. */
function digestOf(text: string): string {
	const digest = digests.get(text) ?? hash("sha256", text);
	digests.set(text, digest);
	return digest;
}

/** Static paths of domains, each with its key. */
export function keyedPaths<P extends { readonly params: { readonly slug: string }; readonly props: SiteOrRemoval }>(
	published: Published,
	paths: readonly P[],
	kind: SitePageKind,
) {
	const keys = pageKeys(published);
	return paths.map((path) => {
		const { params, props } = path;
		const key = props.site ? keys.site(props.site, params.slug, kind) : removalKey(props.removal);
		return key === undefined ? path : { ...path, cacheKey: key };
	});
}

type SiteOrRemoval =
	| { readonly site: PublicSite; readonly removal?: undefined }
	| { readonly removal: Removal; readonly site?: undefined };
