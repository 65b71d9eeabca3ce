import { REFUSAL } from "#core/brand.ts";
import { briefRequestSchema, briefResponseSchema } from "#core/brief-document.ts";
import { toUnaudited } from "#site/brief/audit-result.ts";
import { toBriefDocument } from "#site/brief/brief-document.ts";
import { defineEndpoint } from "../api/endpoint.ts";
import { answerFromLightAudit } from "./audit-answer.ts";
import { BOOKSHOP, CLOSED_SITE, EXAMPLE_SITE } from "./receipts.examples.ts";

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

const BRIEF_EXAMPLES = {
	input: { plain: { domain }, withAgencyName: { domain, agencyName: "Northlight Partners" } },
	output: { made: { ok: true, brief, refusal: REFUSAL }, couldNotBeAudited: toUnaudited(CLOSED_SITE.receipt) },
};

export const publicExecutiveBrief = defineEndpoint({
	operationId: "publicExecutiveBrief",
	method: "POST",
	path: "/api/v1/public/brief",
	tag: "Briefs",
	summary: "Make an executive brief",
	description: `Audits a public site in light mode, or takes the audit of the last 60 seconds, and opens a brief of it: structural
readiness for search engines and answer engines, what to fix first, and the receipt it rests on. \`shareUrl\` answers at
once and shows the newest audit of the domain; \`permalink\` shows exactly this one. The share and brief address of a
domain that stands on the wall shows the audit that was published last.

No search engine lists these pages. They end at \`expiresAt\`: 30 days after the last audit of the domain, whatever it
found. With \`agencyName\` the brief carries that name and gets an address of its own, which ends 30 days after the last
audit that found the same.

A fine public host that could not be audited is answered with status 200 and \`ok: false\`: there is no brief without a
score.`,
	scope: "brief:public",
	account: "welcome",
	quota: "brief",
	input: briefRequestSchema,
	output: briefResponseSchema,
	examples: BRIEF_EXAMPLES,
	handle: ({ domain, agencyName }, call) =>
		answerFromLightAudit(domain, call, async (audit) => {
			// The page goes on showing the audit that saw more.
			if (audit.place.state === "unsaved") return toUnaudited(audit.stored.receipt);
			const opened = await call.app.openBrief(audit, agencyName);
			return { ok: true as const, brief: toBriefDocument(opened, call.app.baseUrl), refusal: REFUSAL };
		}),
});
