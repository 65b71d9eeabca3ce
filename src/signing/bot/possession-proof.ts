import { createHash } from "node:crypto";
import {
	component,
	isSignatureError,
	type ResponseDescriptor,
	type UntrustedSignatureCandidate,
	type VerifiedSignature,
	verifySignature,
} from "http-message-sig";
import { ParseError, parseDictionary } from "structured-headers";
import type { DirectoryKey } from "./directory-key.ts";

/** What marks the signatures of a directory by its own keys. */
export const DIRECTORY_TAG = "http-message-signatures-directory";
/** Seconds that clocks may differ. */
const SKEW = 60;

/** A directory as it was answered. */
export interface DirectoryAnswer {
	/** What was asked. */
	readonly url: string;
	readonly status: number;
	/** Names in lower case; repeated fields joined with ", ". */
	readonly headers: Readonly<Record<string, string>>;
	/** Without its content coding. */
	readonly body: Uint8Array;
}

/** What the signatures of a directory show. */
export interface Proofs {
	/** Thumbprints of keys that signed this body for this host. */
	readonly proven: ReadonlySet<string>;
	/** Thumbprints of keys that signed, but less than they should: by older drafts neither the body nor an end. */
	readonly partly: ReadonlySet<string>;
	/** Sentences on signatures that do not hold. */
	readonly faults: readonly string[];
}

/**
 * Verifies the signatures by which the keys of a directory show that their holders stand behind it
 * (draft-ietf-webbotauth-httpsig-protocol, appendix "Possession Proof on the Directory Response").
 * @param now seconds since 1970
 */
export async function verifyProofs(
	answer: DirectoryAnswer,
	keys: readonly DirectoryKey[],
	now: number,
): Promise<Proofs> {
	const proven = new Set<string>();
	const partly = new Set<string>();
	const faults: string[] = [];
	const labels = labelsOf(answer.headers["signature-input"]);
	if (labels === undefined) faults.push("Its Signature-Input field cannot be read.");
	const message = describe(answer);
	// As many as there are keys: one signature a key is what the draft asks for.
	for (const [index, label] of (labels ?? []).slice(0, keys.length).entries()) {
		const name = `Its signature ${index + 1}`;
		const signed = await verifyOne(message, label, keys, now);
		const judged = signed && ("fault" in signed ? signed : judgeProof(signed, answer));
		if (judged === undefined) continue;
		if ("fault" in judged) faults.push(`${name} ${judged.fault}.`);
		else (judged.isWhole ? proven : partly).add(judged.thumbprint);
	}
	return { proven, partly, faults };
}

/** How much a signature that holds says of a directory. */
function judgeProof(
	{ parameters, components }: VerifiedSignature,
	{ headers, body }: DirectoryAnswer,
): { readonly thumbprint: string; readonly isWhole: boolean } | { readonly fault: string } {
	const { keyid: thumbprint = "", created, expires } = parameters;
	const covered = components.some(({ name, parameters: flags }) => name === "content-digest" && !flags.req);
	const isOfBody = covered && isDigestOf(headers["content-digest"], body);
	// The digest is of the content as it was coded (RFC 9530 section 2), which is gone where there was a coding.
	if (covered && !isOfBody && headers["content-encoding"] === undefined)
		return { fault: "is of another body: Content-Digest does not fit" };
	return { thumbprint, isWhole: isOfBody && created !== undefined && expires !== undefined };
}

/** Labels of the directory's own signatures; undefined where the field is malformed. */
function labelsOf(field: string | undefined): readonly string[] | undefined {
	if (field === undefined) return [];
	try {
		return [...parseDictionary(field)].flatMap(([label, [, parameters]]) =>
			parameters.get("tag") === DIRECTORY_TAG ? [label] : [],
		);
	} catch (error) {
		if (error instanceof ParseError) return undefined;
		throw error;
	}
}

function describe({ url, status, headers }: DirectoryAnswer): ResponseDescriptor {
	// Other fields may hold anything, and a signature that covers one of those does not hold.
	const plain = Object.entries(headers).filter(([, value]) => /^[\t\x20-\x7e]*$/.test(value));
	return {
		kind: "response",
		status,
		fields: plain.map(([name, value]) => ({ name, value })),
		request: { kind: "request", method: "GET", targetUri: url, fields: [] },
	};
}

class UnknownKey extends Error {}

/** @returns undefined where it covers what is not known here, such as the host in the form of the first drafts */
async function verifyOne(
	message: ResponseDescriptor,
	label: string,
	keys: readonly DirectoryKey[],
	now: number,
): Promise<VerifiedSignature | { readonly fault: string } | undefined> {
	const resolveVerifier = ({ algorithm, parameters }: UntrustedSignatureCandidate) => {
		const key = keys.find(({ thumbprint }) => thumbprint === parameters.keyid);
		const verifier = key?.verifier(algorithm);
		if (!verifier) throw new UnknownKey();
		return verifier;
	};
	try {
		return await verifySignature(message, {
			label,
			policy: {
				algorithms: ["ed25519", "ecdsa-p256-sha256", "ecdsa-p384-sha384", "rsa-pss-sha512", "rsa-v1_5-sha256"],
				requiredComponents: [component("@authority", { req: true })],
				requiredParameters: ["keyid"],
				clockSkew: SKEW,
				now,
			},
			resolveVerifier,
		});
	} catch (error) {
		if (!isSignatureError(error)) throw error;
		if (error.code === "UnsupportedFeature" || error.code === "InvalidComponent") return undefined;
		if (error.cause instanceof UnknownKey) return { fault: "names no key of the directory" };
		return { fault: FAULTS[error.code] ?? "cannot be read" };
	}
}

const FAULTS: Readonly<Record<string, string>> = {
	VerificationFailed: "does not hold",
	PolicyViolation: "is not in force, or does not cover the host",
	MissingField: "covers what is not there",
};

const DIGESTS = { "sha-256": "sha256", "sha-512": "sha512" } as const;

/** Whether Content-Digest (RFC 9530) names the body by SHA-256 or SHA-512, and by none of them another one. */
function isDigestOf(field: string | undefined, body: Uint8Array): boolean {
	try {
		const named = parseDictionary(field ?? "");
		const judged = Object.entries(DIGESTS).flatMap(([name, hash]) => {
			const value = named.get(name)?.[0];
			if (value === undefined) return [];
			return value instanceof ArrayBuffer && createHash(hash).update(body).digest().equals(Buffer.from(value));
		});
		return judged.length > 0 && judged.every(Boolean);
	} catch (error) {
		if (error instanceof ParseError) return false;
		throw error;
	}
}
