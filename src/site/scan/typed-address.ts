import { isInputFailure } from "#core/failure.ts";
import { parseTarget, type Target } from "#core/target.ts";

/** What was typed as the address of a site, as far as it can be known before the site is asked. */
type TypedAddress =
	| { readonly target: Target; readonly namesPage: boolean }
	/** A sentence: why it cannot be audited. */
	| { readonly fault: string };

/** Reads what was typed. An audit is one of the home page, whatever further page or query is named. */
export function readTypedAddress(typed: string): TypedAddress {
	try {
		const target = parseTarget(typed);
		const { pathname, search } = new URL(
			/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed.replace(/^\/\//, "")}`,
		);
		return { target, namesPage: pathname !== "/" || search !== "" };
	} catch (error) {
		if (!isInputFailure(error)) throw error;
		return { fault: error.message };
	}
}
