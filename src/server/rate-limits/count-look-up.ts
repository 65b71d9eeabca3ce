import { ProtocolError } from "#core/protocol-error.ts";
import { spokenWait } from "#core/wording.ts";
import type { CountLookUp } from "#people/oauth/foreign-json.ts";

/**
 * Counts what is looked up for somebody who is shown a page, and refuses it in a sentence for them.
 * @param take counts one unit of `look-up` @returns what it returns: seconds to wait where nothing is left
 */
export function countLookUp(take: () => Promise<number | undefined>): CountLookUp {
	return async () => {
		const seconds = await take();
		if (seconds === undefined) return;
		const says = `Too many programs were looked up from here. Wait ${spokenWait(seconds)} and try again.`;
		throw new ProtocolError(429, "rate_limit_exceeded", says, { headers: { "Retry-After": String(seconds) } });
	};
}
