import { defineProtocolEndpoint } from "../../api/endpoint.ts";

/** Who the person is that let a client know it (OpenID Connect Core section 5.3). */
export const userInfo = defineProtocolEndpoint({
	operationId: "userInfo",
	method: "GET",
	path: "/oauth/userinfo",
	protocol: "oauth",
	isPostedToo: true,
	async handle(_input: unknown, { people, headers }) {
		return { body: await people.oauth.userInfo(headers.get("authorization")) };
	},
});
