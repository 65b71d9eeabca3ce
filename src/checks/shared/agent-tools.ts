import type { AgentTool } from "#evidence/digest/machine-interfaces.ts";
import { clip } from "./exhibits.ts";
import { listing } from "./phrasing.ts";

/** What is wrong with a list of tools that an agent is to choose from, worst first, each as a whole sentence's end. */
export function toolFaults(tools: readonly AgentTool[]): string[] {
	const names = tools.map(({ name }) => name);
	const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
	const faults: string[] = [];
	if (names.includes("")) faults.push("a tool has no name");
	if (twice.length > 0) faults.push(`${listing(twice.map(quoted))} is the name of more than one tool`);
	for (const { name, schemaFaults } of tools) {
		if (schemaFaults[0] !== undefined) faults.push(`${quoted(name)}: ${clip(schemaFaults[0], 120)}`);
	}
	return faults;
}

/** Tools that an agent cannot choose, since nothing says what they do. */
export function muteTools(tools: readonly AgentTool[]): string[] {
	return tools.filter(({ description }) => description === "").map(({ name }) => quoted(name));
}

function quoted(name: string): string {
	return `"${clip(name, 60)}"`;
}
