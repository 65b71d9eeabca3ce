import { DIRECTORY_TYPE } from "#core/discovery/bot-directory.ts";
import { type DirectoryKey, isTestKey, readDirectoryKey } from "./directory-key.ts";
import { type DirectoryAnswer, verifyProofs } from "./possession-proof.ts";

/** Bytes of a directory that are read; larger ones are refused. */
export const DIRECTORY_MAX_BYTES = 64 * 1024;
const MAX_KEYS = 32;

/** What a directory of keys is worth to who verifies signed requests. */
export interface DirectoryVerdict {
	/**
	 * `absent`: nothing that claims to be a directory; `invalid`: it has `faults`; `unverified`: its keys can be used, and not all
	 * of them prove that their holders stand behind it, as is recommended; `verified`: all do.
	 */
	readonly outcome: "absent" | "invalid" | "unverified" | "verified";
	/** Its sound keys of kinds that are known here, in its order: the thumbprint, and whether a signature proves possession, in whole or `partly`. */
	readonly keys: readonly { readonly thumbprint: string; readonly proof: "whole" | "partly" | "none" }[];
	/** Sentences that hold nothing foreign; keys and signatures are named by their place. */
	readonly faults: readonly string[];
}

/**
 * Judges what a host answered at `DIRECTORY_PATH`, by draft-ietf-webbotauth-httpsig-protocol-01. Redirects are not followed
 * there, so give the first answer.
 * @param now milliseconds since 1970
 */
export async function verifyKeyDirectory(answer: DirectoryAnswer, now: number): Promise<DirectoryVerdict> {
	const claimed = isOfType(answer.headers["content-type"]);
	const listed = answer.body.length > DIRECTORY_MAX_BYTES ? undefined : keysIn(answer.body);
	if (answer.status !== 200 || (!claimed && !listed)) return { outcome: "absent", keys: [], faults: [] };
	const faults: string[] = [];
	if (!claimed) faults.push(`Its media type is not ${DIRECTORY_TYPE}.`);
	if (!URL.canParse(answer.url) || new URL(answer.url).protocol !== "https:")
		faults.push("It is not served over HTTPS.");
	faults.push(...listFaults(answer, listed));
	const { keys, faults: ofKeys } = readKeys((listed ?? []).slice(0, MAX_KEYS), now / 1000);
	const proofs = await verifyProofs(answer, keys, now / 1000);
	faults.push(...ofKeys, ...proofs.faults);
	const proofOf = ({ thumbprint }: DirectoryKey) =>
		proofs.proven.has(thumbprint) ? "whole" : proofs.partly.has(thumbprint) ? "partly" : "none";
	const judged = keys.map((key) => ({ thumbprint: key.thumbprint, proof: proofOf(key) }) as const);
	const allProven = keys.length === listed?.length && judged.every(({ proof }) => proof === "whole");
	return { outcome: faults.length > 0 ? "invalid" : allProven ? "verified" : "unverified", keys: judged, faults };
}

function isOfType(field: string | undefined): boolean {
	return field?.split(";")[0]?.trim().toLowerCase() === DIRECTORY_TYPE;
}

/** The list of a JSON Web Key Set; undefined where the text is none. */
function keysIn(body: Uint8Array): readonly unknown[] | undefined {
	try {
		const set: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
		const keys = typeof set === "object" && set !== null && "keys" in set ? set.keys : undefined;
		return Array.isArray(keys) ? keys : undefined;
	} catch {
		// Whatever is wrong with it, it is no key set.
		return undefined;
	}
}

function listFaults({ body }: DirectoryAnswer, listed: readonly unknown[] | undefined): string[] {
	if (body.length > DIRECTORY_MAX_BYTES) return [`It is longer than ${DIRECTORY_MAX_BYTES} bytes.`];
	if (!listed) return ["It is no JSON Web Key Set."];
	if (listed.length === 0) return ["It lists no key."];
	return listed.length > MAX_KEYS ? [`It lists more than ${MAX_KEYS} keys.`] : [];
}

/** @param now seconds since 1970 */
function readKeys(listed: readonly unknown[], now: number): { keys: DirectoryKey[]; faults: string[] } {
	const keys: DirectoryKey[] = [];
	const faults: string[] = [];
	for (const [index, jwk] of listed.entries()) {
		const name = `Key ${index + 1}`;
		const key = readDirectoryKey(jwk);
		if (!key) continue;
		if ("fault" in key) faults.push(`${name} ${key.fault}.`);
		else if (isTestKey(key.thumbprint)) faults.push(`${name} is a test key of RFC 9421, whose private part is public.`);
		else if (key.kid !== undefined && key.kid !== key.thumbprint)
			faults.push(`${name} has a kid that is not its thumbprint.`);
		else if (keys.some(({ thumbprint }) => thumbprint === key.thumbprint)) faults.push(`${name} is listed twice.`);
		else keys.push(key);
	}
	if (keys.length > 0 && !keys.some(({ notBefore, expires }) => notBefore <= now && now < expires))
		faults.push("None of its keys is in force.");
	return { keys, faults };
}
