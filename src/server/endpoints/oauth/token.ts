import { z } from "zod";
import { defineProtocolEndpoint } from "../../api/endpoint.ts";
import { clientFields } from "./client-fields.ts";

const text = z.string().max(8_192);

const tokenForm = z.object({
	grant_type: text.optional(),
	...clientFields,
	scope: text.optional(),
	resource: z.union([text, z.array(text)]).optional(),
	code: text.optional(),
	redirect_uri: text.optional(),
	code_verifier: text.optional(),
	refresh_token: text.optional(),
	assertion: text.optional(),
});

/** Gives tokens (RFC 6749 section 3.2); which grants there are is said in `people/oauth/token-endpoint.ts`. */
export const giveToken = defineProtocolEndpoint({
	operationId: "giveToken",
	method: "POST",
	path: "/oauth/token",
	protocol: "oauth",
	body: "form",
	input: tokenForm,
	async handle(form, { people, headers }) {
		return { body: await people.oauth.token({ ...form, authorization: headers.get("authorization") }) };
	},
});
