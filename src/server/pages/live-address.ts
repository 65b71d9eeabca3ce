import { SLUG_LENGTH } from "#core/agency/agency.ts";
import { isFailure } from "#core/failure.ts";
import { RECEIPT_ID } from "#core/receipt.ts";
import { parseTarget } from "#core/target.ts";
import type { TwinEnding } from "#site/page/page-twins.ts";
import { decodeSegment } from "#site/page/path-segment.ts";
import type { SiteLinks } from "#site/page/site-links.ts";

/** A page or file that a live audit may have. */
export type LiveAddress =
	| { readonly kind: "brief"; readonly slug: string }
	| { readonly kind: "findings"; readonly slug: string }
	| { readonly kind: "twin"; readonly slug: string; readonly ending: TwinEnding }
	| { readonly kind: "share"; readonly slug: string }
	| { readonly kind: "permalink"; readonly slug: string; readonly receipt: string }
	| { readonly kind: "receipt"; readonly receipt: string }
	| { readonly kind: "file"; readonly receipt: string; readonly ending: "json" | "tlog-proof" };

export interface ReadAddress {
	readonly address: LiveAddress;
	/** The path that links give it. */
	readonly path: string;
}

const FILE = /^([0-9a-f]{64})\.(json|tlog-proof)$/;
const TWIN = /^(.+)\.(md|json)$/;
const SLUG = /^([^~]+)(?:~([a-z0-9]+(?:-[a-z0-9]+)*))?$/;

/**
 * Reads a path below the site's home; undefined for one that no live audit can have.
 * @param pathname as the request has it, percent-encoded; pages may lack their last slash
 */
export function readLiveAddress(pathname: string, links: SiteLinks): ReadAddress | undefined {
	if (!pathname.startsWith(links.home)) return undefined;
	const written = pathname.slice(links.home.length).split("/");
	const isPage = written.at(-1) === "";
	const segments = (isPage ? written.slice(0, -1) : written).map(decodeSegment);
	const [room, first, second] = segments;
	if (first === undefined || segments.length > (room === "receipts" ? 2 : 3) || segments.includes(undefined))
		return undefined;
	if (room === "receipts") return readReceipt(first, isPage, links);
	const page = isSlug(first) ? readPage(room, first, second, links) : undefined;
	// Without a slash at its end `example.com.md` is the twin of example.com, with one the page of a domain in Moldova.
	return (room === "brief" && second === undefined && !isPage && readTwin(first, links)) || page;
}

function readPage(
	room: string | undefined,
	slug: string,
	part: string | undefined,
	links: SiteLinks,
): ReadAddress | undefined {
	if (room !== "brief" && room !== "share") return undefined;
	if (part === undefined) return { address: { kind: room, slug }, path: links[room](slug) };
	if (room === "brief")
		return part === "findings" ? { address: { kind: part, slug }, path: links.findings(slug) } : undefined;
	if (!RECEIPT_ID.test(part)) return undefined;
	return { address: { kind: "permalink", slug, receipt: part }, path: links.share(slug, part) };
}

function readTwin(segment: string, links: SiteLinks): ReadAddress | undefined {
	const [, slug = "", ending] = TWIN.exec(segment) ?? [];
	if ((ending !== "md" && ending !== "json") || !isSlug(slug)) return undefined;
	return { address: { kind: "twin", slug, ending }, path: links.twin(links.brief(slug), ending) };
}

function readReceipt(segment: string, isPage: boolean, links: SiteLinks): ReadAddress | undefined {
	if (RECEIPT_ID.test(segment)) return { address: { kind: "receipt", receipt: segment }, path: links.receipt(segment) };
	const [, receipt, ending] = FILE.exec(segment) ?? [];
	if (isPage || receipt === undefined || (ending !== "json" && ending !== "tlog-proof")) return undefined;
	return { address: { kind: "file", receipt, ending }, path: links.receiptFile(receipt, ending) };
}

/** A host as receipts name it, followed by an agency's slug, or by eight characters, where the page carries an agency's name. */
function isSlug(text: string): boolean {
	const [, host, ending = ""] = SLUG.exec(text) ?? [];
	if (host === undefined || host.length > 253 || ending.length > SLUG_LENGTH) return false;
	try {
		return parseTarget(host).host === host;
	} catch (error) {
		if (isFailure(error)) return false;
		throw error;
	}
}
