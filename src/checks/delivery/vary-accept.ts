import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { isMarkdown } from "../shared/machine-file.ts";

const MARKDOWN: ReadonlySet<string> = new Set(["text/markdown", "text/x-markdown"]);

export const varyAccept = defineSiteCheck({
	id: "vary-accept",
	pillar: "delivery",
	engines: ["answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "A cache that mixes the two up shows people Markdown or agents HTML, on any page at any time.",
	tableStakes: true,
	title: "Caches keep the Markdown and the web version apart",
	fault: "Caches may mix up the Markdown and the web version",
	consequence: "A visitor may get raw text made for machines, or an agent the version made for people.",
	effort: "small",
	doneBy: "developer",
	why: "The site gives Markdown to those who ask for it, at the same address as its pages. A cache that does not know this hands the copy of the one to the other.",
	howToFix: "Send Vary: Accept with every answer that is chosen by the Accept header, in HTML and in Markdown.",
	consumer: "browser and CDN caches",
	reference: "https://www.rfc-editor.org/rfc/rfc9110#section-12.5.5",
	reviewed: "2026-11-21",
	needs: ["home", "markdown"],
	evaluate({ home, markdown: seen }) {
		if (home.state === "absent" || seen.state === "absent") {
			return { outcome: "not-applicable", says: "The site serves no Markdown at the address of its home page." };
		}
		const { contentType, vary } = seen.value;
		if (!MARKDOWN.has(contentType)) {
			return {
				outcome: "not-applicable",
				says: `Asked for Markdown, ${seen.url} answers ${clip(contentType, 60) || "without a type"}: nothing is negotiated.`,
			};
		}
		if (!isMarkdown(seen.value)) {
			return {
				outcome: "not-applicable",
				says: `What ${seen.url} calls ${contentType} is none, which counts at "markdown-negotiation".`,
			};
		}
		if (seen.url !== home.value.url) {
			return { outcome: "not-applicable", says: `Markdown has an address of its own, ${seen.url}.` };
		}
		const exhibits = [{ url: seen.url, at: "header vary", excerpt: clip(vary.join(", ")) }];
		if (vary.includes("accept") || vary.includes("*")) {
			return {
				outcome: "pass",
				says: `${seen.url} answers Markdown to those who ask for it, and says so to caches.`,
				exhibits,
			};
		}
		const others = vary.length > 0 ? `, only Vary: ${clip(vary.join(", "), 80)}` : "";
		return {
			outcome: "fail",
			says: `${seen.url} answers ${contentType} to Accept: text/markdown and sends no Vary: Accept${others}.`,
			fix: `Send with both answers of ${seen.url}: Vary: ${["Accept", ...vary.map(titled)].join(", ")}`,
			exhibits,
		};
	},
});

/** `accept-encoding` → `Accept-Encoding` */
function titled(name: string): string {
	return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
