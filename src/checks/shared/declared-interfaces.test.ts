import { expect, test } from "vitest";
import type { AgentTool } from "#evidence/evidence-map.ts";
import { muteTools, toolFaults } from "./declared-interfaces.ts";

const tool = (name: string, parts: Partial<AgentTool> = {}): AgentTool => ({
	name,
	description: "Does it.",
	schemaFaults: [],
	hints: [],
	...parts,
});

test("names are there and unique, schemas sound", () => {
	expect(toolFaults([tool("a"), tool("b")])).toEqual([]);
	expect(toolFaults([tool("a"), tool("b"), tool("a"), tool("")])).toEqual([
		"a tool has no name",
		'"a" names more than one tool',
	]);
	expect(toolFaults([tool("a", { schemaFaults: ["/inputSchema is missing", "x"] })])).toEqual([
		'"a": /inputSchema is missing',
	]);
});

test("tools without words", () => {
	expect(muteTools([tool("a"), tool("b", { description: "" })])).toEqual(['"b"']);
});
