import { definePageCheck } from "../define-check.ts";

const KIB = 1024;
const LEAN = 512 * KIB;
/** What Googlebot fetches of a page, header included. */
const CUT_OFF = 2 * KIB * KIB;

export const htmlSize = definePageCheck({
	id: "html-size",
	pillar: "delivery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "Only very large pages are concerned, and for them the end of the page is lost.",
	tableStakes: true,
	title: "The page is small enough to be read to its end",
	fault: "The page is large",
	consequence: "Search engines and assistants may stop before the end, and what stands there is not found.",
	effort: "large",
	doneBy: "developer",
	why: "Googlebot reads the first 2 MB of a page and passes over the rest, links and text alike. Agents, which pay by the word, stop much earlier.",
	howToFix:
		"Move styles, scripts, data and inline pictures into files of their own, and split lists over several pages.",
	consumer: "Googlebot, AI agents",
	reference: "https://developers.google.com/search/docs/crawling-indexing/googlebot",
	reviewed: "2026-11-21",
	note: "Google documents 2 MB of uncompressed HTML for Googlebot since February 2026; the 15 MB named before are the default of its other fetchers. Whether it counts in thousands is not said, we allow 2 × 1,024 × 1,024 bytes. The 512 KiB from which on a growing part is lost are ours, as room for growth.",
	evaluate(page) {
		const { bytes, truncated } = page.digest;
		const size = tell(bytes);
		const exhibits = [{ url: page.url, at: "decoded body", excerpt: `${bytes} bytes` }];
		if (bytes <= LEAN) return { outcome: "pass", says: `The HTML of ${page.url} has ${size}.`, exhibits };
		const fix = `Bring the HTML of ${page.url} below ${tell(LEAN)}: what is written into it and belongs into files of its own comes first.`;
		if (bytes > CUT_OFF) {
			const more = truncated ? " or more" : "";
			const says = `The HTML of ${page.url} has ${size}${more}; Googlebot reads the first 2 MB and passes over the rest.`;
			return { outcome: "fail", fault: "The page is too large to be read to its end", says, fix, exhibits };
		}
		const says = `The HTML of ${page.url} has ${size}; Googlebot's limit is 2 MB.`;
		// The nearer to what Googlebot reads, the less room is left.
		const ratio = Math.max(0.05, 1 - (bytes - LEAN) / (CUT_OFF - LEAN));
		return { outcome: "partial", ratio, says, fix, exhibits };
	},
});

/** `38 KiB`, `2.4 MiB` */
function tell(bytes: number): string {
	return bytes < KIB * KIB
		? `${Math.ceil(bytes / KIB)} KiB`
		: `${(Math.floor((bytes / KIB / KIB) * 10) / 10).toFixed(1)} MiB`;
}
