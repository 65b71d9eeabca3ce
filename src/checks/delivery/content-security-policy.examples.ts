import type { CheckExamples } from "../shared/example.ts";

export const contentSecurityPolicyExamples: CheckExamples = {
	check: "content-security-policy",
	examples: [
		{ name: "Sent with the page", outcome: "pass", headers: { "content-security-policy": "default-src 'self'" } },
		{ name: "Not used", outcome: "not-applicable" },
	],
};
