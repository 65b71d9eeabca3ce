import { definePageCheck } from "../define-check.ts";

const KIB = 1024;
const LEAN = 512 * KIB;
/** Bytes that Googlebot reads of a page, including headers. */
const CUT_OFF = 2 * KIB * KIB;

export const htmlSize = definePageCheck({
	id: "html-size",
	pillar: "delivery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "Only very large pages are affected, and they lose their end.",
	tableStakes: true,
	title: "The page is small enough to be read completely",
	fault: "The page is so large that crawlers may stop before its end",
	problem: "search engines and assistants may stop before the end of your page",
	consequence: "Search engines and assistants may stop before the end and miss what is there.",
	hours: 16,
	doneBy: "developer",
	why: "Googlebot reads the first 2 MB of a page and ignores the rest, both links and text. Agents pay by the word and stop much earlier.",
	howToFix:
		"Move styles, scripts, data and inline images into separate files, and split long lists over several pages.",
	consumer: "Googlebot, AI agents",
	reference: "https://developers.google.com/search/docs/crawling-indexing/googlebot",
	reviewed: "2026-11-21",
	note: "Since February 2026 Google documents a limit of 2 MB of uncompressed HTML for Googlebot. The earlier 15 MB are the default of its other fetchers. Google does not say whether it counts in thousands, so we allow 2 × 1,024 × 1,024 bytes. The 512 KiB above which we deduct a growing share are our own figure, to leave room for growth.",
	evaluate(page) {
		const { bytes, truncated } = page.digest;
		const size = describeSize(bytes);
		const exhibits = [{ url: page.url, at: "decoded body", excerpt: `${bytes} bytes` }];
		if (bytes <= LEAN) return { outcome: "pass", says: `The HTML of ${page.url} is ${size}.`, exhibits };
		const fix = `Reduce the HTML of ${page.url} to less than ${describeSize(LEAN)}. Start with inline styles, scripts and data that belong in separate files.`;
		if (bytes > CUT_OFF) {
			const more = truncated ? " or more" : "";
			const says = `The HTML of ${page.url} is ${size}${more}. Googlebot reads the first 2 MB and ignores the rest.`;
			return { outcome: "fail", fault: "The page is too large: Googlebot ignores its end", says, fix, exhibits };
		}
		const says = `The HTML of ${page.url} is ${size}. Googlebot's limit is 2 MB.`;
		// Costs more the closer it gets to Googlebot's limit.
		const ratio = Math.max(0.05, 1 - (bytes - LEAN) / (CUT_OFF - LEAN));
		return { outcome: "partial", ratio, says, fix, exhibits };
	},
});

/** `38 KiB`, `2.4 MiB` */
function describeSize(bytes: number): string {
	return bytes < KIB * KIB
		? `${Math.ceil(bytes / KIB)} KiB`
		: `${(Math.floor((bytes / KIB / KIB) * 10) / 10).toFixed(1)} MiB`;
}
