import * as z from "zod";
import { TOKEN_MAX_LENGTH } from "#signing/access-token.ts";
import { defineProtocolEndpoint } from "../../api/endpoint.ts";

/** Longer ones are none of ours. */
const SECRET_LENGTH = 200;
const HINT_LENGTH = 320;

const assertion = z.string("must be a JSON Web Token").max(TOKEN_MAX_LENGTH, "must have at most 8192 characters");
const assertionType = z
	.enum(
		["urn:ietf:params:oauth:token-type:id-jag", "urn:ietf:params:oauth:token-type:jwt"],
		"must be urn:ietf:params:oauth:token-type:id-jag",
	)
	.optional();
const hint = z.string("must be an e-mail address").max(HINT_LENGTH, "must be an e-mail address");
const claimToken = z.string("must be the claim token").max(SECRET_LENGTH, "must be the claim token");

/** POST /agent/identity: an agent registers, or has its assertion renewed (auth.md). */
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
		// Who renews an assertion has registered, and been counted, before.
		await call.take((await agents.isNewcomer(input)) ? "register" : "credential");
		return { body: await agents.register(input, () => call.take("look-up")) };
	},
});

/** POST /agent/identity/claim: an agent asks for a link by which a person lets it act for them. */
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
	handle: async (input, call) => ({ body: await call.people.agents.claim(input) }),
});

/**
 * POST /agent/identity/claim/complete: the agent gives the code that the person was shown. Each link bounds how often codes are tried; agents
 * that ask from one address need not share more than the limit of reading.
 */
export const completeAgentClaim = defineProtocolEndpoint({
	operationId: "completeAgentClaim",
	method: "POST",
	path: "/agent/identity/claim/complete",
	protocol: "agent",
	input: z.object({
		claim_token: claimToken,
		user_code: z
			.string("must be the six digits that the person was shown")
			.max(20, "must be the six digits that the person was shown")
			.transform((code) => code.replace(/[\s-]/g, ""))
			.refine((code) => /^\d{6}$/.test(code), "must be the six digits that the person was shown"),
	}),
	handle: async (input, call) => ({ body: await call.people.agents.complete(input) }),
});

/** POST /agent/event/notify: a provider tells of its users, by a Security Event Token (RFC 8417, pushed as RFC 8935 says). */
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
