/** Twins of built pages: links in each family's head, and whether they exist. */

/** @param site path in the built site → text */
export function otherForms(site: ReadonlyMap<string, string>, origin: string): Record<string, readonly string[]> {
	const pages = [...site].filter(([path]) => path.endsWith(".html"));
	return Object.fromEntries(pages.map(([path, html]) => [path.replace(/index\.html$/, ""), formsIn(html, origin)]));
}

/** Twins linked by a page, in order. */
function formsIn(html: string, origin: string): string[] {
	const links = html.matchAll(/<link rel="alternate"[^>]* href="([^"]+)"/g);
	return [...links].map(([, href = ""]) => href.replace(origin, "").slice(1));
}

/**
 * What a page of each family names.
 * @param domain of a listed site, `unlisted` of one that is on no wall, `id` of a receipt of the first
 */
export function expectedForms(names: { readonly domain: string; readonly unlisted: string; readonly id: string }) {
	const { domain, unlisted, id } = names;
	const brief = [`brief/${domain}.md`, `brief/${domain}.json`];
	const feeds = ["wall/atom.xml", "wall/feed.json"];
	return {
		"": ["index.md", ...feeds],
		"wall/": ["wall/index.json", ...feeds],
		[`brief/${domain}/`]: brief,
		[`brief/${domain}/findings/`]: brief,
		[`history/${domain}/`]: brief,
		[`share/${domain}/`]: [...brief, `oembed/${domain}.json`],
		[`share/${domain}/${id}/`]: [`receipts/${id}.json`],
		[`receipts/${id}/`]: [`receipts/${id}.json`],
		[`brief/${unlisted}/`]: [],
		[`history/${unlisted}/`]: [],
		"checks/title/": ["checks/title.md"],
		"methodology/3.0.0/": ["methodology/3.0.0.md", "rubric/3.0.0.json"],
		"api/": ["api.md"],
		"api/publicAudit/": ["api/publicAudit.md"],
		"stats/": [],
	};
}
