import type { SiteLinks } from "../page/site-links.ts";

/** What an address of ours speaks of. */
export type EmbeddedAddress = { readonly slug: string } | { readonly receiptId: string };

const PAGE = /^(brief|share|history)\/([^/]+)\/(?:([0-9a-f]{64})\/)?$/;
const RECEIPT = /^receipts\/([0-9a-f]{64})\/$/;

/**
 * Reads the address of a brief, a share page, a history or a receipt of this site, with or without its last slash.
 * Undefined for any other, and for one that is not ours.
 */
export function readEmbeddedAddress(address: string, links: SiteLinks): EmbeddedAddress | undefined {
	if (!URL.canParse(address)) return undefined;
	const { origin, pathname, username, password } = new URL(address);
	if (origin !== links.origin || username !== "" || password !== "") return undefined;
	const path = pathname.endsWith("/") ? pathname : `${pathname}/`;
	if (!path.startsWith(links.home)) return undefined;
	const rest = path.slice(links.home.length);
	const [, receiptId] = RECEIPT.exec(rest) ?? [];
	if (receiptId !== undefined) return { receiptId };
	const [, kind, segment, frozen] = PAGE.exec(rest) ?? [];
	if (segment === undefined) return undefined;
	if (frozen !== undefined) return kind === "share" ? { receiptId: frozen } : undefined;
	const slug = decodeSegment(segment);
	return slug === undefined ? undefined : { slug };
}

function decodeSegment(segment: string): string | undefined {
	try {
		return decodeURIComponent(segment);
	} catch (error) {
		if (error instanceof URIError) return undefined;
		throw error;
	}
}
