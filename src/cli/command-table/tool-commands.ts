import { JSON_OUTPUT } from "./shared-options.ts";

/** Commands that explain the program, and join it to others. */
export const TOOL_COMMANDS = {
	explain: {
		group: "tools",
		summary: "Say what a check asks, why, what it weighs and how to pass it.",
		usage: ["explain", "explain <check> [--json]"],
		argument: { name: "check" },
		options: { json: JSON_OUTPUT },
		about: "Checks are named by the ids that an audit prints. Without one, all are listed by pillar.",
		exits: { 0: "fine", 2: "there is no such check" },
		examples: ["explain", "explain noindex"],
		load: () => import("../tools/explain.ts"),
	},
} as const;
