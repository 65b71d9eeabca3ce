import { decodeText } from "#net/charset.ts";
import type { PageDigest } from "../page-digest.ts";
import { readPage } from "./read-page.ts";

/** One HTML page as it arrived; plain data, so that it can be handed to a worker. */
export interface PageInput {
	/** Body after content-encoding, possibly cut. */
	readonly body: Uint8Array;
	/** The Content-Type field as sent. */
	readonly contentType: string | undefined;
	/** Final address of the page. */
	readonly url: string;
	/** True when `body` is only the beginning. */
	readonly truncated: boolean;
}

/**
 * Digests a page: same input, same digest. Any bytes are HTML (WHATWG HTML section 13.2), so it throws only on a defect
 * of its own. Time and memory are bounded by the caps in `page-caps.ts`; hostile pages belong in a worker all the same.
 */
export function digestPage({ body, contentType, url, truncated }: PageInput): PageDigest {
	const { text, ...charset } = decodeText(body, contentType);
	const page = readPage(text, url);
	return { ...page, bytes: body.byteLength, truncated: truncated || page.truncated, charset };
}
