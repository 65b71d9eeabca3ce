import type { HttpResponse } from "#net/http-client.ts";
import { sniffBody } from "../response-body.ts";

/** Statuses with which an interstitial page is sent: refusals, and those that pass for an answer or an outage. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 405, 406, 429]);
const DISGUISES: ReadonlySet<number> = new Set([200, 202, 503]);
/** Challenges are small; an ordinary page that merely carries a vendor's script seldom is. */
const SMALL = 16 * 1024;
/** How far into the body marks are looked for. */
const WINDOW = 256 * 1024;

/** Header fields by which vendors say that they stepped in between. */
const HEADERS: readonly (readonly [vendor: string, name: string, value: RegExp])[] = [
	// developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
	["Cloudflare", "cf-mitigated", /^challenge$/i],
	// docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html
	["AWS WAF", "x-amzn-waf-action", /^(?:challenge|captcha)$/i],
	["Vercel", "x-vercel-mitigated", /^(?:challenge|deny)$/i],
	["SiteGround", "sg-captcha", /^challenge$/i],
];

interface Mark {
	readonly vendor: string;
	/** All of them stand in the page. */
	readonly texts: readonly string[];
	/** True for what may also stand in ordinary pages and outages of the vendor's customers: counts in refusals only. */
	readonly weak?: boolean;
	/** What the vendor's edge calls itself in `server`, where the words alone may be anybody's. */
	readonly server?: RegExp;
}

const weak = (vendor: string, ...texts: readonly string[]): Mark => ({ vendor, texts, weak: true });
const strong = (vendor: string, ...texts: readonly string[]): Mark => ({ vendor, texts });

/** What stands in the interstitial and block pages of each vendor. */
const MARKS: readonly Mark[] = [
	weak("Cloudflare", "window._cf_chl_opt"),
	weak("Cloudflare", "<title>Just a moment...</title>"),
	weak("Cloudflare", "<title>Attention Required! | Cloudflare</title>"),
	strong("Akamai", "sec-if-cpt-container"),
	strong("Akamai", "/_sec/cp_challenge/"),
	weak("Akamai", "errors.edgesuite.net"),
	// community.akamai.com: "Why is Akamai blocking me?"
	weak("Akamai", "<TITLE>Access Denied</TITLE>", "Reference #"),
	{ ...weak("Akamai", "Access Denied"), server: /^AkamaiGHost$/i },
	// repost.aws/knowledge-center/cloudfront-troubleshoot-403-errors: by AWS WAF, and by country
	{ ...weak("CloudFront", "The request could not be satisfied", "Request blocked"), server: /^CloudFront$/i },
	{ ...weak("CloudFront", "configured to block access from your country"), server: /^CloudFront$/i },
	strong("Imperva", "Request unsuccessful. Incapsula incident ID"),
	weak("Imperva", "_Incapsula_Resource"),
	weak("DataDome", "captcha-delivery.com"),
	weak("HUMAN (PerimeterX)", "px-captcha"),
	weak("HUMAN (PerimeterX)", "window._pxAppId"),
	strong("Sucuri", "sucuri_cloudproxy_js"),
	strong("Sucuri", "Sucuri WebSite Firewall - Access Denied"),
	strong("SiteGround", "/.well-known/sgcaptcha/"),
	weak("AWS WAF", ".awswaf.com/"),
];

/**
 * Names the vendor whose bot protection answered in place of the site; undefined when the site itself did. A challenge
 * says nothing about the site, only that our agent was not let in.
 */
export function challengeOf(response: HttpResponse): string | undefined {
	for (const [vendor, name, value] of HEADERS) {
		if (value.test(response.headers[name]?.trim() ?? "")) return vendor;
	}
	const refused = REFUSALS.has(response.status);
	const disguised = DISGUISES.has(response.status) && response.body.length <= SMALL;
	if (!(refused || disguised) || sniffBody(response.body) !== "html") return undefined;
	const text = decoded(Buffer.from(response.body.subarray(0, WINDOW)).toString("latin1"));
	const server = response.headers.server ?? "";
	return MARKS.find((mark) => {
		if (mark.weak && !refused) return false;
		return (mark.server?.test(server.trim()) ?? true) && mark.texts.every((each) => text.includes(each));
	})?.vendor;
}

/** Akamai writes even blanks and points of its block page as `&#46;`. */
function decoded(text: string): string {
	return text.replace(/&#(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)));
}
