import { REFUSAL } from "#core/brand.ts";
import { toBriefDocument } from "#site/brief/brief-document.ts";
import { toUnaudited } from "#site/brief/unaudited.ts";
import { EXAMPLE_SITE } from "./audit-examples.ts";
import { BOOKSHOP } from "./bookshop.ts";
import { CLOSED_SITE } from "./closed-site.ts";

const { domain, auditedAt } = BOOKSHOP.receipt;

const brief = toBriefDocument(
	{
		stored: BOOKSHOP,
		auditedAt,
		place: {},
		slug: `${domain}~k7v2m9qd`,
		agencyName: "Northlight Partners",
		expiresAt: "2026-12-21T09:30:12.480Z",
		history: [BOOKSHOP],
	},
	EXAMPLE_SITE,
);

export const BRIEF_EXAMPLES = {
	input: {
		plain: { domain },
		withAgencyName: { domain, agencyName: "Northlight Partners" },
	},
	output: {
		made: { ok: true, brief, refusal: REFUSAL },
		couldNotBeAudited: toUnaudited(CLOSED_SITE.receipt),
	},
};
