import type { Notices, Removal } from "#core/notice.ts";

/** The pages of domains that were taken down, once each, however often that was asked for. */
export function withdrawnPaths(withdrawn: readonly Removal[]) {
	const byDomain = new Map(withdrawn.map((removal) => [removal.domain, removal]));
	return [...byDomain.values()].map((removal) => ({ params: { slug: removal.domain }, props: { removal } }));
}

/** One receipt that was taken down while others of its domain stayed. */
export interface WithdrawnReceipt {
	readonly id: string;
	readonly removal: Removal;
}

export function withdrawnReceipts({ notices }: Notices): WithdrawnReceipt[] {
	const found = new Map<string, WithdrawnReceipt>();
	for (const removal of notices) {
		if (removal.kind !== "removal" || removal.receipts === "all") continue;
		for (const id of removal.receipts) found.set(`${removal.domain}/${id}`, { id, removal });
	}
	return [...found.values()];
}
