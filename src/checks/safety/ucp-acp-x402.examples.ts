import type { CheckExamples } from "../shared/example.ts";

const LINK = '<p><a href="/.well-known/ucp">For buying agents</a></p>';
const UCP = {
	version: "2026-04-08",
	services: {
		"dev.ucp.shopping": [{ version: "2026-04-08", transport: "rest", endpoint: "https://example.com/ucp/v1" }],
	},
	payment_handlers: { "com.example.pay": [{ id: "pay", version: "2026-04-08" }] },
};
const PROFILE = JSON.stringify({ ucp: UCP });
const BASKET = '<p><a href="/cart">Cart</a></p>';

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
		{
			name: "A shop's profile that nobody links to",
			outcome: "pass",
			body: BASKET,
			files: { "/.well-known/ucp": PROFILE },
		},
		{
			name: "A profile without payment handlers",
			outcome: "partial",
			body: BASKET,
			files: { "/.well-known/ucp": JSON.stringify({ ucp: { ...UCP, payment_handlers: undefined } }) },
		},
		{ name: "A shop without a profile", outcome: "not-applicable", body: BASKET },
		{
			name: "A profile that nobody links to, of a site that is no shop",
			outcome: "not-applicable",
			files: { "/.well-known/ucp": PROFILE },
		},
	],
};
