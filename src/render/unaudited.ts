import { REFUSAL } from "#core/brand.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Unaudited } from "#core/unaudited.ts";

/** Why a receipt has no score. */
export function failureOf({ failure }: Receipt): NonNullable<Receipt["failure"]> {
	return failure ?? { code: "evidence-thin", says: "Too little of the site could be looked at." };
}

/** What endpoints other than audit answer for a receipt without a score. */
export function toUnaudited(receipt: Receipt): Unaudited {
	const { code, says } = failureOf(receipt);
	return { ok: false, domain: receipt.domain, methodology: receipt.methodology, error: says, code, refusal: REFUSAL };
}
