import { hash } from "node:crypto";
import { Failure } from "#core/failure.ts";
import { decodeText } from "#evidence/charset.ts";
import { ownSites, realSites } from "#test/truth/mutations/mutated-sites.ts";
import { WCXB, WCXB_CONTENT_TYPE, wcxbCases } from "#test/truth/wcxb/read-cases.ts";
import { findSharedData } from "#test/vectors/vectors.ts";

export interface EffectPage {
	readonly id: string;
	readonly url: string;
	readonly html: string;
	/** Main text as people reviewed it; "" where nobody did. */
	readonly text: string;
}

export interface Drawn {
	readonly pages: readonly EffectPage[];
	/** Main texts of all pages of the benchmark, drawn or not: how common a word is does not hang on the draw. */
	readonly texts: readonly string[];
}

/** Pages with a reviewed text. */
const REVIEWED = 200;
/** Longer pages take a reader minutes, over all faults. */
export const MOST_BYTES = 130_000;

/** Pages of WCXB, and home pages of real and of exemplary sites, in the order of the digests of their names. */
export async function drawPages(count = Number.POSITIVE_INFINITY): Promise<Drawn> {
	const { pages: reviewed, texts } = reviewedPages();
	const homes = [...(await ownSites()), ...((await realSites()) ?? [])].map(({ host, home, page }) => {
		return { id: host, url: home.href, text: "", html: page.html };
	});
	return { pages: byDigest([...reviewed.slice(0, REVIEWED), ...homes]).slice(0, count), texts };
}

/** @throws Failure `input-invalid` where the benchmark does not stand beside the checkout */
export function reviewedPages(): Drawn {
	const folder = findSharedData(WCXB).path;
	if (folder === undefined)
		throw new Failure("input-invalid", {
			what: "The pages are not there.",
			todo: "Put ../shared beside the checkout.",
		});
	const cases = [...wcxbCases(folder)];
	const pages = cases
		.filter(({ body, text }) => body.length <= MOST_BYTES && text !== "")
		.map(({ id, url, text, body }) => ({ id, url, text, html: decodeText(body, WCXB_CONTENT_TYPE).text }));
	return { pages: byDigest(pages), texts: cases.map(({ text }) => text) };
}

function byDigest(pages: readonly EffectPage[]): EffectPage[] {
	const digests = new Map(pages.map(({ id }) => [id, hash("sha256", id)]));
	return pages.toSorted((a, b) => ((digests.get(a.id) ?? "") < (digests.get(b.id) ?? "") ? -1 : 1));
}
