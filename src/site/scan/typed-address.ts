import { isInputFailure } from "#core/failure.ts";
import { parseTarget, type Target } from "#core/target.ts";

/** A typed site address, parsed without a request. */
type TypedAddress =
	| { readonly target: Target; readonly namesPage: boolean }
	/** Why it cannot be audited, as a sentence. */
	| { readonly fault: string };

/** Ignores a path or query, because an audit is of the home page. */
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
