import type { Unaudited } from "#core/unaudited.ts";
import { toUnaudited } from "#site/brief/unaudited.ts";
import type { Answer, Call } from "../api/endpoint.ts";
import { atField } from "../api/field-failure.ts";
import type { LiveAudit } from "../api/live-app.ts";
import { resultHeaders } from "./result-headers.ts";

/**
 * Answers what is made from a light audit, or that the site could not be audited.
 * @param make called for an audit with a score only
 * @throws Failure of LiveApp's `audit`; FieldFailure where it is the domain that is wrong
 */
export async function onLightAudit<Output>(
	domain: string,
	call: Call,
	make: (audit: LiveAudit) => Output | Promise<Output>,
): Promise<Answer<Output | Unaudited>> {
	const { audit, ageSeconds } = await atField("#/domain", call.app.audit({ domain, mode: "light" }, call));
	const { receipt } = audit.stored;
	const body = receipt.scores ? await make(audit) : toUnaudited(receipt);
	return { body, headers: resultHeaders(ageSeconds) };
}
