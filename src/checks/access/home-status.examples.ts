import type { CheckExamples } from "../shared/example.ts";

export const homeStatusExamples: CheckExamples = {
	check: "home-status",
	examples: [
		{ name: "A page that returns 200", outcome: "pass" },
		{ name: "A server fault", outcome: "fail", files: { "/": { status: 500 } } },
		{ name: "A login in front of everything", outcome: "fail", files: { "/": { status: 401 } } },
		{ name: "Gone", outcome: "fail", files: { "/": { status: 410 } } },
	],
};
