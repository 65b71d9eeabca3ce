import { decodeText } from "../charset.ts";
import { fitPart } from "../fit-size.ts";
import type { Operability, PageDigest } from "../page-digest.ts";
import { collectBylines } from "./content/bylines.ts";
import { collectParts } from "./content/content-parts.ts";
import { collectCustomerFacts } from "./content/customer-facts.ts";
import { collectDates } from "./content/dates.ts";
import { collectDocument } from "./content/document.ts";
import { collectHiddenText } from "./content/hidden-text.ts";
import { collectText } from "./content/text.ts";
import { collectControls } from "./controls/controls.ts";
import { collectMicrodata, collectRdfa } from "./markup/inline-markup.ts";
import { JsonLdBlocks } from "./markup/json-ld.ts";
import { UnknownTerms } from "./markup/schema-org.ts";
import { statedFacts } from "./markup/stated-facts.ts";
import { findAriaBarriers } from "./operability/aria-barriers.ts";
import { findElementBarriers } from "./operability/element-barriers.ts";
import { findNameBarriers } from "./operability/name-barriers.ts";
import { BarrierList, findSubjects } from "./operability/subjects.ts";
import { findTableBarriers } from "./operability/table-barriers.ts";
import { openPage, type Page } from "./page.ts";

/** Bytes of a digest as JSON. Of 682 real pages, half have less than 120 kB, and all less than this. */
const MAX_DIGEST_BYTES = 2_000_000;

/** Browsers nest no deeper (Blink's kMaximumHTMLParserDOMTreeDepth), so larger values are meaningless. */
export const MAX_DEPTH = 512;

/** Plain data, so that it can be sent to a worker thread. */
export interface PageInput {
	readonly body: Uint8Array;
	readonly contentType: string | undefined;
	readonly url: string;
	readonly truncated: boolean;
}

export type ReadPage = Omit<PageDigest, "bytes" | "charset">;

/** Deterministic. Any bytes are HTML (WHATWG HTML section 13.2): only bugs throw. Parse hostile pages in a worker. */
export function digestPage({ body, contentType, url, truncated }: PageInput): PageDigest {
	const { text, ...charset } = decodeText(body, contentType);
	const page = readPage(text, url, XML_TYPE.test(contentType ?? "") ? "xml" : "html");
	const digest = { ...page, bytes: body.byteLength, truncated: truncated || page.truncated, charset };
	return fitPart<PageDigest>(digest, MAX_DIGEST_BYTES);
}

/** An XML MIME type (WHATWG MIME Sniffing section 4.6); a file without a type is parsed as HTML. */
const XML_TYPE = /^\s*(?:[\w.+-]+\/[\w.-]+\+xml|(?:text|application)\/xml)\s*(?:;|$)/i;

export function readPage(html: string, url: string, syntax?: "html" | "xml"): ReadPage {
	const page = openPage(html, url, syntax);
	const { elements } = page;
	const { scriptCounts, ...document } = collectDocument(page);
	const { images, imageCount, ...parts } = collectParts(page);
	const { counts, ...controls } = collectControls(page);
	return {
		truncated: page.truncated,
		doctype: page.doctype,
		baseHref: page.baseHref,
		...document,
		...parts,
		...controls,
		images,
		counts: {
			elements: elements.length,
			depth: elements.reduce((deepest, { depth }) => Math.max(deepest, Math.min(depth, MAX_DEPTH)), 0),
			...scriptCounts,
			...counts,
			images: imageCount,
		},
		...collectStructuredData(page),
		text: collectText(page),
		hidden: collectHiddenText(page),
		dates: collectDates(page),
		bylines: collectBylines(page),
		customer: collectCustomerFacts(page),
		operability: collectOperability(page),
	};
}

type StructuredData = Pick<PageDigest, "jsonLd" | "microdata" | "rdfa" | "stated" | "unknownTerms">;

function collectStructuredData(page: Page): StructuredData {
	// Each name is kept once, where it first occurs in this order of formats.
	const unknown = new UnknownTerms();
	const blocks = new JsonLdBlocks(page, unknown);
	const facts = {
		jsonLd: blocks.digest,
		microdata: collectMicrodata(page, unknown),
		rdfa: collectRdfa(page, unknown),
	};
	const stated = statedFacts(facts, page, (block, name, value) => blocks.locate(block, name, value));
	return { ...facts, stated, unknownTerms: unknown.finish() };
}

function collectOperability(page: Page): Operability {
	const subjects = findSubjects(page.elements);
	const list = new BarrierList(page);
	findNameBarriers(subjects, list, page);
	findAriaBarriers(subjects, list, page);
	findElementBarriers(subjects, list, page);
	findTableBarriers(subjects, list, page);
	return list.finish();
}
