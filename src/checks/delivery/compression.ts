import { definePageCheck } from "../define-check.ts";
import { headerExhibit } from "../shared/exhibits.ts";

/** Bytes; compressing less saves no packet. */
const WORTHWHILE = 10 * 1024;

export const compression = definePageCheck({
	id: "compression",
	pillar: "delivery",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "It saves time and traffic on every page. Without it, no page is lost.",
	tableStakes: true,
	title: "The page is sent compressed",
	fault: "The page is sent uncompressed",
	problem: "your page takes longer to load than it needs to",
	consequence: "Visitors on slow connections wait longer, and you pay for more traffic.",
	hours: 0.5,
	doneBy: "host",
	why: "Compression shrinks HTML to about a quarter. Without it, visitors on slow connections wait longer, and crawlers with a limited budget read fewer pages.",
	howToFix:
		"Turn on gzip, Brotli or Zstandard for text in your web server or CDN (the network that delivers your pages).",
	consumer: "browsers, Googlebot, Bingbot",
	reference: "https://www.rfc-editor.org/rfc/rfc9110#section-8.4",
	reviewed: "2026-11-21",
	note: "Our request accepts gzip, Brotli and Zstandard. HTTP leaves the choice to the server. We skip pages of up to 10 KiB, because compression hardly helps there.",
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
				says: `${page.url} is sent uncompressed, but at ${size} compression would save little.`,
			};
		}
		return {
			outcome: "fail",
			says: `${page.url} is sent uncompressed (${size}), although our request accepts gzip, Brotli and Zstandard.`,
			fix: `Turn on compression for text/html on ${new URL(page.url).hostname}. The response then says Content-Encoding: gzip, br or zstd.`,
			exhibits: [{ url: page.url, at: "decoded body", excerpt: `${bytes} bytes` }],
		};
	},
});
