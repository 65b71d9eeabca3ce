import { DAY_MS } from "#core/kept-for.ts";
import type { Installation } from "../installation.ts";
import { createSiteLinks } from "../page/site-links.ts";

/** RFC 9116 section 2.5.5 recommends less than a year. */
const VALID_DAYS = 300;

/** RFC 9116; undefined where the operator names no contact. `now`: milliseconds since 1970. */
export function securityTxt({ baseUrl, contact }: Installation, now: number): string | undefined {
	// A web page that is not encrypted is no contact (section 2.5.3).
	if (contact?.href === undefined || contact.href.startsWith("http:")) return undefined;
	const links = createSiteLinks(baseUrl);
	const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS).toISOString();
	const fields = [
		`Contact: ${contact.href}`,
		`Expires: ${expires}`,
		"Preferred-Languages: en",
		`Canonical: ${links.absolute(links.file(".well-known/security.txt"))}`,
	];
	return `${fields.join("\n")}\n`;
}
