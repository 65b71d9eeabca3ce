import type { CheckExamples } from "../shared/example.ts";

export const ariaValidExamples: CheckExamples = {
	check: "aria-valid",
	examples: [
		{
			name: "A button that tells whether its menu is open",
			outcome: "pass",
			body: '<button aria-expanded="false" aria-haspopup="menu">Bindings</button>',
		},
		{ name: "A role with a spelling mistake", outcome: "fail", body: '<div role="buton" tabindex="0">Order</div>' },
		{
			name: "An attribute that does not exist",
			outcome: "fail",
			body: '<button aria-labell="Order a repair">Order</button>',
		},
		{
			name: "A check box that does not say whether it is checked",
			outcome: "partial",
			body: '<div role="checkbox" tabindex="0">With slipcase</div>',
		},
		{ name: "A page without ARIA", outcome: "not-applicable" },
	],
};
