import { oncePer } from "#core/once-per.ts";
import {
	factsOfReceipt,
	factsOfRemovedReceipt,
	factsOfSite,
	factsOfWithdrawal,
	type PictureFacts,
} from "../badge/picture-facts.ts";
import { pictureKey } from "./page-keys.ts";
import { type Publication, publication } from "./publication.ts";

/** Removed domains keep their addresses. */
export async function picturePaths() {
	// Copy, because Astro stores data in the list.
	return [...pathsOf(await publication())];
}

interface PicturePath {
	readonly params: { readonly slug: string };
	readonly props: { readonly facts: PictureFacts };
	readonly cacheKey: string;
}

const pathsOf = oncePer(({ sites, withdrawn, log, builtAt }: Publication): readonly PicturePath[] => {
	const facts = [
		...withdrawn.map((removal) => factsOfWithdrawal(removal, builtAt)),
		...sites.map((site) => factsOfSite(site, log, builtAt)),
	];
	const bySlug = new Map(facts.map((each) => [each.slug, each]));
	return [...bySlug].map(([slug, facts]) => ({ params: { slug }, props: { facts }, cacheKey: pictureKey(facts) }));
});

export async function receiptPictures(): Promise<readonly PictureFacts[]> {
	const { sites, receipts, notices, log, builtAt } = await publication();
	const agencies = new Map(sites.map(({ domain, agency }) => [domain, agency?.name]));
	const shown = receipts.summaries.map((summary) =>
		factsOfReceipt(summary, { agencyName: agencies.get(summary.domain) ?? "", log, builtAt }),
	);
	const removed = notices.notices
		.filter((notice) => notice.kind === "removal")
		.flatMap(({ receipts: ids, at }) => (ids === "all" ? [] : ids.map((id) => ({ id, at }))))
		.map(({ id, at }) => factsOfRemovedReceipt(id, at, { index: log?.position(id), log, builtAt }));
	return [...new Map([...shown, ...removed].map((each) => [each.receiptId, each])).values()];
}
