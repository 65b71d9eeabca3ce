import type { AgentTool } from "../digest/machine-interfaces.ts";
import { printable } from "../html/tree/fold-text.ts";

/** A tool as an MCP server or a page describes it; nothing but its name is certain. */
export interface ToolRecord {
	readonly name: string;
	readonly description?: unknown;
	readonly inputSchema?: unknown;
	readonly annotations?: unknown;
}

const NAME_LENGTH = 128;
const DESCRIPTION_LENGTH = 500;
const FAULTS_SHOWN = 10;
const PROPERTIES_READ = 200;

export function isToolRecord(value: unknown): value is ToolRecord {
	return isRecord(value) && typeof value.name === "string";
}

/** What checks ask of a tool: name, description, whether its input schema is one for an object (JSON Schema 2020-12). */
export function toAgentTool({ name, description, inputSchema, annotations }: ToolRecord): AgentTool {
	return {
		name: printable(name, NAME_LENGTH),
		description: typeof description === "string" ? printable(description, DESCRIPTION_LENGTH) : "",
		schemaFaults: schemaFaults(inputSchema).slice(0, FAULTS_SHOWN),
		hints: isRecord(annotations) ? Object.keys(annotations).slice(0, FAULTS_SHOWN).sort() : [],
	};
}

function schemaFaults(schema: unknown): string[] {
	if (schema === undefined || schema === null) return ["/: there is no input schema"];
	if (!isRecord(schema)) return ["/: the input schema is no object"];
	const faults = schema.type === "object" ? [] : [`/type: is ${shown(schema.type)} in place of "object"`];
	const { properties = {}, required = [] } = schema;
	if (!isRecord(properties)) return [...faults, "/properties: is no object"];
	const described = Object.entries(properties).slice(0, PROPERTIES_READ);
	for (const [name, property] of described) {
		if (!isRecord(property) && typeof property !== "boolean") faults.push(`/properties/${name}: is no schema`);
	}
	if (!Array.isArray(required)) return [...faults, "/required: is no list"];
	const missing = required.filter((name) => typeof name !== "string" || !Object.hasOwn(properties, name));
	return [...faults, ...missing.map((name) => `/required: ${shown(name)} is no property`)];
}

function shown(value: unknown): string {
	return value === undefined ? "missing" : printable(JSON.stringify(value) ?? "nothing", 60);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
