import { REFUSAL } from "#core/brand.ts";
import { briefRequestSchema, briefResponseSchema } from "#core/brief-document.ts";
import type { Membership } from "#people/agencies/members.ts";
import type { LiveAudit } from "#receipts/live/keep-live-audit.ts";
import { toUnaudited } from "#site/brief/audit-result.ts";
import { toBriefDocument } from "#site/brief/brief-document.ts";
import { type Call, defineEndpoint } from "../api/endpoint.ts";
import type { LiveBrief } from "../api/live-app.ts";
import { answerFromLightAudit } from "./audit-answer.ts";
import { BOOKSHOP, CLOSED_SITE, EXAMPLE_SITE } from "./receipts.examples.ts";

const { domain, auditedAt } = BOOKSHOP.receipt;

const brief = toBriefDocument(
	{
		stored: BOOKSHOP,
		auditedAt,
		place: {},
		slug: `${domain}~4k7v2m9q`,
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

Where \`agencyName\` is the name or the slug of an agency in which the caller may approve briefs, the brief is made and
approved for that agency at once: \`slug\` is \`<domain>~<agency slug>\`, and its page, with the agency's brand, goes on
showing this audit until another one is approved. The caller is then an owner or editor of the agency, by a session of this
site or by an API key with the scope \`audit:write\`.

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
			const opened = await openBrief(audit, agencyName, call);
			return { ok: true as const, brief: toBriefDocument(opened, call.app.baseUrl), refusal: REFUSAL };
		}),
});

/** In the name of the caller's own agency where it is one, else of anybody's. */
export async function openBrief(audit: LiveAudit, agencyName: string, call: Call): Promise<LiveBrief> {
	const own = await ownAgency(agencyName, call);
	if (!own) return call.app.openBrief(audit, agencyName);
	const { agency, account } = own;
	return call.app.openBrief(audit, agency.name, { agency: agency.slug, account });
}

/** The agency of that slug, or else of that name, in which the caller may approve what it makes. */
async function ownAgency(named: string, { identity, people }: Call): Promise<Membership | undefined> {
	const { account } = identity;
	if (named === "" || account === undefined || !identity.mayChange) return undefined;
	const memberships = await people.agencies.members.agenciesOf(account);
	const own = memberships.filter(({ may }) => may("brief:make") && may("brief:approve"));
	return own.find(({ agency }) => agency.slug === named) ?? own.find(({ agency }) => agency.name === named);
}
