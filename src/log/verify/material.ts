import { hash } from "node:crypto";
import { PACKAGE } from "#core/brand.ts";
import type { VerificationSource } from "#core/verification.ts";
import type { ReaderOfSite } from "./site-reader.ts";

/** What to verify, and with which keys. */
export interface VerifyReceiptOptions {
	/** A file, an address of a Sightline site, or a domain. */
	readonly subject: string;
	/** Path of the proof, where the subject is a receipt. */
	readonly proof?: string | undefined;
	/** Path of the receipt, where the subject is a proof. */
	readonly receipt?: string | undefined;
	/** The site to ask about a domain. */
	readonly from?: string | undefined;
	readonly keys: readonly string[];
	/** Whether the site's own key will do where no other is known. */
	readonly trustSiteKey: boolean;
	/** Whether only sites of the public network are asked, for whoever verifies what others name; by default any may be. */
	readonly publicOnly?: boolean | undefined;
	/** Whether the state of a site's log is kept in SIGHTLINE_DATA and compared with the one that was seen there last. */
	readonly remember?: boolean | undefined;
	/** Ends what is being fetched, with its reason. */
	readonly signal?: AbortSignal | undefined;
	readonly onProgress?: ((step: string) => void) | undefined;
}

/** A file as it came. */
export interface NamedBytes {
	readonly bytes: Uint8Array;
	/** Path or address, for people. */
	readonly name: string;
}

/** Everything that there is to verify one receipt with. */
export interface Material {
	readonly receipt?: NamedBytes | undefined;
	readonly proof: NamedBytes;
	/** What the options or the address say that this is. */
	readonly claim: { readonly receipt?: string | undefined; readonly domain?: string | undefined };
	/** Present where it came from a site; whoever has the material closes it. */
	readonly site?: ReaderOfSite | undefined;
	/** Path of our own log, where the proof came from there. */
	readonly log?: string | undefined;
	readonly sources: readonly VerificationSource[];
	/** Corrections of the receipt, and newer receipts that wait. */
	readonly notices: readonly string[];
}

/** The first characters of every `.tlog-proof`, whatever its version. */
export const PROOF_BEGINS = "c2sp.org/tlog-proof@";

export function beginsWith(bytes: Uint8Array, text: string): boolean {
	return new TextDecoder("latin1").decode(bytes.subarray(0, text.length)) === text;
}

/** The receipt's id: hex SHA-256 of its bytes. */
export function idOf({ bytes }: NamedBytes): string {
	return hash("sha256", bytes, "hex");
}

/** `sightline@0.3.4`, for commands that people copy: a receipt from elsewhere may call anything its version. */
export function packageOf(engine: string): string {
	return /^\d+(?:\.\d+){2}(?:-[0-9a-z.]+)?$/.test(engine) ? `${PACKAGE}@${engine}` : PACKAGE;
}

export function readHere(what: VerificationSource["what"], from: string): VerificationSource {
	return { what, from, fetched: false };
}
