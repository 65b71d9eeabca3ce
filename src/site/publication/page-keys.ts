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
 * A key must contain everything that its page shows (test/e2e/kept-pages.full.test.ts checks it). Undefined to render
 * each time, if local evidence decides. The first word is the domain, whose pages are rendered together.
 */
export interface PageKeys {
	/** About the newest audit or all audits. @param slug of the page */
	site(site: PublicSite, slug: string, kind: SitePageKind): string | undefined;
	audit(site: PublicSite, summary: ReceiptSummary): string;
	/** Proof of repair between 2 audits. */
	repair(site: PublicSite, from: ReceiptSummary, to: ReceiptSummary): string | undefined;
	receipt(entry: ShownReceipt): string;
	proof(id: string): string;
}

/** What a page shows in addition to its audits: rechecks, its rank among peers, staleness. */
const SHOWS = {
	brief: ["rechecks", "peers"],
	findings: [],
	twin: ["peers"],
	history: ["rechecks"],
	share: ["rechecks", "picture"],
} as const;

type SitePageKind = keyof typeof SHOWS;

type Published = Pick<Publication, "sites" | "receipts" | "withdrawn" | "log" | "notices" | "builtAt">;

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
			// The page shows whether the list of all occurrences is stored on this machine.
			if (kind === "findings" && site.history[0].hasList) return undefined;
			const key = sites.get(site);
			return key && pageKey(site.domain, [key, slug, SHOWS[kind].map((what) => more[what](site))]);
		},
		audit: ({ history: [newest], ...about }, summary) =>
			pageKey(about.domain, [{ ...about, sealed: undefined }, newest.id, newest.auditedAt, audited(summary)]),
		repair({ history: _, sealed: _sealed, ...about }, from, to) {
			// Depends on evidence stored here.
			if (from.methodology !== to.methodology) return undefined;
			return pageKey(about.domain, [about, audited(from), audited(to), twinsOf(about, published)]);
		},
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

function removalKey(removal: Removal): string {
	return keyOf(removal);
}

/** A picture depends on its facts when rendered. */
export function pictureKey(facts: PictureFacts): string {
	return pageKey(facts.slug, [{ ...facts, builtAt: undefined }, pictureStatus(facts)]);
}

/** Only first pages show counts and charts of all sites. */
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

/** If the methodology changed between audits, the page depends on stored evidence. */
function isJudgedAgain(history: PublicSite["history"]): boolean {
	return history.some(
		({ methodology }, at) =>
			methodology === METHODOLOGY && (history[at + 1]?.methodology ?? methodology) !== methodology,
	);
}

/** @param domain empty for a page without one */
function pageKey(domain = "", value: unknown): string {
	return `${domain} ${keyOf(value)}`;
}

function keyOf(value: unknown): string {
	return hash("sha256", JSON.stringify(value));
}

const digestOfScores = oncePer((scores: readonly number[]) => keyOf(scores));

const digests = new Map<string, string>();

function digestOf(text: string): string {
	const digest = digests.get(text) ?? hash("sha256", text);
	digests.set(text, digest);
	return digest;
}

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
