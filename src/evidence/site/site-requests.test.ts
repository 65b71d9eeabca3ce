import { describe, expect, it } from "vitest";
import { FakeSite, type Reply } from "../fake-site.testkit.ts";
import { challengeOf } from "./site-source.ts";

async function challengeIn(reply: Reply) {
	const url = "https://a.example.com/";
	return challengeOf(await new FakeSite({ [url]: reply }).get(new URL(url), { maxRedirects: 0 }));
}

function page(content: string): string {
	return `<!doctype html><html><head>${content}</head><body></body></html>`;
}

describe("challengeOf", () => {
	it.each<[string, Reply]>([
		["Cloudflare", { status: 403, headers: { "cf-mitigated": "challenge" }, body: "x" }],
		["Cloudflare", { status: 200, headers: { "cf-mitigated": "challenge" } }],
		["Vercel", { status: 429, headers: { "x-vercel-mitigated": "challenge" } }],
		["AWS WAF", { status: 202, headers: { "x-amzn-waf-action": "challenge" } }],
		["SiteGround", { status: 202, headers: { "sg-captcha": "challenge" } }],
		["Cloudflare", { status: 403, body: page("<script>window._cf_chl_opt={}</script>") }],
		["Cloudflare", { status: 403, body: page("<title>Attention Required! | Cloudflare</title>") }],
		["Akamai", { status: 403, body: page('<a href="https://errors.edgesuite.net/18.x">') }],
		["Akamai", { status: 200, body: page('<div id="sec-if-cpt-container">') }],
		[
			"Akamai",
			{
				status: 403,
				body: "<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>Reference&#32;&#35;18&#46;7a1d2c17&#46;17184&#46;3f9b",
			},
		],
		["Akamai", { status: 403, headers: { server: "AkamaiGHost" }, body: page("<title>Access Denied</title>") }],
		[
			"CloudFront",
			{
				status: 403,
				headers: { server: "CloudFront" },
				body: page("<TITLE>ERROR: The request could not be satisfied</TITLE></head>Request blocked."),
			},
		],
		[
			"CloudFront",
			{
				status: 403,
				headers: { server: "CloudFront" },
				body: page("</head>The distribution is configured to block access from your country."),
			},
		],
		["Imperva", { status: 200, body: page("</head>Request unsuccessful. Incapsula incident ID: 1-2") }],
		["Imperva", { status: 403, body: page('<script src="/_Incapsula_Resource?x"></script>') }],
		["DataDome", { status: 403, body: page('<script src="https://ct.captcha-delivery.com/c.js">') }],
		["HUMAN (PerimeterX)", { status: 403, body: page('<div id="px-captcha">') }],
		["HUMAN (PerimeterX)", { status: 403, body: page("<script>window._pxAppId = 'PX1';</script>") }],
		["Sucuri", { status: 403, body: page("<title>Sucuri WebSite Firewall - Access Denied</title>") }],
		["Sucuri", { status: 200, body: page("<script>var s={};sucuri_cloudproxy_js=''</script>") }],
		["SiteGround", { status: 202, body: page('<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=1">') }],
	])("detects %s's: %j", async (vendor, reply) => {
		expect(await challengeIn(reply)).toBe(vendor);
	});

	it.each<[string, Reply]>([
		["an ordinary page", { body: page("<title>Home</title>") }],
		["a site's own Access Denied", { status: 403, body: page("<TITLE>Access Denied</TITLE>") }],
		["an error behind Akamai", { status: 500, headers: { server: "AkamaiGHost" }, body: page("Access Denied") }],
		[
			"a fault of the site's own distribution",
			{
				status: 403,
				headers: { server: "CloudFront" },
				body: page("<TITLE>ERROR: The request could not be satisfied</TITLE></head>Bad request."),
			},
		],
		["a shop's page of such words", { status: 403, body: page("The request could not be satisfied. Request blocked") }],
		["a plain refusal", { status: 403, body: page("<title>403 Forbidden</title>") }],
		["a customer's page with Imperva's script", { body: page('<script src="/_Incapsula_Resource?x"></script>') }],
		["a customer's page with Cloudflare's script", { body: page('<script src="/cdn-cgi/challenge-platform/x">') }],
		["an outage behind Akamai", { status: 503, body: page("errors.edgesuite.net") }],
		["a page about challenges", { body: page("<title>Just a moment...</title><p>window._cf_chl_opt") }],
		["a long article that quotes a mark", { body: page(`sucuri_cloudproxy_js${"x".repeat(20_000)}`) }],
		["a text file that quotes a mark", { status: 403, body: "px-captcha" }],
		["another value of the header", { headers: { "cf-mitigated": "none" }, body: "x" }],
		["a missing page", { status: 404, body: page('<div id="px-captcha">') }],
	])("lets %s pass", async (_, reply) => {
		expect(await challengeIn(reply)).toBeUndefined();
	});
});
