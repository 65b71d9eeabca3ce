import { REFUSAL } from "#core/brand.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { writeCursor } from "../wall-cursor.ts";
import { EXAMPLE_SITE } from "./audit-examples.ts";
import { BOOKSHOP } from "./bookshop.ts";
import { NEWSPAPER } from "./newspaper.ts";

const links = createSiteLinks(EXAMPLE_SITE);

const entryOf = ({ id, receipt }: StoredReceipt, logIndex: number) => ({
	domain: receipt.domain,
	...(receipt.scores ? { overallScore: receipt.scores.overall, axes: receipt.scores.axes } : {}),
	industryPreset: receipt.preset.key,
	methodology: receipt.methodology,
	auditedAt: receipt.auditedAt,
	shareUrl: links.absolute(links.share(receipt.domain)),
	briefUrl: links.absolute(links.brief(receipt.domain)),
	receipt: { id, state: "logged" as const, logIndex },
});

export const WALL_EXAMPLES = {
	input: { nextPage: { limit: 2, cursor: writeCursor(BOOKSHOP.receipt) } },
	output: {
		firstPage: {
			ok: true,
			total: 148,
			entries: [entryOf(NEWSPAPER, 1205), entryOf(BOOKSHOP, 1204)],
			nextCursor: writeCursor(BOOKSHOP.receipt),
			refusal: REFUSAL,
		},
		nothingPublished: { ok: true, total: 0, entries: [], refusal: REFUSAL },
	},
};
