import { API_VERSION, PACKAGE, PRODUCT, VERSION } from "#core/brand.ts";

/** A way to the audits for programs, as the index of the API lists it. */
export interface ApiWay {
	readonly name: string;
	/** Backticks mark code. */
	readonly says: string;
	/** What to type or ask for. */
	readonly code: string;
}

/** Words of the pages about the API. Backticks mark code. */
export const API_TEXTS = {
	title: "Developers",
	description: `How programs ask ${PRODUCT} for audits and briefs of public websites: API, command line, MCP, GitHub Action, with examples to copy.`,
	lead: `${PRODUCT} audits a public website for whoever asks: agents, assistants, scripts. What is public needs no token and no registration. Every answer carries what it rests on, and a receipt that anybody can verify.`,
	asOpenApi: "For programs, the same as OpenAPI 3.1:",
	start: {
		title: "In one line",
		example: "An audit, from a shell",
		note: (base: string) => `All bodies are JSON. Addresses are relative to \`${base}\`.`,
	},
	endpoints: {
		title: "Endpoints",
		note: "Each has a page with its parameters, its answers and its errors.",
		caption: "Endpoints of the API",
		does: "What it does",
		address: "Address",
	},
	ways: { title: "Other ways in", note: "All of them run the same audit, and give the same receipt." },
	all: "All endpoints",
	details: "What to know",
	request: "Request",
	noInput: "It takes no parameters.",
	parameters: (of: string, isQuery: boolean) => `${isQuery ? "Parameters" : "Body"} of ${of}`,
	members: {
		member: "Member",
		says: "What it is",
		required: "required",
		optional: "not always there",
		fallback: "; default ",
		values: (count: number) => `${count} values`,
	},
	answer: { title: "Answer", body: (article: string) => `The 200 body is ${article} ` },
	statuses: {
		title: "Other statuses",
		caption: (of: string) => `Statuses of ${of} beside 200`,
		status: "Status",
		says: "What comes with it",
		example: (label: string, status: string) => `${label}, status ${status}`,
	},
	account:
		"It needs an account: its API key, a token that acts for it, or a page of this site where somebody is signed in.",
	scope: (needsAccount: boolean) => `Scope of ${needsAccount ? "a key or token" : "a token"}: `,
	schemas: {
		title: "Schemas",
		note: "What answers consist of. Later versions may add members: let your program ignore those it does not know.",
		members: (name: string) => `Members of ${name}`,
	},
	problems: {
		title: "Errors",
		note: "A code never changes its meaning.",
		shape:
			"Every error is a problem document (RFC 9457), of the media type `application/problem+json`: `type`, `title`, `status`, `detail` for people, and `code` for programs. Its `type` leads here or, where a kind is registered, to the registry.",
		noError: "A public site that could not be audited is no error:",
		status: "the answer has status 200",
		caption: "Every kind of problem",
		heads: ["Code", "Status", "What happened, and what to do"],
	},
	unaudited: {
		title: "Sites without a score",
		note: "They have status 200: it is no error of yours.",
		says: "A public site that could not be audited gets no score. The answer has `ok` false, says why in `error` for people, and in `code` for programs.",
		caption: "Codes of sites that could not be audited",
		heads: ["Code", "What it means, and what the site's owner can do"],
	},
	limits: {
		title: "Limits",
		note: "They hold with and without a token.",
		caption: "The usual limits",
		heads: ["Name", "Allows", "What is counted"],
		says: [
			"Every answer of an address names its limits: `RateLimit-Policy` says how many requests are allowed in how many seconds, `RateLimit` how many are left and for how long, where the request was counted. An answer with status 429 says in `Retry-After` how many seconds to wait. An address is one IPv4 address or one IPv6 network of 64 bits.",
			"A site is audited at most once in 60 seconds and mode. Within them everybody gets the same result, and the field `Age` says how old it is.",
		],
	},
	tokens: {
		title: "Tokens",
		says: (base: string) => [
			"What is public needs no token. One that is shown as `Authorization: Bearer` raises the limits and must hold the scope that its endpoint names; a token that is not valid is refused, never ignored. What an account has needs a token that acts for it, or one of its API keys.",
			`How clients and agents register, and how a person lets them act for an account, is said at \`${base}/auth.md\`.`,
		],
	},
	origins: {
		title: "Other origins",
		says: "Pages of every origin may call the API: answers carry `Access-Control-Allow-Origin: *`, and no cookie counts but on pages of this site.",
	},
	versions: {
		title: "Versions",
		note: `This is version ${API_VERSION} of the interface, of ${PRODUCT} ${VERSION}.`,
		says: [
			"Addresses of the first generation begin with `/api/v1/`. Within it, members and endpoints may be added; none changes its meaning, and none is taken away without the notice below. What cannot be had that way gets addresses of a generation of its own.",
			'What is to go says so in its own answers, 180 days ahead at least. `Deprecation` (RFC 9745) has the moment from which it should not be used any more, as `@` and seconds since 1970; it still answers as before. `Sunset` (RFC 8594) has the moment after which it may not answer, as an HTTP date. `Link` with `rel="deprecation"` leads to what takes its place. A program that logs these three fields hears of every change in time.',
			"Nothing here is deprecated today: no answer carries either field.",
		],
		example: "Fields of an answer that is to go",
		fields:
			'Deprecation: @1798761600\nSunset: Sun, 04 Jul 2027 00:00:00 GMT\nLink: <https://audit.example.com/api/#versions>; rel="deprecation"; type="text/html"',
		scores: "The scores have a version of their own, `methodology`:",
		methodology: "the methodology",
		rubric:
			"A receipt does not repeat what is the same for every site. Headings, weights and references of its checks are in the rubric of its methodology, by its version:",
	},
} as const;

/** What else answers programs. @param served address of a server, where the site has one of its own */
export function apiWays(served: string | undefined): readonly ApiWay[] {
	const server = served === undefined ? "" : ` A server answers over HTTP, too: \`${served}/mcp\`.`;
	return [
		{
			name: "Command line",
			says: "Audits from your own machine, a folder before it is published, a watchlist every night. Nothing is sent to us.",
			code: `npx ${PACKAGE}@${VERSION} audit example.com`,
		},
		{
			name: "MCP",
			says: `The same tools for an AI agent, by the Model Context Protocol.${server}`,
			code: `npx ${PACKAGE}@${VERSION} mcp`,
		},
		{
			name: "GitHub Action",
			says: "Marks what is wrong on the files of a pull request, and fails where a check got worse.",
			code: `uses: <owner>/${PACKAGE}@v${VERSION}`,
		},
		...(served === undefined
			? []
			: [
					{
						name: "Agents",
						says: "How an agent registers, by itself or for a person.",
						code: `curl -sS ${served}/auth.md`,
					},
					{
						name: "Tools of pages",
						says: `What pages offer to agents in a browser, as one catalog; \`${served}/tools/\` explains it to people.`,
						code: `curl -sS ${served}/.well-known/webmcp.json`,
					},
				]),
	];
}
