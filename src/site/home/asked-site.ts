import { decodeSegment } from "../page/site-links.ts";

/** Only letters, digits and hyphens, because the name may be used in a command. */
const HOST = /^(?!\d+(?:\.\d+){3}$)[a-z\d-]+(?:\.[a-z\d-]+)+$/;

/** ASCII host; undefined unless the text is only a name or address of a public site. */
export function siteOfText(text: string): string | undefined {
	const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
	if (/[\s@]/.test(text) || !URL.canParse(address)) return undefined;
	const { hostname } = new URL(address);
	return HOST.test(hostname) ? hostname : undefined;
}

/** The next segment is a site's name, maybe with a file extension. */
const ABOUT_A_SITE = /^(?:brief|share|history|badge|card|oembed)\/([^/]+)/;
const ENDING = /\.(?:svg|json|png|md)$/;
/** `<site>~<agency>`. */
const AGENCY_MARK = "~";

/** ASCII host; undefined for other pages. @param home path with a trailing slash */
export function siteOfPath(path: string, home: string): string | undefined {
	const [, segment = ""] = ABOUT_A_SITE.exec(path.slice(home.length)) ?? [];
	const [site = ""] = (decodeSegment(segment) ?? "").replace(ENDING, "").split(AGENCY_MARK);
	return siteOfText(site);
}
