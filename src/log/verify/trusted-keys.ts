import { join } from "node:path";
import { Failure, isFailure } from "#core/failure.ts";
import type { KeySource } from "#core/verification.ts";
import {
	formatVerifierKey,
	hasKey,
	hasSigner,
	type Note,
	parseVerifierKey,
	SIGNATURE_TYPES,
	type VerifierKey,
} from "#log/tlog/note.ts";
import { readRetiredKeys, readVerifierKeys } from "../seal/log-folder.ts";
import type { Material, VerifyReceiptOptions } from "./material.ts";
import type { SiteReader } from "./site-reader.ts";
import type { ReadProof } from "./verify-receipt.ts";

export interface Trust {
	/** Keys of the log and of witnesses. */
	readonly keys: readonly VerifierKey[];
	readonly source: KeySource;
}

/**
 * Takes the given keys, else the built-in ones, else the site's own if the options allow it. Never a key
 * that the checkout's log has retired.
 * @throws Failure `input-invalid` if no key of that log is trusted or a given one cannot be parsed;
 * `signature-missing` if only retired keys have signed the proof
 */
export async function chooseTrust(
	{ origin, note }: Pick<ReadProof, "origin" | "note">,
	options: Pick<VerifyReceiptOptions, "keys" | "trustSiteKey">,
	own: OwnKeys,
	site: Material["site"],
): Promise<Trust> {
	const given = await Promise.all(options.keys.map(readGivenKey));
	const known = await Promise.all(own.lines.map(parseVerifierKey));
	const witnesses = [...given, ...known].filter((key) => !isLogKey(key));
	const chosen = given.some(isLogKey) ? given : known;
	const isTrusted = (key: VerifierKey) => isLogKey(key) && key.name === origin && !hasKey(own.retired, key);
	const ofLog = chosen.filter(isTrusted);
	expectKeyInUse(note, own, site);
	if (ofLog.length > 0) return { keys: [...ofLog, ...witnesses], source: chosen === given ? "given" : own.from };
	if (!options.trustSiteKey || !site) throw untrusted(origin, chosen === given ? given : [], own, site);
	const fetched = (await readSiteKeys(site)).filter(isTrusted);
	if (fetched.length === 0)
		throw new Failure("input-invalid", {
			what: `The site gives no key of the log ${origin}.`,
			why: "So its proof cannot be checked even against itself.",
			todo: "Get the log's public key from its owner, and give it with --key.",
		});
	return { keys: [...fetched, ...witnesses], source: "site" };
}

/** Explains a proof signed only by a retired key: it is outdated, not forged. */
function expectKeyInUse({ signatures }: Note, { retired, lines }: OwnKeys, site: Material["site"]): void {
	const former = signatures.find((each) => hasSigner(retired, each));
	if (!former) return;
	if (signatures.some(({ name, keyId }) => lines.some((line) => line.startsWith(`${name}+${keyId}+`)))) return;
	const where = site ? site.base.href : "the log's site (/receipts/<id>.tlog-proof)";
	throw new Failure("signature-missing", {
		what: "This proof is not trusted.",
		why: `It is signed by a key that this log has given up, ${former.name}+${former.keyId}; get a newer proof at ${where}.`,
		todo: "Anyone with the old key could have made this one.",
	});
}

const KEYS_BYTES = 16 * 1024;

/** Skips lines that cannot be parsed. @throws Failure `not-fetched` */
export async function readSiteKeys(site: SiteReader): Promise<VerifierKey[]> {
	const text = new TextDecoder().decode(await site.read("key", "log/vkeys", KEYS_BYTES));
	const keys: VerifierKey[] = [];
	for (const line of text.split("\n").filter(Boolean)) {
		// The line may be of a newer kind.
		const key = await parseVerifierKey(line).catch((error: unknown) => {
			if (!isFailure(error)) throw error;
		});
		if (key && isLogKey(key)) keys.push(key);
	}
	return keys;
}

/** @throws Failure `input-invalid` */
export async function readGivenKey(text: string): Promise<VerifierKey> {
	return parseVerifierKey(text).catch((error: unknown) => {
		if (!isFailure(error)) throw error;
		throw new Failure("input-invalid", {
			what: "--key takes a public key such as audit.example.com/log+0123abcd+AQ….",
			why: error.message,
		});
	});
}

function isLogKey({ type }: VerifierKey): boolean {
	return type === SIGNATURE_TYPES.ed25519;
}

function untrusted(origin: string, given: readonly VerifierKey[], own: OwnKeys, site: Material["site"]): Failure {
	const names = given.filter(isLogKey).map(({ name }) => name);
	const ownNames = own.lines.map((line) => line.split("+")[0] ?? "");
	const others = names.length > 0 ? names : ownNames;
	const where =
		names.length > 0 ? "The key given is" : own.from === "pinned" ? "This package knows" : "This checkout has";
	const why =
		others.length > 0
			? `${where} that of ${[...new Set(others)].join(", ")}.`
			: "This program knows no key of any log by itself.";
	const siteKey = site
		? " With --trust-site-key the site's own key is used; that only shows that the site agrees with itself."
		: "";
	return new Failure("input-invalid", {
		what: `No key of the log ${origin} is trusted here.`,
		why,
		todo: `Get its public key from somewhere other than what you are checking, and give it with --key <key>.${siteKey}`,
	});
}

/** Defined by `npm run bundle`; undefined in a checkout. */
declare const SIGHTLINE_PINNED_KEYS: readonly string[] | undefined;

interface OwnKeys {
	/** Lines as in `log/vkeys`. */
	readonly lines: readonly string[];
	/** Keys that the checkout's log has retired; empty in a package. */
	readonly retired: readonly VerifierKey[];
	/** `pinned`: shipped with the package; `checkout`: from the log in SIGHTLINE_REPORTS. */
	readonly from: Extract<KeySource, "pinned" | "checkout" | "remembered">;
}

/** A package trusts only its pinned keys: `log/vkeys` in a downloaded folder must not vouch for itself. */
export async function readOwnKeys(reports: string): Promise<OwnKeys> {
	if (typeof SIGHTLINE_PINNED_KEYS !== "undefined")
		return { lines: SIGHTLINE_PINNED_KEYS, retired: [], from: "pinned" };
	const retired = await readRetiredKeys(join(reports, "log"));
	return { lines: await readKeyLines(reports), retired, from: "checkout" };
}

/** Keys in use; empty before the first seal. */
export async function readKeyLines(reports: string): Promise<readonly string[]> {
	return (await readVerifierKeys(join(reports, "log"))).map(formatVerifierKey);
}
