import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import type { Tool } from "#core/tool.ts";
import { CALL_TEXTS } from "#site/tools/call-texts.ts";
import type { ToolInput } from "../page-tool.ts";
import { ToolFault } from "../tool-fault.ts";

/** Of all values as JSON; a note for a form is the longest. Characters. */
const MOST_LENGTH = 8_000;

/**
 * Input held against the catalog's schema: browsers hand a tool whatever an agent gives. Members that the schema does not name are
 * left out.
 * @throws ToolFault `input-invalid`
 */
export function readInput({ name, inputSchema }: Tool, input: unknown): ToolInput {
	const { valid, errors } = new Validator(inputSchema as Schema, "2020-12", false).validate(input ?? {});
	if (!valid) throw new ToolFault("input-invalid", CALL_TEXTS.invalid(name, faultsOf(errors)));
	const given = (input ?? {}) as Readonly<Record<string, unknown>>;
	const named = Object.keys(inputSchema.properties).filter((each) => Object.hasOwn(given, each));
	const read = Object.fromEntries(named.map((each) => [each, given[each]]));
	if (JSON.stringify(read).length > MOST_LENGTH) throw new ToolFault("input-invalid", CALL_TEXTS.tooLarge(MOST_LENGTH));
	return read;
}

/** What is wrong and where, without the values themselves. */
function faultsOf(errors: readonly OutputUnit[]): string[] {
	const faults = errors.filter(({ keyword }) => keyword !== "properties").map(faultOf);
	return [...new Set(faults)];
}

function faultOf({ keyword, instanceLocation, error }: OutputUnit): string {
	const [, property] = /property "([^"]+)"/.exec(error) ?? [];
	if (keyword === "required" && property !== undefined) return CALL_TEXTS.missing(property);
	return CALL_TEXTS.wrong(instanceLocation.replace(/^#\/?/, "") || "input", error);
}
