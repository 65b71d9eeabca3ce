import type { CheckExamples } from "../shared/example.ts";

export const framesExamples: CheckExamples = {
	check: "frames",
	examples: [
		{ name: "A map with a title", outcome: "pass", body: '<iframe src="/map/" title="Map of the way to us"></iframe>' },
		{ name: "A map without one", outcome: "fail", body: '<iframe src="/map/"></iframe>' },
		{ name: "A page without frames", outcome: "not-applicable" },
	],
};
