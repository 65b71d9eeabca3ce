import type { CheckExamples } from "../shared/example.ts";

const PATH = "/.well-known/oauth-authorization-server";
const metadata = (parts: Readonly<Record<string, unknown>>) => ({
	headers: { "content-type": "application/json" },
	body: JSON.stringify({
		issuer: "https://example.com",
		authorization_endpoint: "https://example.com/oauth/authorize",
		token_endpoint: "https://example.com/oauth/token",
		response_types_supported: ["code"],
		...parts,
	}),
});

export const oauthAsExamples: CheckExamples = {
	check: "oauth-as",
	examples: [
		{ name: "Metadata of this very host", outcome: "pass", files: { [PATH]: metadata({}) } },
		{
			name: "A slash behind the issuer's host",
			outcome: "pass",
			files: { [PATH]: metadata({ issuer: "https://example.com/" }) },
		},
		{
			name: "A grant that needs no authorization page",
			outcome: "pass",
			files: {
				[PATH]: metadata({
					authorization_endpoint: undefined,
					grant_types_supported: ["client_credentials"],
					response_types_supported: [],
				}),
			},
		},
		{
			name: "Another company's metadata, copied",
			outcome: "fail",
			files: { [PATH]: metadata({ issuer: "https://login.example.net/tenant" }) },
		},
		{
			name: "A token endpoint without encryption",
			outcome: "fail",
			files: { [PATH]: metadata({ token_endpoint: "http://example.com/oauth/token" }) },
		},
		{ name: "A site without sign-in for programs", outcome: "not-applicable" },
	],
};
