import { isWithin } from "#core/target.ts";
import { attribute } from "./tree/attributes.ts";
import { ownText, type PageElement } from "./tree/page-tree.ts";

/** Hosts, with all below them, whose scripts count visits and draw nothing; tag managers among them. */
const MEASURING_HOSTS: readonly string[] = [
	"google-analytics.com",
	"googletagmanager.com",
	"plausible.io",
	"usefathom.com",
	"cloud.umami.is",
	"static.cloudflareinsights.com",
	"matomo.cloud",
	"connect.facebook.net",
	"static.hotjar.com",
	"clarity.ms",
	"gc.zgo.at",
	"simpleanalyticscdn.com",
	"mc.yandex.ru",
	"js-agent.newrelic.com",
	"snap.licdn.com",
	"bat.bing.com",
];
/** File names under which sites serve such scripts themselves. */
const MEASURING_FILES = /\/(?:(?:matomo|piwik|gtag|analytics|plausible|umami)(?:\.min)?\.js|gtag\/js|gtm\.js)$/i;
/** Calls of their snippets. */
const MEASURING_CALLS =
	/\bgtag\s?\(|\bdataLayer\b|\b_paq\b|\b_gaq\b|\bfbq\s?\(|\bplausible\b|clarity\.ms|hotjar\.com|mc\.yandex\.ru/;
/** A snippet is short; longer ones are programs that may draw as well. */
const SNIPPET_LENGTH = 2_000;
/** JavaScript MIME types (WHATWG MIME Sniffing section 4.6) and modules; a script of another type is a data block. */
const PROGRAM = /^\s*(?:(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script[\d.]*\s*(?:;.*)?|module)?\s*$/i;

/** True for a script element that draws nothing: a block of data, or known measurement. */
export function isIdleScript(script: PageElement, page: string): boolean {
	if (!PROGRAM.test((attribute(script, "type") ?? "").slice(0, 80))) return true;
	const src = attribute(script, "src");
	if (src === null) {
		const text = ownText(script);
		return text.length <= SNIPPET_LENGTH && MEASURING_CALLS.test(text);
	}
	const url = URL.parse(src, page);
	if (url === null) return false;
	const { hostname, pathname } = url;
	const known = MEASURING_HOSTS.some((host) => isWithin(hostname, host));
	return known || MEASURING_FILES.test(pathname);
}
