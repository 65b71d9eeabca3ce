import type { CheckExamples } from "../shared/example.ts";

export const permissionsPolicyExamples: CheckExamples = {
	check: "permissions-policy",
	examples: [
		{ name: "Sent with the page", outcome: "pass", headers: { "permissions-policy": "camera=()" } },
		{ name: "Not used", outcome: "not-applicable" },
	],
};
