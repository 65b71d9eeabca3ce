import { compareRequestSchema } from "#core/audit-request.ts";
import { comparisonSchema } from "#core/audit-result.ts";
import { type Failure, isInputFailure } from "#core/failure.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { parseTarget, type Target } from "#core/target.ts";
import { compareResults, toAuditResult } from "#site/brief/audit-result.ts";
import { type Call, defineEndpoint } from "../api/endpoint.ts";
import type { AnsweredAudit } from "../api/live-app.ts";
import { atField, FieldFailure, type FieldFault } from "../api/rejection.ts";
import { ageHeader, liveAuditResult } from "./audit-answer.ts";
import { BOOKSHOP, CLOSED_SITE, EXAMPLE_SITE, NEWSPAPER } from "./receipts.examples.ts";

const resultOf = (stored: StoredReceipt) => toAuditResult(stored, { baseUrl: EXAMPLE_SITE, state: "pending" });
const shop = resultOf(BOOKSHOP);
const paper = resultOf(NEWSPAPER);
const closed = resultOf(CLOSED_SITE);

const COMPARE_EXAMPLES = {
	input: { twoSites: { domainA: shop.domain, domainB: paper.domain } },
	output: { bothAudited: compareResults(shop, paper), oneCouldNotBeAudited: compareResults(shop, closed) },
};

/** One of the two sites, with the member of the request that names it. */
type Side = { readonly target: Target; readonly pointer: "#/domainA" | "#/domainB" };

export const publicCompare = defineEndpoint({
	operationId: "publicCompare",
	method: "POST",
	path: "/api/v1/public/compare",
	tag: "Audits",
	summary: "Compare two public domains",
	description: `Audits two public sites in light mode at the same time, or takes audits of the last 60 seconds, and answers both results
with the difference of scores, axes and pillars: A minus B. It counts as two audits. \`www.example.com\` and \`example.com\`
are two sites; the same host twice is refused with 400.

\`ok\` is true when both could be audited. Where one could not, its own result says why, and there is no difference.`,
	scope: "audit:public",
	quota: "audit",
	cost: 2,
	input: compareRequestSchema,
	output: comparisonSchema,
	examples: COMPARE_EXAMPLES,
	async handle({ domainA, domainB }, call) {
		const [a, b] = await auditBoth(parseSides(domainA, domainB), call);
		const { baseUrl } = call.app;
		return {
			body: compareResults(liveAuditResult(a.audit, baseUrl), liveAuditResult(b.audit, baseUrl)),
			headers: ageHeader(olderOf(a.ageSeconds, b.ageSeconds)),
		};
	},
});

/** Before any audit begins, so that faults of both members are reported together. */
function parseSides(domainA: string, domainB: string): readonly [Side, Side] {
	const [a, b] = [parseSide(domainA, "#/domainA"), parseSide(domainB, "#/domainB")];
	if ("failure" in a) throw new FieldFailure(a.failure.code, "failure" in b ? [a.fault, b.fault] : [a.fault]);
	if ("failure" in b) throw new FieldFailure(b.failure.code, [b.fault]);
	if (a.target.host !== b.target.host) return [a, b];
	const detail = `Both sides name ${a.target.host}. A comparison needs two different hosts.`;
	throw new FieldFailure("input-invalid", [{ detail, pointer: b.pointer }]);
}

function parseSide(
	domain: string,
	pointer: Side["pointer"],
): Side | { readonly failure: Failure; readonly fault: FieldFault } {
	try {
		return { target: parseTarget(domain), pointer };
	} catch (failure) {
		if (!isInputFailure(failure)) throw failure;
		return { failure, fault: { detail: failure.message, pointer } };
	}
}

/** Both at once; when one fails, the other is not waited for. */
async function auditBoth([a, b]: readonly [Side, Side], call: Call): Promise<readonly [AnsweredAudit, AnsweredAudit]> {
	const failing = new AbortController();
	const caller = { ...call, signal: AbortSignal.any([call.signal, failing.signal]) };
	const audit = ({ target, pointer }: Side) =>
		atField(pointer, () => call.app.audit({ target, mode: "light" }, caller));
	try {
		return await Promise.all([audit(a), audit(b)]);
	} catch (error) {
		failing.abort(error);
		throw error;
	}
}

function olderOf(a: number | undefined, b: number | undefined): number | undefined {
	return a === undefined ? b : Math.max(a, b ?? 0);
}
