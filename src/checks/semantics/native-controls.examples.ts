import type { CheckExamples } from "../shared/example.ts";

export const nativeControlsExamples: CheckExamples = {
	check: "native-controls",
	examples: [
		{
			name: "A button, which is made for it",
			outcome: "not-applicable",
			body: '<button type="button" onclick="order()">Order</button>',
		},
		{
			name: "A div with role, focus and keys",
			outcome: "pass",
			body: '<div role="button" tabindex="0" onclick="order()" onkeydown="order(event)">Order</div>',
		},
		{ name: "A div that only a mouse can press", outcome: "fail", body: '<div onclick="order()">Order</div>' },
		{ name: "A page without click handlers", outcome: "not-applicable" },
	],
};
