import type { Installation } from "../installation.ts";
import { createSiteLinks } from "../page/site-links.ts";
import { API_CATALOG_TYPE } from "./api-catalog.ts";

export interface DiscoveryLink {
	readonly rel: string;
	readonly href: string;
	readonly type: string;
}

export function discoveryLinks({ baseUrl, apiUrl, hasServer }: Installation): readonly DiscoveryLink[] {
	const links = createSiteLinks(baseUrl);
	const file = (rel: string, name: string, type: string) => ({ rel, href: links.file(name), type });
	const page = (rel: string, href: string) => ({ rel, href, type: "text/html" });
	return [
		...(apiUrl === undefined
			? []
			: [
					file("api-catalog", ".well-known/api-catalog", API_CATALOG_TYPE.split(";")[0] ?? ""),
					{
						rel: "service-desc",
						href: hasServer ? links.file("openapi.json") : `${apiUrl}/openapi.json`,
						type: "application/json",
					},
					page("service-doc", links.api),
				]),
		...(hasServer ? [file("ai-catalog", ".well-known/ai-catalog.json", "application/ai-catalog+json")] : []),
		file("describedby", "llms.txt", "text/plain"),
		page("terms-of-service", links.terms),
		page("privacy-policy", links.privacy),
	];
}

/** RFC 8288. */
export function linkField(installation: Installation): string {
	return discoveryLinks(installation)
		.map(({ rel, href, type }) => `<${href}>; rel="${rel}"; type="${type}"`)
		.join(", ");
}
