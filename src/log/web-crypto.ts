import { Failure } from "#core/failure.ts";

/**
 * Web Crypto, which browsers withhold from pages that did not come over https.
 * @throws Failure `ed25519-missing` there
 */
export function webCrypto(): SubtleCrypto {
	const { subtle } = globalThis.crypto as { readonly subtle?: SubtleCrypto };
	if (subtle) return subtle;
	throw new Failure("ed25519-missing", {
		what: "This browser offers no cryptography on this page.",
		why: "The page did not come over https.",
		todo: "Open it with https, or use the command line.",
	});
}
