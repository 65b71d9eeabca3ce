import * as z from "zod";
import { isFailure } from "#core/failure.ts";
import { parseTarget } from "#core/target.ts";
import type { BriefKey } from "#people/agencies/agency-briefs.ts";
import { failureOf } from "#site/brief/audit-result.ts";
import { accountKey } from "../../caller/identify.ts";
import type { FormResult } from "../form.ts";
import { GONE_CLIENT } from "./agency-clients.ts";
import { type AgencyCall, agencyForm, seeAgency } from "./agency-form.ts";

const brief = z.strictObject({ receipt: z.string().max(100) });

const GONE_BRIEF: FormResult = {
	faults: [{ says: "This brief is not here any more: it was withdrawn, or has ended." }],
};

/** Audits a client's site, or takes the audit of this minute, and keeps a brief that waits for approval. */
const makeBrief = agencyForm({
	page: "/clients",
	name: "make-brief",
	action: "brief:make",
	quota: "brief",
	input: z.strictObject({ domain: z.string().max(253) }),
	async handle({ domain }, call) {
		const { people, membership, account, app, requestId, signal } = call;
		const { agency } = membership;
		if (!(await people.agencies.clients.get(agency.id, domain))) return { faults: [{ says: GONE_CLIENT }] };
		const caller = { identity: { key: accountKey(account.id) }, requestId, signal };
		const { audit } = await app.audit({ target: parseTarget(domain), mode: "light" }, caller);
		const { stored, auditedAt } = audit;
		if (!stored.receipt.ok)
			return { faults: [{ says: `${domain} was not audited. ${failureOf(stored.receipt).says}` }] };
		await people.agencies.briefs.make({ agency: agency.slug, stored, auditedAt, account: account.id });
		return seeAgency(call, "", "brief-made");
	},
});

const approveBrief = agencyForm({
	page: "",
	name: "approve",
	action: "brief:approve",
	input: brief,
	handle: (input, call) =>
		onBrief(input, call, "approved", (briefs, key) =>
			briefs.approve(key, { account: call.account.id, name: call.membership.agency.name }),
		),
});

const withdrawBrief = agencyForm({
	page: "",
	name: "withdraw",
	action: "brief:withdraw",
	input: brief,
	handle: (input, call) => onBrief(input, call, "withdrawn", (briefs, key) => briefs.withdraw(key)),
});

const noteSent = agencyForm({
	page: "",
	name: "sent",
	action: "brief:approve",
	input: brief,
	handle: (input, call) => onBrief(input, call, "sent", (briefs, key) => briefs.noteSent(key)),
});

const dropBrief = agencyForm({
	page: "",
	name: "drop",
	action: "brief:withdraw",
	input: brief,
	handle: (input, call) => onBrief(input, call, "dropped", (briefs, key) => briefs.drop(key)),
});

type Briefs = AgencyCall["people"]["agencies"]["briefs"];

/** Does one thing to a brief of the agency; one that went meanwhile is said to be gone. */
async function onBrief(
	{ receipt }: Pick<BriefKey, "receipt">,
	call: AgencyCall,
	done: string,
	act: (briefs: Briefs, key: BriefKey) => Promise<unknown>,
): Promise<FormResult> {
	const { briefs } = call.people.agencies;
	const key = { agency: call.membership.agency.slug, receipt };
	if (!(await briefs.get(key))) return GONE_BRIEF;
	try {
		await act(briefs, key);
	} catch (error) {
		if (isFailure(error) && error.code === "receipt-invalid") return GONE_BRIEF;
		throw error;
	}
	return seeAgency(call, "", done);
}

export const BRIEF_FORMS = [makeBrief, approveBrief, withdrawBrief, noteSent, dropBrief];
