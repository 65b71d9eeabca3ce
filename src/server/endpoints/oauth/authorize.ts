import { defineProtocolEndpoint } from "../../api/endpoint.ts";

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
		const leads = await people.oauth.consent.authorize(query, isSignedIn);
		// What was posted is asked for again as an address.
		return { status: 303, body: null, headers: { Location: leads } };
	},
});

/** @param form texts by name, as a form was read; of the resource several */
function queryOf(form: unknown): URLSearchParams {
	const values = Object.entries(form as Readonly<Record<string, string | readonly string[]>>);
	return new URLSearchParams(values.flatMap(([name, value]) => [value].flat().map((each) => [name, each])));
}
