import { z } from "zod";
import { defineProtocolEndpoint } from "../../api/endpoint.ts";
import { clientFields } from "./client-fields.ts";

const revocationForm = z.object({
	token: z.string().max(8_192).optional(),
	token_type_hint: z.string().max(200).optional(),
	...clientFields,
});

/** Ends a token (RFC 7009). Of one that is unknown it says nothing. */
export const revokeToken = defineProtocolEndpoint({
	operationId: "revokeToken",
	method: "POST",
	path: "/oauth/revoke",
	protocol: "oauth",
	body: "form",
	input: revocationForm,
	async handle(form, { people, headers }) {
		await people.oauth.revoke({ ...form, authorization: headers.get("authorization") });
		return { body: null };
	},
});
