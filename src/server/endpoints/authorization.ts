import * as z from "zod";
import { defineProtocolEndpoint } from "#server/api/endpoint.ts";
import { TOKEN_MAX_LENGTH } from "#signing/jwt.ts";

/** RFC 6749 section 3.1. Browsers get errors as pages. */
export const authorizeClient = defineProtocolEndpoint({
	operationId: "authorizeClient",
	method: "GET",
	path: "/oauth/authorize",
	protocol: "oauth",
	isPage: true,
	isPostedToo: true,
	body: "form",
	async handle(form, { app, people, method, url, take }) {
		const query = method === "POST" ? queryOf(form) : new URL(url, app.baseUrl).searchParams;
		const leads = await people.oauth.consent.authorize(query, () => take("look-up"));
		return { status: 303, body: null, headers: { Location: leads } };
	},
});

/** @param form strings by name; `resource` may be a list */
function queryOf(form: unknown): URLSearchParams {
	const values = Object.entries(form as Readonly<Record<string, string | readonly string[]>>);
	return new URLSearchParams(values.flatMap(([name, value]) => [value].flat().map((each) => [name, each])));
}

/** RFC 6749 section 2.3, RFC 7521 section 4.2. */
const clientFields = {
	client_id: z.string().max(2_048).optional(),
	client_secret: z.string().max(200).optional(),
	client_assertion: z.string().max(8_192).optional(),
	client_assertion_type: z.string().max(200).optional(),
} as const;

/** RFC 7591. The client store checks the metadata. */
export const registerClient = defineProtocolEndpoint({
	operationId: "registerClient",
	method: "POST",
	path: "/oauth/register",
	protocol: "oauth",
	body: "json",
	quota: "register",
	async handle(metadata: unknown, { people }) {
		return { status: 201, body: await people.oauth.clients.register(metadata) };
	},
});

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

/** RFC 6749 section 3.2; `people/oauth/token-endpoint.ts` lists the grants. */
export const giveToken = defineProtocolEndpoint({
	operationId: "giveToken",
	method: "POST",
	path: "/oauth/token",
	protocol: "oauth",
	body: "form",
	quota: "credential",
	input: tokenForm,
	async handle(form, { people, headers, take }) {
		const request = { ...form, authorization: headers.get("authorization") };
		return { body: await people.oauth.token(request, () => take("look-up")) };
	},
});

const revocationForm = z.object({
	token: z.string().max(8_192).optional(),
	token_type_hint: z.string().max(200).optional(),
	...clientFields,
});

/** RFC 7009. Does not reveal whether a token exists. */
export const revokeToken = defineProtocolEndpoint({
	operationId: "revokeToken",
	method: "POST",
	path: "/oauth/revoke",
	protocol: "oauth",
	body: "form",
	input: revocationForm,
	async handle(form, { people, headers, take }) {
		const request = { ...form, authorization: headers.get("authorization") };
		await people.oauth.revoke(request, () => take("look-up"));
		return { body: null };
	},
});

/** OpenID Connect Core section 5.3. */
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

/** Longer than any secret that we issue. */
const SECRET_LENGTH = 200;
const HINT_LENGTH = 320;

const assertion = z.string("must be a JSON Web Token").max(TOKEN_MAX_LENGTH, "must have at most 8192 characters");
const assertionType = z
	.enum(
		["urn:ietf:params:oauth:token-type:id-jag", "urn:ietf:params:oauth:token-type:jwt"],
		"must be urn:ietf:params:oauth:token-type:id-jag",
	)
	.optional();
const hint = z.string("must be an email address").max(HINT_LENGTH, "must be an email address");
const claimToken = z.string("must be the claim token").max(SECRET_LENGTH, "must be the claim token");

/** POST /agent/identity: registers, or renews an assertion (auth.md). */
export const registerAgent = defineProtocolEndpoint({
	operationId: "registerAgent",
	method: "POST",
	path: "/agent/identity",
	protocol: "agent",
	input: z.discriminatedUnion(
		"type",
		[
			z.object({ type: z.literal("anonymous") }),
			z.object({ type: z.literal("service_auth"), login_hint: hint }),
			z.object({ type: z.literal("identity_assertion"), assertion_type: assertionType, assertion }),
			z.object({ type: z.literal("did"), assertion_type: assertionType, assertion }),
			z.object({ type: z.literal("refresh"), refresh_token: z.string("must be a refresh token").max(SECRET_LENGTH) }),
		],
		"must be anonymous, service_auth, identity_assertion, did or refresh",
	),
	async handle(input, call) {
		const { agents } = call.people;
		// An agent that renews was counted when it registered.
		await call.take((await agents.isNewcomer(input)) ? "register" : "credential");
		return { body: await agents.register(input, () => call.take("look-up")) };
	},
});

/** POST /agent/identity/claim: creates a link with which a person lets the agent act for them. */
export const claimAgent = defineProtocolEndpoint({
	operationId: "claimAgent",
	method: "POST",
	path: "/agent/identity/claim",
	protocol: "agent",
	quota: "claim",
	input: z.object({
		type: z.enum(["service_auth", "login_hint"], "must be service_auth"),
		claim_token: claimToken,
		login_hint: hint,
	}),
	handle: async (input, call) => ({ body: await call.people.agents.claims.claim(input) }),
});

/** POST /agent/identity/claim/complete. Tries are limited per link; the address counts in the reading limit only. */
export const completeAgentClaim = defineProtocolEndpoint({
	operationId: "completeAgentClaim",
	method: "POST",
	path: "/agent/identity/claim/complete",
	protocol: "agent",
	input: z.object({
		claim_token: claimToken,
		user_code: z
			.string("must be the 6 digits that the person was shown")
			.max(20, "must be the 6 digits that the person was shown")
			.transform((code) => code.replace(/[\s-]/g, ""))
			.refine((code) => /^\d{6}$/.test(code), "must be the 6 digits that the person was shown"),
	}),
	handle: async (input, call) => ({ body: await call.people.agents.claims.complete(input) }),
});

/** POST /agent/event/notify: receives a provider's Security Event Token (RFC 8417, RFC 8935). */
export const notifyAgentEvent = defineProtocolEndpoint({
	operationId: "notifyAgentEvent",
	method: "POST",
	path: "/agent/event/notify",
	protocol: "events",
	body: "event",
	async handle(input, call) {
		await call.people.agents.notify(String(input).trim());
		return { status: 202, body: null };
	},
});
