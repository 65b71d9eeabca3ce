import type { JsonSchema, OpenApiDocument } from "#core/openapi-document.ts";
import { digitGroups } from "#core/wording.ts";

/** A member of a body, or a parameter of a query, for a table. */
export interface MemberRow {
	/** With the members it lies in: `receipt.id`, `errors[].pointer`. */
	readonly name: string;
	readonly required: boolean;
	readonly type: MemberType;
	/** What it means; may hold `code` in backticks. */
	readonly says: string;
}

/** A type in words, such as "list of", then the named schema that it leads to. */
export interface MemberType {
	readonly words: string;
	/** Name of a schema. */
	readonly schema?: string;
	/** The values that there are, where they are counted out. */
	readonly values?: readonly string[];
	/** The value that stands where none is given. */
	readonly fallback?: string;
}

/** Members of an object in their order; those of nested objects without a name of their own follow them. */
export function memberRows(schema: JsonSchema, prefix = ""): readonly MemberRow[] {
	return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
		const name = prefix + key;
		const required = schema.required?.includes(key) ?? false;
		return [{ name, required, type: memberType(member), says: member.description ?? "" }, ...nestedRows(member, name)];
	});
}

function nestedRows(member: JsonSchema, name: string): readonly MemberRow[] {
	if (member.properties) return memberRows(member, `${name}.`);
	return member.items ? nestedRows(member.items, `${name}[]`) : [];
}

/** Says what a value looks like. */
export function memberType(schema: JsonSchema): MemberType {
	if (schema.$ref !== undefined) return { words: "", schema: schemaName(schema.$ref) };
	if (schema.const !== undefined) return { words: "always", values: [shown(schema.const)] };
	if (schema.enum) return { words: "one of", values: schema.enum.map(shown), ...fallbackOf(schema) };
	if (schema.items) return listType(schema.items, schema.maxItems);
	const options = schema.anyOf ?? schema.oneOf;
	if (options) return optionType(options, schema);
	if (typeof schema.additionalProperties === "object") {
		const { words, ...rest } = memberType(schema.additionalProperties);
		return { ...rest, words: `object of ${words}`.trimEnd() };
	}
	return { words: `${plainWord(schema)}${boundWords(schema)}${orNull(schema)}`, ...fallbackOf(schema) };
}

/** A type may be written as a list of two, the second of them null. */
function orNull({ type }: JsonSchema): string {
	return Array.isArray(type) && type.includes("null") ? ", or null" : "";
}

function listType(items: JsonSchema, most: number | undefined): MemberType {
	const { words, ...rest } = memberType(items);
	const list = most === undefined ? "list of" : `list of at most ${most}:`;
	return { ...rest, words: `${list} ${words}`.trimEnd() };
}

/** A value that may be null or empty is described by what else it may be. */
function optionType(options: readonly JsonSchema[], whole: JsonSchema): MemberType {
	const lacking = options.find(({ type, const: only }) => type === "null" || only === "");
	const rest = options.filter((each) => each !== lacking);
	const [first] = rest;
	if (!first || rest.length > 1) return { words: options.map((each) => memberType(each).words).join(" or ") };
	const { words, ...type } = memberType(first);
	const or = lacking === undefined ? "" : lacking.type === "null" ? ", or null" : ", or empty";
	return { ...type, words: words + or, ...fallbackOf(whole) };
}

function plainWord({ type, format }: JsonSchema): string {
	if (format === "uri") return "address";
	if (format === "date-time") return "time (RFC 3339)";
	const words: Readonly<Record<string, string>> = {
		string: "text",
		integer: "whole number",
		number: "number",
		boolean: "true or false",
		object: "object",
		null: "null",
	};
	const named = [type ?? []].flat().filter((each) => each !== "null" || type === "null");
	return named.map((each) => words[each] ?? "any value").join(" or ") || "any value";
}

function boundWords(schema: JsonSchema): string {
	const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength } = schema;
	if (exclusiveMinimum !== undefined && exclusiveMaximum !== undefined) {
		return `, between ${exclusiveMinimum} and ${exclusiveMaximum}`;
	}
	if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
	if (minimum !== undefined) return `, at least ${minimum}`;
	if (maxLength === undefined) return "";
	const most = `${digitGroups(maxLength)} characters`;
	return minLength ? `, ${minLength} to ${most}` : `, at most ${most}`;
}

function fallbackOf({ default: value }: JsonSchema): Pick<MemberType, "fallback"> {
	return value === undefined || value === "" ? {} : { fallback: shown(value) };
}

function shown(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}

/** Name of the schema that a reference points to. */
export function schemaName(reference: string): string {
	return reference.slice(reference.lastIndexOf("/") + 1);
}

/** The schemas of these names, in the order of the description. */
export function apiSchemas(document: OpenApiDocument, names: readonly string[]) {
	return Object.entries(document.components.schemas)
		.filter(([name]) => names.includes(name))
		.map(([name, schema]) => ({
			name,
			says: schema.description ?? "",
			members: memberRows(schema),
			/** Names of the schemas that it is one of; empty for an object. */
			variants: (schema.oneOf ?? []).flatMap(({ $ref }) => ($ref === undefined ? [] : [schemaName($ref)])),
		}));
}

/** "a" or "an", by the name that follows. */
export function articleOf(name: string): string {
	return /^[AEIOU]/.test(name) ? "an" : "a";
}

/** Anchor of a schema on the page. */
export function schemaAnchor(name: string): string {
	return `schema-${name}`;
}
