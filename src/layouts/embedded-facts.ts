import { getCollection } from "astro:content";
import type { Notices, Removal } from "#core/notice.ts";
import type { CardFacts } from "#render/badge/card-facts.ts";
import { receiptFacts, siteFacts, withdrawnFacts } from "#render/badge/site-facts.ts";
import { publication } from "./publication.ts";

/** What the embedded pictures of every domain show; those that were taken down keep their addresses. */
export async function embeddedSites(): Promise<readonly CardFacts[]> {
	const { sites, withdrawn, notices, log, builtAt } = await publication();
	const watched = new Set((await getCollection("watchlist")).map(({ data }) => data.domain));
	// a domain may have lost all its receipts one by one
	const emptied = removals(notices).filter(({ domain }) => watched.has(domain));
	const facts = [
		...[...emptied, ...withdrawn].map((removal) => withdrawnFacts(removal, builtAt)),
		...sites.map((site) => siteFacts(site, log, builtAt)),
	];
	return [...new Map(facts.map((each) => [each.slug, each])).values()];
}

/** What the seal of every receipt shows. */
export async function embeddedReceipts(): Promise<readonly CardFacts[]> {
	const { sites, receipts, notices, log, builtAt } = await publication();
	const agencies = new Map(sites.map(({ domain, agencyName }) => [domain, agencyName]));
	const shown = receipts.summaries.map((summary) =>
		receiptFacts(summary, { agencyName: agencies.get(summary.domain) ?? "", log, builtAt }),
	);
	const removed = removals(notices).flatMap((removal) =>
		removal.receipts === "all" ? [] : removal.receipts.map((id) => withdrawnFacts(removal, builtAt, id)),
	);
	return [...new Map([...shown, ...removed].map((each) => [each.receiptId, each])).values()];
}

function removals({ notices }: Notices): Removal[] {
	return notices.filter((notice) => notice.kind === "removal");
}
