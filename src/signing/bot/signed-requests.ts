import { randomBytes } from "node:crypto";
import { component, createSignatureSync } from "http-message-sig";
import type { Bot } from "./bot-keys.ts";

/** Seconds that a signature holds: long enough for clocks that differ, too short to be of use to others. */
const LIFETIME = 300;
/** Of the signature, and of the member of Signature-Agent that it covers: the draft wants them to be the same. */
const LABEL = "sig1";

const COVERED = ["@authority", "@method", "@path", component("signature-agent", { key: LABEL })];

/**
 * Signs requests of the audit bot by Web Bot Auth (draft-ietf-webbotauth-httpsig-protocol-01): each for its own host, method and
 * path, with a number that is used once. What is not encrypted is not signed, as the draft asks: whoever sees it could send it again.
 *
 * @param now milliseconds since 1970
 * @returns a function of one request that gives the header fields to add, none where it is not signed
 */
export function createRequestSigner({ keys: [key], agent }: Bot, now: () => number = Date.now) {
	const signatureAgent = `${LABEL}="${agent}"`;
	return (method: "GET" | "POST", url: URL): Readonly<Record<string, string>> => {
		if (url.protocol !== "https:") return {};
		const created = Math.floor(now() / 1000);
		const message = {
			kind: "request",
			method,
			targetUri: url.href,
			fields: [{ name: "signature-agent", value: signatureAgent }],
		} as const;
		const { signature, signatureInput } = createSignatureSync(message, {
			label: LABEL,
			components: COVERED,
			parameters: {
				created,
				expires: created + LIFETIME,
				keyid: key.jwk.kid,
				alg: key.signer.algorithm,
				nonce: randomBytes(64).toString("base64"),
				tag: "web-bot-auth",
			},
			signer: key.signer,
		});
		return { "signature-agent": signatureAgent, "signature-input": signatureInput, signature };
	};
}
