import type { CheckExamples } from "../shared/example.ts";

const PATH = "/.well-known/agent-card.json";
const CARD = {
	name: "Bindery assistant",
	description: "Estimates repairs of books and finds a place in a course.",
	version: "1.2.0",
	supportedInterfaces: [{ url: "https://example.com/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
	capabilities: { streaming: false },
	defaultInputModes: ["text/plain"],
	defaultOutputModes: ["text/plain"],
	skills: [{ id: "estimate", name: "Estimate", description: "Estimates a repair.", tags: ["repair"] }],
};
const { supportedInterfaces: _, ...OLDER } = CARD;

export const a2aCardExamples: CheckExamples = {
	check: "a2a-card",
	examples: [
		{ name: "A card of version 1.0", outcome: "pass", files: { [PATH]: JSON.stringify(CARD) } },
		{
			name: "A card from before 1.0",
			outcome: "pass",
			files: { [PATH]: JSON.stringify({ ...OLDER, protocolVersion: "0.3.0", url: "https://example.com/a2a" }) },
		},
		{
			name: "A name and nothing else",
			outcome: "fail",
			files: { [PATH]: JSON.stringify({ name: "Bindery assistant", description: "Ask us." }) },
		},
		{
			name: "Skills without tags",
			outcome: "fail",
			files: { [PATH]: JSON.stringify({ ...CARD, skills: [{ id: "a", name: "A", description: "Does A." }] }) },
		},
		{ name: "A site without an agent", outcome: "not-applicable" },
	],
};
