import type { Page } from "#evidence/evidence-map.ts";
import type { Located } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

const PAID = /paywall|regwall|metered|subscriber|premium|gated/i;
const LOGIN_PATH =
	/^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:[\w-]+\/){0,2}(?:log[-_]?in|sign[-_]?in|sso|authorize|wp-login\.php|account\/login)(?:[/.]|$)/i;
const LOGIN_HOST = /^(?:login|signin|auth|sso|accounts?|idp)\./i;

export const authGate = definePageCheck({
	id: "auth-gate",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason: "Search engines, assistants and new visitors have no account, so they cannot read the page.",
	tableStakes: true,
	title: "The page is readable without an account, or its paid parts are marked",
	fault: "The page cannot be read without an account",
	problem: "your page cannot be read without an account",
	consequence: "Search engines and assistants have no account, so they cannot tell people what the page offers.",
	hours: 6,
	doneBy: "developer",
	why: "Crawlers have no account. If a page redirects them to a login, the login is all they read. If a paywall is not marked up, search engines may treat the hidden text as cloaking (showing them a different page on purpose).",
	howToFix:
		'Show at least an introduction without a login. Mark up paid parts with "isAccessibleForFree": false and the CSS class of the part, as Google documents it.',
	consumer: "Google Search, Bing, AI assistants",
	reference: "https://developers.google.com/search/docs/appearance/structured-data/paywalled-content",
	reviewed: "2026-11-21",
	note: "A home page that returns 401 or 403 is counted under home-status. A login form on a public page is fine.",
	yieldsTo: ["home-status"],
	evaluate(page) {
		const login = loginRedirect(page);
		if (login) {
			const { from, certain } = login;
			const details = {
				fault: "The page sends visitors to a login",
				says: `${from} redirects to ${clip(page.url, 120)}, ${certain ? "which asks for a password" : "which looks like a login page"}.`,
				fix: `Make ${from} return 200 with a page that everyone can read, and link to the login from there.`,
			};
			return certain ? { outcome: "fail", ...details } : { outcome: "partial", ratio: 0.5, ...details };
		}
		const { paywalls } = page.digest;
		if (declaresPaid(page)) {
			return { outcome: "pass", says: `${page.url} marks its paid part with isAccessibleForFree.` };
		}
		if (paywalls.length > 0) {
			const selector = selectorOf(paywalls);
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "The paywall is not marked up for search engines",
				says: `${page.url} has a paywall, but its structured data has no isAccessibleForFree to tell search engines which text is behind it.`,
				fix:
					selector === undefined
						? 'Give the paid part a CSS class. In the page\'s JSON-LD add "isAccessibleForFree": false and a hasPart of type WebPageElement with that class as cssSelector.'
						: `Add to the page's JSON-LD: "isAccessibleForFree": false, "hasPart": {"@type": "WebPageElement", "isAccessibleForFree": false, "cssSelector": "${selector}"}.`,
				exhibits: exhibitsOf(page, paywalls),
			};
		}
		return { outcome: "pass", says: `${page.url} can be read without an account.` };
	},
});

/** The class that the page's markup names for the paid part; Google supports only class selectors. */
function selectorOf(paywalls: readonly Located[]): string | undefined {
	const classes = paywalls.flatMap(({ excerpt }) => {
		const found = /\sclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(excerpt);
		return (found?.[1] ?? found?.[2] ?? found?.[3] ?? "").split(/\s+/).filter((name) => /^[a-z_][\w-]*$/i.test(name));
	});
	const [name] = [...classes.filter((each) => PAID.test(each)), ...classes];
	return name && `.${name}`;
}

function loginRedirect(page: Page): { from: string; certain: boolean } | undefined {
	const from = page.response.hops[0]?.url;
	if (from === undefined || isLogin(from) || !isLogin(page.url)) return undefined;
	return { from, certain: page.digest.forms.some(({ password }) => password) };
}

function isLogin(address: string): boolean {
	const { hostname, pathname } = new URL(address);
	return LOGIN_PATH.test(pathname) || LOGIN_HOST.test(hostname);
}

/** `false`, `"False"` or `http://schema.org/False`, on any node. */
function declaresPaid({ digest: { jsonLd, microdata, rdfa } }: Page): boolean {
	const values = [...jsonLd.nodes, ...microdata, ...rdfa].flatMap(
		({ properties }) => properties.isAccessibleForFree ?? [],
	);
	return values.some((value) => /(?:^|\/)false$/i.test(value.trim()));
}
