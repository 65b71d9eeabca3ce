import type { CheckExample, ExampleAnswer } from "#checks/shared/example.ts";
import type { RenderedPage } from "#evidence/evidence-map.ts";
import { PLAIN_ANSWERS, PLAIN_HEADERS, plainPage } from "./example-site.ts";

/** A whole site with one root cause, which shows in many places and may cost points once. */
export interface RootCauseSite {
	readonly name: string;
	/** The check that carries the penalty, and the gate that its failure closes; null where no score may be given. */
	readonly cause: string | null;
	readonly gate: string | null;
	readonly site: CheckExample;
}

const HOST = "https://example.com";
const PAGES = Object.keys(PLAIN_ANSWERS).filter((url) => url.startsWith(`${HOST}/`) && url.endsWith("/"));
const FILES = [`${HOST}/robots.txt`, `${HOST}/sitemap.xml`];

const SHELL = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Example Bindery</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script type="module" src="/assets/app.js"></script>
</head>
<body>
<div id="root"></div>
<noscript>You need to enable JavaScript to run this app.</noscript>
</body>
</html>
`;
/** What scripts make of the shell. */
const RENDERED_TEXT: RenderedPage["text"] = {
	visible: 2_400,
	main: 1_900,
	start: "Books, bound by hand",
	words: 410,
	mainOffset: 600,
	noSnippet: 0,
	hidden: 0,
	fingerprint: Array.from({ length: 64 }, (_, index) => index * 7_919),
};
const RENDERED_HEAD: RenderedPage["head"] = {
	title: "Example Bindery",
	canonical: [`${HOST}/`],
	robots: [],
	description: "Books bound by hand.",
	jsonLdTypes: ["Organization", "WebSite"],
};
const CHALLENGE: ExampleAnswer = {
	status: 403,
	headers: { "content-type": "text/html; charset=UTF-8", "cf-mitigated": "challenge", server: "cloudflare" },
	body: "<!doctype html><title>Just a moment...</title><p>Checking whether you are human.</p>",
};

const HOME: ExampleAnswer = { headers: PLAIN_HEADERS, body: plainPage() };

const everyPage = (answer: ExampleAnswer) => Object.fromEntries(PAGES.map((url) => [url, answer]));
const everything = (answer: ExampleAnswer) =>
	Object.fromEntries([...PAGES, ...FILES, `${HOST}/`, `${HOST}/*`].map((url) => [url, answer]));
const noindex = (body: string) => body.replace("<head>", '<head>\n<meta name="robots" content="noindex">');

export const ROOT_CAUSE_SITES: readonly RootCauseSite[] = [
	{
		name: "A shell that scripts fill",
		cause: "text-without-js",
		gate: "no-text",
		site: {
			name: "Shell",
			outcome: "fail",
			page: SHELL,
			files: everyPage({ headers: PLAIN_HEADERS, body: SHELL }),
			rendered: { text: RENDERED_TEXT, head: RENDERED_HEAD },
		},
	},
	{
		name: "The home page at every address that has no file",
		cause: "soft-404",
		gate: "soft-404",
		site: {
			name: "Soft 404",
			outcome: "fail",
			files: { ...everyPage(HOME), [`${HOST}/*`]: HOME },
		},
	},
	{
		name: "A good site that asks not to be indexed",
		cause: "noindex",
		gate: "noindex",
		site: {
			name: "Noindex",
			outcome: "fail",
			page: noindex(plainPage()),
			files: Object.fromEntries(
				PAGES.map((url) => {
					const { body = "", ...answer } = PLAIN_ANSWERS[url] ?? {};
					return [url, { ...answer, body: noindex(body) }];
				}),
			),
		},
	},
	{
		name: "A home page that is an error",
		cause: "home-status",
		gate: "home-error",
		site: { name: "Error", outcome: "fail", files: { "/": { status: 500, body: "Service unavailable" } } },
	},
	{
		name: "A robots.txt that closes the site to search",
		cause: "search-bots",
		gate: "search-blocked",
		site: {
			name: "Closed to search",
			outcome: "fail",
			files: {
				"/robots.txt": `User-agent: Googlebot
User-agent: Bingbot
User-agent: OAI-SearchBot
User-agent: Claude-User
Disallow: /

Sitemap: ${HOST}/sitemap.xml
`,
			},
		},
	},
	{
		name: "A challenge before every page",
		cause: null,
		gate: null,
		site: { name: "Challenge", outcome: "fail", files: everything(CHALLENGE) },
	},
];
