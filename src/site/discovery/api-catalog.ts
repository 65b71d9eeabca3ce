import type { ApiCatalog } from "#core/discovery.ts";
import type { Installation } from "../installation.ts";
import { createSiteLinks } from "../page/site-links.ts";

/** RFC 9727 section 4.1. */
export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

export function apiCatalog({ baseUrl, apiUrl }: Installation): ApiCatalog | undefined {
	if (apiUrl === undefined) return undefined;
	const links = createSiteLinks(baseUrl);
	return {
		linkset: [
			{
				anchor: `${apiUrl}/api/v1/`,
				"service-desc": [{ href: `${apiUrl}/openapi.json`, type: "application/json" }],
				"service-doc": [{ href: links.absolute(links.api), type: "text/html" }],
				status: [{ href: `${apiUrl}/api/health`, type: "application/json" }],
			},
		],
	};
}
