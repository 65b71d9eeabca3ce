import type { CheckExamples } from "../shared/example.ts";

const metadata = JSON.stringify({
	issuer: "https://example.com",
	token_endpoint: "https://example.com/oauth/token",
	grant_types_supported: ["urn:ietf:params:oauth:grant-type:jwt-bearer"],
	response_types_supported: [],
	agent_auth: { skill: "https://example.com/auth.md", identity_endpoint: "https://example.com/agent/identity" },
});
const WELL_KNOWN = {
	"/.well-known/oauth-authorization-server": { headers: { "content-type": "application/json" }, body: metadata },
};

export const authMdExamples: CheckExamples = {
	check: "auth-md",
	examples: [
		{
			name: "Both name the same address",
			outcome: "pass",
			files: {
				...WELL_KNOWN,
				"/auth.md": "# auth.md\n\nAgents may register: send `POST /agent/identity` with the type anonymous.\n",
			},
		},
		{
			name: "A path from an earlier version",
			outcome: "partial",
			files: { ...WELL_KNOWN, "/auth.md": "# auth.md\n\nAgents may register: send `POST /agent/auth`.\n" },
		},
		{
			name: "A text without a heading",
			outcome: "partial",
			body: '<p><a href="/auth.md">For agents</a></p>',
			files: { "/auth.md": "Agents may register by mail.\n" },
		},
		{ name: "A site that names no auth.md", outcome: "not-applicable" },
	],
};
