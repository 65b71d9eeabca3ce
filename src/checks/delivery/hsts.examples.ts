import type { CheckExamples } from "../shared/example.ts";

export const hstsExamples: CheckExamples = {
	check: "hsts",
	examples: [
		{ name: "A year", outcome: "pass" },
		{ name: "None", outcome: "fail", headers: { "strict-transport-security": null } },
		{ name: "An hour", outcome: "partial", headers: { "strict-transport-security": "max-age=3600" } },
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
