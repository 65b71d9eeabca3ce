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
	mcp: {
		group: "tools",
		summary: "Serve audits to an AI agent by the Model Context Protocol (MCP), over stdio.",
		usage: ["mcp"],
		options: {},
		about: `An agent's host starts it, such as by this entry of its settings:

  {"mcpServers": {"sightline": {"command": "npx",
    "args": ["-y", "sightline", "mcp"]}}}

Its tools audit a public site, compare two, write a brief, compute what fixes would gain, verify a published receipt and
explain a check. They read no file and keep nothing. Words of audited sites are marked as such, bounded, and never to be
followed. It ends when its standard input does.`,
		exits: { 0: "the client has closed the connection", 2: "bad input" },
		load: () => import("../tools/mcp.ts"),
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
		about: `Make it again after each update of the program.

  bash  in ~/.bashrc: source <(sightline completion bash)
  zsh   in ~/.zshrc, after compinit: source <(sightline completion zsh)
  fish  sightline completion fish > ~/.config/fish/completions/sightline.fish`,
		exits: { 0: "fine", 2: "there is no script for that shell" },
		examples: ["completion zsh > ~/.zfunc/_sightline"],
		load: () => import("../tools/completion.ts"),
	},
} as const;
