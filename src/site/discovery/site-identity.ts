import { PRODUCT, REFUSAL } from "#core/brand.ts";
import type { Installation } from "../installation.ts";
import { createSiteLinks } from "../page/site-links.ts";

/** For search engines (schema.org, JSON-LD), in a `script` of data that no policy takes for a program. */
export function siteIdentity({ baseUrl, contact }: Installation): string {
	const links = createSiteLinks(baseUrl);
	const home = links.absolute(links.home);
	const organization = `${home}#organization`;
	const email = contact?.href?.startsWith("mailto:") ? { email: contact.href.slice("mailto:".length) } : {};
	const graph = [
		{
			"@type": "Organization",
			"@id": organization,
			name: PRODUCT,
			url: home,
			logo: links.absolute(links.file("logo.png")),
			description: REFUSAL,
			...email,
		},
		{
			"@type": "WebSite",
			"@id": `${home}#website`,
			name: PRODUCT,
			url: home,
			inLanguage: "en",
			publisher: { "@id": organization },
		},
	];
	// Nothing in it ends the element.
	return JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replaceAll("<", "\\u003c");
}
