import { decodeText } from "#net/charset.ts";
import { fitPart } from "../fit-size.ts";
import type { Operability, PageDigest } from "../page-digest.ts";
import { collectBylines } from "./content/bylines.ts";
import {
	collectImages,
	collectMedia,
	collectPaywalls,
	collectReaderLinks,
	collectTables,
} from "./content/content-parts.ts";
import { collectCustomerFacts } from "./content/customer-facts.ts";
import { collectDates } from "./content/dates.ts";
import { collectHead, collectInsecure, countScripts, findEmptyAppRoot, findInlineState } from "./content/document.ts";
import { collectHiddenText } from "./content/hidden-text.ts";
import { collectText } from "./content/text.ts";
import { collectCaptchas, collectFields, collectForms } from "./controls/forms.ts";
import { collectAnchors, collectButtons, collectClickTargets } from "./controls/links-and-buttons.ts";
import { collectHeadings, collectLandmarks } from "./controls/outline.ts";
import { JsonLdBlocks } from "./markup/json-ld.ts";
import { collectMicrodata } from "./markup/microdata.ts";
import { collectRdfa } from "./markup/rdfa.ts";
import { UnknownTerms } from "./markup/schema-org.ts";
import { statedFacts } from "./markup/stated-facts.ts";
import {
	findAriaBarriers,
	findExposedDecoration,
	findRoleContextBarriers,
	findUnlabelledLandmarks,
} from "./operability/aria-barriers.ts";
import { BarrierList } from "./operability/barriers.ts";
import {
	findHiddenFocus,
	findIdBarriers,
	findInvalidAutocomplete,
	findLanguageBarriers,
	findListBarriers,
	findMouseOnlyControls,
	findMovingText,
} from "./operability/element-barriers.ts";
import { findNamelessElements, findNamelessGroups } from "./operability/name-barriers.ts";
import { findSubjects } from "./operability/subjects.ts";
import { findTableBarriers } from "./operability/table-barriers.ts";
import { openPage, type Page } from "./page.ts";

/** JSON of one page's digest. Of 682 real pages, half have less than 120 kB, and all less than this. Bytes. */
const MAX_DIGEST_BYTES = 2_000_000;

/** Browsers nest no deeper than this (Blink's kMaximumHTMLParserDOMTreeDepth), so a larger number means nothing. */
export const MAX_DEPTH = 512;

/** One HTML page as it arrived; plain data, so that it can be handed to a worker. */
export interface PageInput {
	readonly body: Uint8Array;
	readonly contentType: string | undefined;
	readonly url: string;
	readonly truncated: boolean;
}

export type ReadPage = Omit<PageDigest, "bytes" | "charset">;

/**
 * Digests a page: same input, same digest. Any bytes are HTML (WHATWG HTML section 13.2), so it throws only on a defect
 * of its own. Time and memory are bounded by the caps in `page-caps.ts`; hostile pages belong in a worker all the same.
 */
export function digestPage({ body, contentType, url, truncated }: PageInput): PageDigest {
	const { text, ...charset } = decodeText(body, contentType);
	const page = readPage(text, url);
	const digest = { ...page, bytes: body.byteLength, truncated: truncated || page.truncated, charset };
	return fitPart<PageDigest>(digest, MAX_DIGEST_BYTES);
}

export function readPage(html: string, url: string): ReadPage {
	const page = openPage(html, url);
	return {
		truncated: page.truncated,
		doctype: page.doctype,
		baseHref: page.baseHref,
		...collectHead(page),
		...collectListed(page),
		landmarks: collectLandmarks(page),
		buttons: collectButtons(page),
		clickTargets: collectClickTargets(page),
		forms: collectForms(page),
		captchas: collectCaptchas(page),
		...collectStructuredData(page),
		...collectContent(page),
		operability: collectOperability(page),
	};
}

function collectListed(page: Page): Pick<PageDigest, "headings" | "anchors" | "images" | "fields" | "counts"> {
	const { headings, count: headingCount } = collectHeadings(page);
	const { anchors, count: anchorCount } = collectAnchors(page);
	const { images, count: imageCount } = collectImages(page);
	const { fields, count: fieldCount } = collectFields(page);
	const { elements } = page;
	const counts = {
		elements: elements.length,
		depth: elements.reduce((deepest, { depth }) => Math.max(deepest, Math.min(depth, MAX_DEPTH)), 0),
		...countScripts(page),
		anchors: anchorCount,
		images: imageCount,
		fields: fieldCount,
		headings: headingCount,
	};
	return { headings, anchors, images, fields, counts };
}

function collectContent(page: Page) {
	return {
		text: collectText(page),
		hidden: collectHiddenText(page),
		appRoot: findEmptyAppRoot(page),
		tables: collectTables(page),
		media: collectMedia(page),
		dates: collectDates(page),
		bylines: collectBylines(page),
		customer: collectCustomerFacts(page),
		insecure: collectInsecure(page),
		inlineState: findInlineState(page),
		readerLinks: collectReaderLinks(page),
		paywalls: collectPaywalls(page),
	};
}

type StructuredData = Pick<PageDigest, "jsonLd" | "microdata" | "rdfa" | "stated" | "unknownTerms">;

function collectStructuredData(page: Page): StructuredData {
	// Each name is kept once, at its first place: in this order of the forms.
	const unknown = new UnknownTerms();
	const blocks = new JsonLdBlocks(page, unknown);
	const facts = {
		jsonLd: blocks.digest,
		microdata: collectMicrodata(page, unknown),
		rdfa: collectRdfa(page, unknown),
	};
	const stated = statedFacts(facts, page.steps, (block, name, value) => blocks.locate(block, name, value));
	return { ...facts, stated, unknownTerms: unknown.finish() };
}

function collectOperability(page: Page): Operability {
	const subjects = findSubjects(page.elements);
	const list = new BarrierList();
	findNamelessElements(subjects, list, page);
	findNamelessGroups(subjects, list, page);
	findAriaBarriers(subjects, list);
	findExposedDecoration(subjects, list);
	findRoleContextBarriers(subjects, list);
	findIdBarriers(subjects, list);
	findHiddenFocus(subjects, list);
	findMouseOnlyControls(subjects, list);
	findMovingText(subjects, list);
	findInvalidAutocomplete(subjects, list);
	findListBarriers(subjects, list);
	findTableBarriers(subjects, list, page);
	findUnlabelledLandmarks(subjects, list, page);
	findLanguageBarriers(subjects, list, page);
	return list.finish(page.source);
}
