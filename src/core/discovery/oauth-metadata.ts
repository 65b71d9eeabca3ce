import * as z from "zod";

const list = z.array(z.string().min(1)).min(1);

/** Metadata of a protected resource (RFC 9728 section 2), as far as we say something. */
export const protectedResourceSchema = z.strictObject({
	resource: z.url(),
	authorization_servers: z.array(z.url()).min(1),
	scopes_supported: list,
	bearer_methods_supported: list,
	resource_name: z.string(),
	resource_documentation: z.url(),
	resource_policy_uri: z.url(),
	resource_tos_uri: z.url(),
});
export type ProtectedResource = z.infer<typeof protectedResourceSchema>;

/** How agents register (auth.md), in the names of its current generation and, after them, in those that older readers look for. */
export const agentAuthSchema = z.strictObject({
	skill: z.url(),
	identity_endpoint: z.url(),
	claim_endpoint: z.url().optional(),
	events_endpoint: z.url().optional(),
	identity_types_supported: list,
	identity_assertion: z.strictObject({ assertion_types_supported: list, credential_types_supported: list }).optional(),
	events_supported: list.optional(),
	/** The agent authentication policy of the interface specification, 5.3. */
	policy: z.strictObject({
		identity_types: list,
		credential: z.literal("jwt"),
		registration_uri: z.url(),
		skill: z.url(),
		scopes: list,
	}),
	register_uri: z.url(),
	claim_uri: z.url().optional(),
	claim_complete_uri: z.url().optional(),
	revocation_uri: z.url().optional(),
	anonymous: z.strictObject({ credential_types_supported: list, claim_uri: z.url().optional() }).optional(),
	service_auth: z.strictObject({ credential_types_supported: list }).optional(),
});
export type AgentAuth = z.infer<typeof agentAuthSchema>;

/** Metadata of an authorization server (RFC 8414 section 2), with what its extensions and auth.md add. */
export const authorizationServerSchema = z.strictObject({
	issuer: z.url(),
	authorization_endpoint: z.url(),
	token_endpoint: z.url(),
	registration_endpoint: z.url().optional(),
	revocation_endpoint: z.url().optional(),
	userinfo_endpoint: z.url().optional(),
	jwks_uri: z.url(),
	scopes_supported: list,
	response_types_supported: list,
	response_modes_supported: list,
	grant_types_supported: list,
	token_endpoint_auth_methods_supported: list,
	token_endpoint_auth_signing_alg_values_supported: list,
	revocation_endpoint_auth_methods_supported: list.optional(),
	revocation_endpoint_auth_signing_alg_values_supported: list.optional(),
	code_challenge_methods_supported: list,
	/** RFC 9207. */
	authorization_response_iss_parameter_supported: z.literal(true),
	/** draft-ietf-oauth-client-id-metadata-document. */
	client_id_metadata_document_supported: z.literal(true),
	/** draft-ietf-oauth-identity-assertion-authz-grant. */
	authorization_grant_profiles_supported: list.optional(),
	/** RFC 9728 section 4. */
	protected_resources: z.array(z.url()).min(1),
	service_documentation: z.url(),
	op_policy_uri: z.url(),
	op_tos_uri: z.url(),
	agent_auth: agentAuthSchema.optional(),
	// auth.md repeats here what RFC 9728 says of the resource.
	resource: z.url(),
	authorization_servers: z.array(z.url()).min(1),
	bearer_methods_supported: list,
});
export type AuthorizationServer = z.infer<typeof authorizationServerSchema>;

/** OpenID Connect Discovery 1.0 section 3: the same, and what it asks for beside that. */
export const openIdConfigurationSchema = authorizationServerSchema.extend({
	subject_types_supported: list,
	id_token_signing_alg_values_supported: list,
	claims_supported: list,
	prompt_values_supported: list,
	// Left out, the second would mean that they are taken.
	request_parameter_supported: z.literal(false),
	request_uri_parameter_supported: z.literal(false),
});
export type OpenIdConfiguration = z.infer<typeof openIdConfigurationSchema>;
