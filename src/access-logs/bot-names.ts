import { isFailure } from "#core/failure.ts";
import { isWithin } from "#core/hosts/is-within.ts";
import { LOOKUP_MS, readHostNames, resolveHost } from "#net/name-lookups.ts";
import { canonicalAddress } from "#net/public-address.ts";
import { HOST_NAMES } from "./bot-ranges.ts";

interface Lookups {
	/** Reverse DNS. */
	names(address: string): Promise<readonly string[]>;
	addresses(name: string): Promise<readonly string[]>;
}

const NAME_SERVERS: Lookups = {
	names: readHostNames,
	addresses: (name) => resolveHost(name, AbortSignal.timeout(LOOKUP_MS)),
};

/** Maximum names per address; a crawler's address has one. */
const MOST_NAMES = 4;

/**
 * Verifies by reverse and forward DNS that an address belongs to the bot's vendor. Caches results, because logs repeat
 * addresses. Undefined if the name servers did not respond.
 */
export function createNameCheck(
	lookups: Lookups = NAME_SERVERS,
): (token: string, address: string) => Promise<boolean | undefined> {
	const asked = new Map<string, Promise<boolean | undefined>>();
	return (token, address) => {
		const key = `${token} ${address}`;
		const there = asked.get(key);
		if (there !== undefined) return there;
		const answer = hasNameOf(token, address, lookups).catch((error: unknown) => {
			if (isFailure(error) && error.code === "name-lookup-failed") return undefined;
			throw error;
		});
		asked.set(key, answer);
		return answer;
	};
}

async function hasNameOf(token: string, address: string, lookups: Lookups): Promise<boolean> {
	const names = await lookups.names(address);
	const own = names
		.slice(0, MOST_NAMES)
		.map((name) => name.toLowerCase().replace(/\.$/, ""))
		.filter((name) => HOST_NAMES[token]?.some((domain) => isWithin(name, domain)));
	for (const name of own) {
		const addresses = await lookups.addresses(name).catch((error: unknown) => {
			if (isFailure(error) && error.code === "name-not-found") return [];
			throw error;
		});
		if (addresses.some((each) => canonicalAddress(each) === canonicalAddress(address))) return true;
	}
	return false;
}
