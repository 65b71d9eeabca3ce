import type { CheckExamples } from "../shared/example.ts";

const LINK = '<p><a href="/.well-known/ucp">For buying agents</a></p>';
const PROFILE = JSON.stringify({
	ucp: {
		version: "2026-04-08",
		services: {
			"dev.ucp.shopping": [{ version: "2026-04-08", transport: "rest", endpoint: "https://example.com/ucp/v1" }],
		},
	},
});

export const ucpAcpX402Examples: CheckExamples = {
	check: "ucp-acp-x402",
	examples: [
		{
			name: "A profile that is there",
			outcome: "pass",
			body: LINK,
			files: { "/.well-known/ucp": { headers: { "content-type": "application/json" }, body: PROFILE } },
		},
		{ name: "A link to nothing", outcome: "partial", body: LINK },
		{
			name: "A page in place of the profile",
			outcome: "partial",
			body: LINK,
			files: { "/.well-known/ucp": "<!doctype html><title>Shop</title><h1>Shop</h1>" },
		},
		{ name: "A profile that nobody links to", outcome: "not-applicable", files: { "/.well-known/ucp": PROFILE } },
	],
};
