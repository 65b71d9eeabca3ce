import type { HttpResponse } from "#net/http-client.ts";
import { sniffBody } from "../sniff-body.ts";

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
	readonly text: string;
	/** True for what may also stand in ordinary pages and outages of the vendor's customers: counts in refusals only. */
	readonly weak?: boolean;
}

/** What stands in the interstitial pages of each vendor. */
const MARKS: readonly Mark[] = [
	{ vendor: "Cloudflare", text: "window._cf_chl_opt", weak: true },
	{ vendor: "Cloudflare", text: "<title>Just a moment...</title>", weak: true },
	{ vendor: "Cloudflare", text: "<title>Attention Required! | Cloudflare</title>", weak: true },
	{ vendor: "Akamai", text: "sec-if-cpt-container" },
	{ vendor: "Akamai", text: "/_sec/cp_challenge/" },
	{ vendor: "Akamai", text: "errors.edgesuite.net", weak: true },
	{ vendor: "Imperva", text: "Request unsuccessful. Incapsula incident ID" },
	{ vendor: "Imperva", text: "_Incapsula_Resource", weak: true },
	{ vendor: "DataDome", text: "captcha-delivery.com", weak: true },
	{ vendor: "HUMAN (PerimeterX)", text: "px-captcha", weak: true },
	{ vendor: "Sucuri", text: "sucuri_cloudproxy_js" },
	{ vendor: "Sucuri", text: "Sucuri WebSite Firewall - Access Denied" },
	{ vendor: "SiteGround", text: "/.well-known/sgcaptcha/" },
	{ vendor: "AWS WAF", text: ".awswaf.com/", weak: true },
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
	const text = Buffer.from(response.body.subarray(0, WINDOW)).toString("latin1");
	return MARKS.find(({ text: mark, weak }) => (refused || !weak) && text.includes(mark))?.vendor;
}
