import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import type { AgentTool } from "../evidence-map.ts";
import { tidy } from "../html/tree/fold-text.ts";
import { ownMember } from "./api-description.ts";

const TOOLS_MAX = 100;
const NAME_LENGTH = 128;
const DESCRIPTION_LENGTH = 300;
const FAULTS_MAX = 5;
/** Tools usually have a handful. */
const PARAMETERS_MAX = 500;
const TYPES = ["null", "boolean", "object", "array", "number", "string", "integer"];

export function readTools(tools: readonly unknown[]): AgentTool[] {
	return tools.slice(0, TOOLS_MAX).map((each) => {
		const tool = isJsonObject(each) ? each : {};
		return {
			name: textOf(tool.name, NAME_LENGTH),
			description: textOf(tool.description, DESCRIPTION_LENGTH),
			schemaFaults: inputSchemaFaults(tool.inputSchema).slice(0, FAULTS_MAX),
			hints: isJsonObject(tool.annotations)
				? Object.keys(tool.annotations)
						.slice(0, 10)
						.map((key) => tidy(key, 40))
				: [],
		};
	});
}

/** MCP schema, Tool.inputSchema; properties one level down. */
function inputSchemaFaults(schema: unknown): string[] {
	if (schema === undefined) return ["/inputSchema is missing"];
	if (!isJsonObject(schema)) return ["/inputSchema is not an object"];
	const faults: string[] = [];
	if (ownMember(schema, "type") !== "object") faults.push('/inputSchema/type is not "object"');
	const { properties, required } = schema;
	if (properties !== undefined && !isJsonObject(properties)) faults.push("/inputSchema/properties is not an object");
	if (required !== undefined && !isStrings(required)) faults.push("/inputSchema/required is not a list of names");
	else if (Array.isArray(required)) faults.push(...unknownNames(required, isJsonObject(properties) ? properties : {}));
	return [...faults, ...(isJsonObject(properties) ? propertyFaults(properties) : [])];
}

function propertyFaults(properties: JsonObject): string[] {
	const looked = Object.entries(properties).slice(0, PARAMETERS_MAX);
	return looked.flatMap(([name, property]) => {
		const at = `/inputSchema/properties/${tidy(name, 60)}`;
		if (typeof property === "boolean") return [];
		if (!isJsonObject(property)) return [`${at} is not a schema`];
		const { type } = property;
		const types = Array.isArray(type) ? type : [type];
		return type === undefined || types.every((each) => TYPES.includes(each)) ? [] : [`${at}/type is not a JSON type`];
	});
}

function unknownNames(required: readonly string[], properties: JsonObject): string[] {
	const unknown = required.slice(0, PARAMETERS_MAX).filter((name) => !Object.hasOwn(properties, name));
	return unknown.map((name) => `/inputSchema/required names "${tidy(name, 60)}", which is not a property`);
}

function isStrings(value: unknown): boolean {
	return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function textOf(value: unknown, length: number): string {
	return typeof value === "string" ? tidy(value, length) : "";
}
