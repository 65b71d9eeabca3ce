import { JSON_OUTPUT } from "../command-spec.ts";

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
	completion: {
		group: "tools",
		summary: "Print a script by which a shell completes commands, options and values.",
		usage: ["completion <bash|zsh|fish>"],
		argument: {
			name: "shell",
			missing: "No shell was named: bash, zsh or fish",
			choices: ["bash", "zsh", "fish"],
		},
		options: {},
		about: `It is to be made anew after an update of the program.

  bash  in ~/.bashrc: source <(sightline completion bash)
  zsh   in ~/.zshrc, after compinit: source <(sightline completion zsh)
  fish  sightline completion fish > ~/.config/fish/completions/sightline.fish`,
		exits: { 0: "fine", 2: "there is no script for that shell" },
		examples: ["completion zsh > ~/.zfunc/_sightline"],
		load: () => import("../tools/completion.ts"),
	},
} as const;
