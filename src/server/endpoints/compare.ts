import { compareRequestSchema } from "#core/audit-request.ts";
import { comparisonSchema } from "#core/audit-result.ts";
import { isInputFailure } from "#core/failure.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { parseTarget } from "#core/target.ts";
import { compareResults, toAuditResult } from "#site/brief/audit-result.ts";
import { type Call, defineEndpoint } from "../api/endpoint.ts";
import type { AnsweredAudit } from "../api/live-app.ts";
import { atField, FieldFailure, type FieldFault } from "../api/rejection.ts";
import { liveResult, resultHeaders } from "./audit-answer.ts";
import { BOOKSHOP, CLOSED_SITE, EXAMPLE_SITE, NEWSPAPER } from "./example-receipts.ts";

const resultOf = (stored: StoredReceipt) => toAuditResult(stored, { baseUrl: EXAMPLE_SITE, state: "pending" });
const shop = resultOf(BOOKSHOP);
const paper = resultOf(NEWSPAPER);
const closed = resultOf(CLOSED_SITE);

const COMPARE_EXAMPLES = {
	input: { twoSites: { domainA: shop.domain, domainB: paper.domain } },
	output: { bothAudited: compareResults(shop, paper), oneCouldNotBeAudited: compareResults(shop, closed) },
};

/** One of the two sites, with the member of the request that names it. */
interface Side {
	readonly domain: string;
	readonly pointer: "#/domainA" | "#/domainB";
}

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
		const left: Side = { domain: domainA, pointer: "#/domainA" };
		const right: Side = { domain: domainB, pointer: "#/domainB" };
		refuseFaults([left, right]);
		const [a, b] = await auditBoth(left, right, call);
		const { baseUrl } = call.app;
		return {
			body: compareResults(liveResult(a.audit, baseUrl), liveResult(b.audit, baseUrl)),
			headers: resultHeaders(olderOf(a.ageSeconds, b.ageSeconds)),
		};
	},
});

/** Before any audit begins, so that both places are told at once. */
function refuseFaults(pair: readonly [Side, Side]): void {
	const hosts = pair.map(readHost);
	const faults = hosts.filter((each) => typeof each !== "string");
	const [first] = faults;
	if (first)
		throw new FieldFailure(
			first.failure.code,
			faults.map(({ fault }) => fault),
		);
	if (hosts[0] !== hosts[1]) return;
	const detail = `Both sides name ${hosts[0]}. A comparison needs two different hosts.`;
	throw new FieldFailure("input-invalid", [{ detail, pointer: "#/domainB" }]);
}

function readHost({ domain, pointer }: Side) {
	try {
		return parseTarget(domain).host;
	} catch (failure) {
		if (!isInputFailure(failure)) throw failure;
		const fault: FieldFault = { detail: failure.message, pointer };
		return { failure, fault };
	}
}

/** Both at once; when one fails, nobody waits for the other. */
async function auditBoth(left: Side, right: Side, call: Call): Promise<readonly [AnsweredAudit, AnsweredAudit]> {
	const failing = new AbortController();
	const asker = { ...call, signal: AbortSignal.any([call.signal, failing.signal]) };
	const audit = ({ domain, pointer }: Side) => atField(pointer, call.app.audit({ domain, mode: "light" }, asker));
	try {
		return await Promise.all([audit(left), audit(right)]);
	} catch (error) {
		failing.abort(error);
		throw error;
	}
}

function olderOf(a: number | undefined, b: number | undefined): number | undefined {
	return a === undefined ? b : Math.max(a, b ?? 0);
}
