import type { StoredReceipt } from "#core/receipt.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import { compareResults } from "#site/brief/comparison.ts";
import { EXAMPLE_SITE } from "./audit-examples.ts";
import { BOOKSHOP } from "./bookshop.ts";
import { CLOSED_SITE } from "./closed-site.ts";
import { NEWSPAPER } from "./newspaper.ts";

const resultOf = (stored: StoredReceipt) => toAuditResult(stored, { baseUrl: EXAMPLE_SITE, state: "pending" });
const shop = resultOf(BOOKSHOP);
const paper = resultOf(NEWSPAPER);
const closed = resultOf(CLOSED_SITE);

export const COMPARE_EXAMPLES = {
	input: { twoSites: { domainA: shop.domain, domainB: paper.domain } },
	output: { bothAudited: compareResults(shop, paper), oneCouldNotBeAudited: compareResults(shop, closed) },
};
