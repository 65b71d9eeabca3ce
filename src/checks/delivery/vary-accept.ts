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
	weightReason: "A cache that mixes up the two can show people Markdown and agents HTML, on any page at any time.",
	tableStakes: true,
	title: "Caches keep the Markdown and the web version apart",
	fault: "Caches may mix up the Markdown and the web version",
	problem: "a visitor may get a text that is meant for machines",
	consequence: "A visitor may get raw text made for machines, or an agent the version made for people.",
	hours: 0.5,
	doneBy: "developer",
	why: "Your site sends Markdown (plain text for machines) on request, at the same address as the page. A cache that does not know this may send one visitor's version to another.",
	howToFix: "Send Vary: Accept with every response that depends on the Accept header, both HTML and Markdown.",
	consumer: "browser and CDN caches",
	reference: "https://www.rfc-editor.org/rfc/rfc9110#section-12.5.5",
	reviewed: "2026-11-21",
	needs: ["home", "markdown"],
	evaluate({ home, markdown: seen }) {
		if (home.state === "absent" || seen.state === "absent") {
			return { outcome: "not-applicable", says: "The site has no Markdown at the address of its home page." };
		}
		const { contentType, vary } = seen.value;
		if (!MARKDOWN.has(contentType)) {
			return {
				outcome: "not-applicable",
				says: `When we requested Markdown, ${seen.url} returned ${clip(contentType, 60) || "no content type"}, so it has only one version.`,
			};
		}
		if (!isMarkdown(seen.value)) {
			return {
				outcome: "not-applicable",
				says: `${seen.url} sends something else as ${contentType}. The check "markdown-negotiation" covers that.`,
			};
		}
		if (seen.url !== home.value.url) {
			return { outcome: "not-applicable", says: `Markdown has its own address, ${seen.url}.` };
		}
		const exhibits = [{ url: seen.url, at: "header vary", excerpt: clip(vary.join(", ")) }];
		if (vary.includes("accept") || vary.includes("*")) {
			return {
				outcome: "pass",
				says: `${seen.url} sends Markdown on request and tells caches about it.`,
				exhibits,
			};
		}
		const others = vary.length > 0 ? `, only Vary: ${clip(vary.join(", "), 80)}` : "";
		return {
			outcome: "fail",
			says: `${seen.url} returns ${contentType} for Accept: text/markdown but sends no Vary: Accept${others}.`,
			fix: `Add this header to both versions of ${seen.url}: Vary: ${["Accept", ...vary.map(titled)].join(", ")}`,
			exhibits,
		};
	},
});

/** `accept-encoding` → `Accept-Encoding` */
function titled(name: string): string {
	return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
