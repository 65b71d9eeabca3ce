import { hash } from "node:crypto";
import { ProtocolError } from "#core/protocol-error.ts";
import { escapeMarkup } from "#site/page/page-text.ts";
import { type Answer, defineProtocolEndpoint } from "../../api/endpoint.ts";
import { PEOPLE_FIELDS } from "../../pages/people-fields.ts";

/** Where a client leads a person, who is led on to be asked, or back (RFC 6749 section 3.1). */
export const authorizeClient = defineProtocolEndpoint({
	operationId: "authorizeClient",
	method: "GET",
	path: "/oauth/authorize",
	protocol: "oauth",
	isPage: true,
	isPostedToo: true,
	body: "form",
	async handle(form: unknown, { app, people, method, url, headers }) {
		const query = method === "POST" ? queryOf(form) : new URL(url, app.baseUrl).searchParams;
		const isSignedIn = async () => (await people.accounts.session(headers.get("cookie"))) !== undefined;
		try {
			const leads = await people.oauth.consent.authorize(query, isSignedIn);
			// What was posted is asked for again as an address.
			return { status: 303, body: null, headers: { Location: leads } };
		} catch (error) {
			const isRead = /\btext\/html\b/i.test(headers.get("accept") ?? "");
			if (error instanceof ProtocolError && isRead) return refusedPage(error, `${app.baseUrl}/`);
			throw error;
		}
	},
});

const STYLE =
	":root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:40rem;margin:0 auto;padding:3rem 1rem;overflow-wrap:anywhere}h1{line-height:1.2}";
/** One style, and nothing else that a page could load or run. */
const POLICY = `default-src 'none'; style-src 'sha256-${hash("sha256", STYLE, "base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** What a person reads who cannot be led anywhere, in the words of the page where they would be asked. */
function refusedPage({ status, description }: ProtocolError, home: string): Answer<unknown> {
	const title = "This program cannot be answered";
	const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Error: ${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeMarkup(description)}</p>
<p>You are not led back: it is not certain whose address that would be.</p>
<p><a href="${escapeMarkup(home)}">The home page</a></p>
</main>
</body>
</html>
`;
	const headers = { ...PEOPLE_FIELDS, "Content-Security-Policy": POLICY, Vary: "Accept" };
	return { status, body, contentType: "text/html; charset=utf-8", headers };
}

/** @param form texts by name, as a form was read; of the resource several */
function queryOf(form: unknown): URLSearchParams {
	const values = Object.entries(form as Readonly<Record<string, string | readonly string[]>>);
	return new URLSearchParams(values.flatMap(([name, value]) => [value].flat().map((each) => [name, each])));
}
