import { createJwtSigner, type JwtSigner, readSigningKey } from "#signing/jwt-signer.ts";
import { readTokenKeys, type TokenKey, type TokenKeySet } from "#signing/token-keys.ts";
import type { Database } from "#store/database.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import { isAnyMade, keysInForce } from "./made-keys.ts";

/** What tokens of this installation are signed and verified with. */
export interface TokenKeys {
	/**
	 * Public keys, as they are published: those of the settings, and those made here.
	 * @param kid name of a key that should be among them: where it is not, they are looked up again, every 30 seconds at most
	 */
	keys(kid?: string): Promise<TokenKeySet>;
	/** The same for what others have shown, whatever it is: where no key was made yet, none is made for it. */
	verifyingKeys(kid?: string): Promise<TokenKeySet>;
	/** Signs with the key in force; `iss`, `iat` and the like are the caller's. */
	readonly sign: JwtSigner;
}

export interface TokenKeysParts {
	readonly database: Pick<Database, "sql">;
	readonly secret: InstallationSecret;
	/** SIGHTLINE_TOKEN_KEYS: its first P-256 key with a private member signs. */
	readonly configured: string | undefined;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/** How long a process keeps what it has read; half of it where a token names a key that was not there. */
const KEPT_MS = 60_000;

interface Known {
	readonly set: TokenKeySet;
	readonly sign: JwtSigner;
}

/**
 * Nothing is read or made before it is asked for.
 * @throws Failure `input-invalid` for keys of the settings that are none
 */
export function openTokenKeys({ database, secret, configured, now }: TokenKeysParts): TokenKeys {
	const given = configured === undefined ? [] : readTokenKeys(configured).keys;
	const own = configured === undefined ? undefined : readSigningKey(configured);
	const look = async (): Promise<Known> => {
		if (own) return { set: { keys: given }, sign: await createJwtSigner(own.privateKey) };
		const { signing, published } = await keysInForce(database, secret, now());
		return { set: { keys: withoutTwins([...published, ...given]) }, sign: await createJwtSigner(signing.privateKey) };
	};
	let known: { readonly found: Promise<Known>; readonly until: number } | undefined;
	const current = (leastMs = 0): Promise<Known> => {
		if (known && known.until > now() + leastMs) return known.found;
		const asked = { found: look(), until: now() + KEPT_MS };
		known = asked;
		asked.found.catch(() => {
			// Whoever asked gets the error; the next one asks again.
			if (known === asked) known = undefined;
		});
		return asked.found;
	};
	const keys = async (kid?: string) => {
		const { set } = await current();
		const isThere = kid === undefined || set.keys.some((key) => key.kid === kid);
		return isThere ? set : (await current(KEPT_MS / 2)).set;
	};
	const noneMade: TokenKeySet = { keys: given };
	return {
		keys,
		verifyingKeys: async (kid) => (known || own || (await isAnyMade(database)) ? keys(kid) : noneMade),
		sign: async (claims, header) => await (await current()).sign(claims, header),
	};
}

/** No two keys have one name. */
function withoutTwins(keys: readonly TokenKey[]): readonly TokenKey[] {
	return keys.filter(({ kid }, at) => keys.findIndex((other) => other.kid === kid) === at);
}
