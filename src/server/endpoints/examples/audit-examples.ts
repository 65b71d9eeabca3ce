import { toAuditResult } from "#site/brief/audit-result.ts";
import { BOOKSHOP } from "./bookshop.ts";
import { CLOSED_SITE } from "./closed-site.ts";

/** Where the site of the examples lives. */
export const EXAMPLE_SITE = "https://audit.example.com";

export const AUDIT_EXAMPLES = {
	input: {
		hostName: { domain: "tidewater-books.example.net" },
		deepAuditOfAnAddress: { domain: "https://www.example.com/about", mode: "deep" },
	},
	output: {
		audited: toAuditResult(BOOKSHOP, { baseUrl: EXAMPLE_SITE, state: "logged", logIndex: 1204 }),
		couldNotBeAudited: toAuditResult(CLOSED_SITE, { baseUrl: EXAMPLE_SITE, state: "pending" }),
	},
};
