import type { AuditResult, Unaudited } from "#core/audit-result.ts";
import { REFUSAL } from "#core/brand.ts";
import { AUDIT_FAILURE_CODES, type FailureCode } from "#core/failure.ts";
import type { Receipt } from "#core/receipt.ts";

/** Why a receipt has no score, as answers tell it. */
export function failureOf({ failure }: Receipt): { readonly code: NonNullable<AuditResult["code"]>; says: string } {
	if (!failure) return { code: "evidence-thin", says: "Too little of the site could be looked at." };
	const { code, says } = failure;
	// A folder's home page may lead to another site.
	return { code: code === "not-in-folder" ? code : networkCode(code), says };
}

/** What endpoints other than audit answer for a receipt without a score. */
export function toUnaudited(receipt: Receipt): Unaudited {
	const { code, says } = failureOf(receipt);
	const { domain, methodology } = receipt;
	return { ok: false, domain, methodology, error: says, code: networkCode(code), refusal: REFUSAL };
}

function networkCode(code: FailureCode): Unaudited["code"] {
	return AUDIT_FAILURE_CODES.find((each) => each === code) ?? "evidence-thin";
}
