import { fileURLToPath } from "node:url";

/** A handmade site without faults: any finding on its pages is a false alarm. */
export interface ExemplarySite {
	/** ASCII host name; its folder is called so, too. */
	readonly host: string;
	readonly about: string;
	readonly folder: string;
}

const SITES = {
	"www.example.com": "A shop: products with offers, reviews, returns and shipping, a basket, a list of several pages",
	"example.org": "A publisher: articles with authors and dates, a feed, a paywall, comments, pages of a list",
	"docs.example.net": "The manual of an API: OpenAPI, api-catalog, Link headers, sign-in for programs, Markdown twins",
	"example.net": "A workshop in two languages: hreflang, opening hours, a map, a contact form",
	"tools.example.com":
		"A software company: prices in a table, a film with captions, forms, an agent card, an MCP server",
} as const;

export const EXEMPLARY_SITES: readonly ExemplarySite[] = Object.entries(SITES).map(([host, about]) => {
	return { host, about, folder: fileURLToPath(new URL(`exemplary/${host}`, import.meta.url)) };
});
