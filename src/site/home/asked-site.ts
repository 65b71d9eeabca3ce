import { decodeSegment } from "../page/path-segment.ts";

/** Letters, digits and hyphens alone, since the name may come to stand in a command. */
const HOST = /^(?!\d+(?:\.\d+){3}$)[a-z\d-]+(?:\.[a-z\d-]+)+$/;

/** ASCII host of a text that is the name or the address of a public site and nothing else; undefined for any other. */
export function siteOfText(text: string): string | undefined {
	const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
	if (/[\s@]/.test(text) || !URL.canParse(address)) return undefined;
	const { hostname } = new URL(address);
	return HOST.test(hostname) ? hostname : undefined;
}

/** Addresses that have a site's name as their next segment, which may end as a file does. */
const ABOUT_A_SITE = /^(?:brief|share|history|badge|card|oembed)\/([^/]+)/;
const ENDING = /\.(?:svg|json|png|md)$/;
/** Before it stands the site, after it the agency in whose name the page is. */
const AGENCY_MARK = "~";

/**
 * ASCII host of the site that a page at this path would be about; undefined for other pages. `home` is the path of the home
 * page, with a slash at its end.
 */
export function siteOfPath(path: string, home: string): string | undefined {
	const [, segment = ""] = ABOUT_A_SITE.exec(path.slice(home.length)) ?? [];
	const [site = ""] = (decodeSegment(segment) ?? "").replace(ENDING, "").split(AGENCY_MARK);
	return siteOfText(site);
}
