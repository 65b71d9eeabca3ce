import { definePageCheck } from "../define-check.ts";
import { headerExhibit } from "../shared/exhibits.ts";

/** Below this, packing saves less than a packet. */
const WORTHWHILE = 10 * 1024;

export const compression = definePageCheck({
	id: "compression",
	pillar: "delivery",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "It saves time and traffic on every page, and no page is lost without it.",
	tableStakes: true,
	title: "The page is sent compressed",
	fault: "The page is sent uncompressed",
	consequence: "Visitors on slow connections wait longer, and you pay for more traffic.",
	effort: "small",
	doneBy: "host",
	why: "HTML shrinks to about a quarter when it is compressed. Sent as it is, it costs visitors on slow lines and crawlers on a budget several times as much.",
	howToFix: "Turn on gzip, Brotli or Zstandard for text in the web server or the CDN.",
	consumer: "browsers, Googlebot, Bingbot",
	reference: "https://www.rfc-editor.org/rfc/rfc9110#section-8.4",
	reviewed: "2026-11-21",
	note: "We ask with Accept-Encoding for gzip, Brotli and Zstandard. HTTP leaves it to the server; pages of up to 10 KiB are let be, since packing hardly helps there.",
	needs: ["https"],
	evaluate(page) {
		const { headers } = page.response;
		const { bytes } = page.digest;
		const coding = (headers["content-encoding"] ?? "").trim().toLowerCase();
		if (coding !== "" && coding !== "identity") {
			const exhibits = headerExhibit(page, "content-encoding");
			return { outcome: "pass", says: `${page.url} is sent compressed (${coding.slice(0, 40)}).`, exhibits };
		}
		const size = `${Math.ceil(bytes / 1024)} KiB`;
		if (bytes <= WORTHWHILE) {
			return {
				outcome: "not-applicable",
				says: `${page.url} is sent as it is; with ${size} it gains little by compression.`,
			};
		}
		return {
			outcome: "fail",
			says: `${page.url} is sent uncompressed, in ${size}, although we said that we read gzip, Brotli and Zstandard.`,
			fix: `Turn on compression for text/html on ${new URL(page.url).hostname}; the answer then says Content-Encoding: gzip, br or zstd.`,
			exhibits: [{ url: page.url, at: "decoded body", excerpt: `${bytes} bytes` }],
		};
	},
});
