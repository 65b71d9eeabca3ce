import type { CheckExamples } from "../shared/example.ts";

export const referrerPolicyExamples: CheckExamples = {
	check: "referrer-policy",
	examples: [
		{ name: "Sent with the page", outcome: "pass", headers: { "referrer-policy": "strict-origin-when-cross-origin" } },
		{ name: "Not used", outcome: "not-applicable" },
	],
};
