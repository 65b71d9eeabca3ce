import type { Removal } from "#core/notice.ts";
import { parseTarget } from "#core/target.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import type { PublicSite } from "../publication/public-site.ts";
import type { BadgeFacts } from "./badge-facts.ts";
import type { CardFacts } from "./card-facts.ts";

/** What of the log the facts need. */
export interface LogHead {
	readonly size: number;
	/** Hex. */
	readonly root: string;
	/** Later audits that found the same, oldest first. */
	rechecks(receipt: string): readonly { readonly auditedAt: string }[];
}

/** What a site's badge and card show: its newest sealed audit, or the newest of all while none is sealed. */
export function siteFacts(site: PublicSite, log: LogHead | undefined, builtAt: string): CardFacts {
	const { agencyName, history, sealed } = site;
	return receiptFacts(sealed ?? history[0], { agencyName, log, builtAt });
}

/** What one receipt's seal shows. */
export function receiptFacts(
	summary: ReceiptSummary,
	{ agencyName, log, builtAt }: { agencyName: string; log: LogHead | undefined; builtAt: string },
): CardFacts {
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
		...(sealed ? { logIndex, root: log.root, treeSize: log.size } : {}),
		builtAt,
	};
}

/** What is left of a domain that was taken down. */
export function withdrawnFacts({ domain, at }: Pick<Removal, "domain" | "at">, builtAt: string): BadgeFacts {
	return {
		slug: domain,
		displayDomain: parseTarget(domain).displayHost,
		auditedAt: at,
		methodology: "",
		agencyName: "",
		receiptId: "",
		builtAt,
		withdrawn: true,
	};
}

/** What is left of one receipt that was taken down: where it stands in the log, and nobody's name. */
export function removedReceiptFacts(
	receiptId: string,
	removedAt: string,
	{ index, log, builtAt }: { index: number | undefined; log: LogHead | undefined; builtAt: string },
): BadgeFacts {
	return {
		slug: "",
		displayDomain: "",
		auditedAt: removedAt,
		methodology: "",
		agencyName: "",
		receiptId,
		...(log && index !== undefined ? { logIndex: index, root: log.root, treeSize: log.size } : {}),
		builtAt,
		withdrawn: true,
	};
}
