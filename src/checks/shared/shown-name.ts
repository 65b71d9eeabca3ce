import type { Target } from "#core/target.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { metaOf } from "./page-values.ts";
import { foldName, organizationOf, websiteOf } from "./site-identity.ts";
import { graphOf, textOf } from "./structured-graph.ts";

/** A longer name is a sentence. */
const LONGEST = 60;
/** What parts a title: a bar, a dot or a dash between spaces; a bracket holds a short form. */
const SEPARATORS = /\s*[|•·»«›‹]\s*|\s+[-–—:~]+\s+|:\s+|[()[\]]/u;

/**
 * The name that a page gives its site: by its tags and data, else by the link to the home page or the part of the title
 * that the host's name confirms. Undefined where nothing does: a name is not made up, least of all from the domain.
 */
export function shownName(page: Page, { host }: Target): string | undefined {
	const graph = graphOf(page);
	const [site, organization] = [websiteOf(graph), organizationOf(graph)];
	const stated = [
		metaOf(page, "og:site_name"),
		site && textOf(graph, site, "name"),
		organization && textOf(graph, organization, "name"),
		metaOf(page, "application-name", "apple-mobile-web-app-title"),
	];
	const { titles, headings } = page.digest;
	const parts = [...(titles[0]?.text.split(SEPARATORS) ?? []), headings.find(({ level }) => level === 1)?.text ?? ""];
	const links = homeLinks(page);
	const inBoth = links.filter((link) => parts.some((part) => foldName(part).trim() === foldName(link).trim()));
	const seen = [...inBoth, ...parts, ...links].map((name) => name.replace(/[®™©]/g, "").trim());
	return (
		stated.find((name) => name && isName(name))?.trim() ??
		seen.find((name) => isName(name) && isHostItself(name, host)) ??
		seen.find((name) => isName(name) && isConfirmed(name, host))
	);
}

function homeLinks({ url, digest }: Page): readonly string[] {
	const home = digest.anchors.filter((anchor) => {
		const target = anchor.url === null ? null : URL.parse(anchor.url);
		return target?.origin === new URL(url).origin && /^\/(?:index\.\w+)?$/.test(target.pathname);
	});
	return home.map(({ name }) => name);
}

/** No sentence, and more than the domain again, which says nothing that the address does not. */
function isName(name: string): boolean {
	const { length } = name.trim();
	return length > 0 && length <= LONGEST && !/^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i.test(name.trim());
}

/** The name is the longest part of the host's, but for spaces, case and accents. */
function isHostItself(name: string, host: string): boolean {
	const { joined, longest } = compared(name, host);
	return joined.length > 2 && joined === longest;
}

/** Every word of the name stands in the host's, or the name begins with the host's longest part. */
function isConfirmed(name: string, host: string): boolean {
	const { words, joined, whole, longest } = compared(name, host);
	if (joined.length < 3 || longest.length < 3) return false;
	if (words.every((word) => whole.includes(word))) return words.some((word) => word.length > 2);
	return longest.length > 3 && joined.startsWith(longest) && words.length <= 4;
}

function compared(name: string, host: string) {
	const labels = host
		.replace(/^www\./, "")
		.split(".")
		.slice(0, -1)
		.map((label) => foldName(label).replaceAll("-", ""));
	const words = foldName(name)
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== "");
	const longest = labels.toSorted((a, b) => b.length - a.length)[0] ?? "";
	return { words, joined: words.join(""), whole: labels.join(""), longest };
}

/** A block of JSON-LD to add, with the page's own address and name; dots stand for a name that it does not show. */
export function namedBlock(page: Page, type: "Organization" | "WebSite", name: string | undefined): string {
	const node = { "@context": "https://schema.org", "@type": type, name: name ?? "…", url: new URL("/", page.url).href };
	// A name may hold the end of the script that it stands in.
	return `<script type="application/ld+json">${JSON.stringify(node).replaceAll("<", "\\u003c")}</script>`;
}
