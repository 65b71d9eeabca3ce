import type { z } from "zod";
import { clipped } from "#core/wording.ts";
import { plainText } from "#site/badge/plain-text.ts";
import { faultPointer } from "./fault-pointer.ts";
import type { FieldFault } from "./field-failure.ts";
import { Rejection } from "./rejection.ts";
import { parseStrictJson } from "./strict-json.ts";

type Schema = z.ZodType;
type Issue = z.core.$ZodIssue;

/** Faults that the sentence of a problem speaks of; all stand in its list. */
const SPOKEN = 3;

/** @throws Rejection `json-invalid`; `input-invalid` with every fault of the body */
export function readBodyInput(schema: Schema, bytes: Uint8Array): unknown {
	return accept(schema, parseStrictJson(bytes), []);
}

/** @throws Rejection `input-invalid` with every fault of the query; a parameter that is given twice is one */
export function readQueryInput(schema: Schema, url: string): unknown {
	// Without a prototype: `__proto__` is a name like any other.
	const values: Record<string, string> = Object.create(null);
	const faults = new Map<string, FieldFault>();
	for (const [name, value] of queryOf(url)) {
		if (name in values) {
			faults.set(name, { detail: `${shown([name])} is given more than once.`, pointer: faultPointer([name]) });
		} else values[name] = value;
	}
	return accept(schema, values, [...faults.values()]);
}

/** Most requests have no query: an address is not taken apart for nothing. */
function queryOf(url: string): Iterable<[string, string]> {
	return url.includes("?") ? new URL(url).searchParams : [];
}

function accept(schema: Schema, value: unknown, before: readonly FieldFault[]): unknown {
	const read = schema.safeParse(value);
	if (read.success && before.length === 0) return read.data;
	const found = read.success ? [] : read.error.issues.flatMap((issue) => faultsOf(issue, value));
	const errors = [...before, ...found];
	const spoken = errors.slice(0, SPOKEN).map(({ detail }) => detail);
	if (errors.length > SPOKEN) spoken.push(`And ${errors.length - SPOKEN} more.`);
	throw new Rejection("input-invalid", {
		detail: `The request is not as described. ${spoken.join(" ")} Mend it and send it again.`,
		errors,
	});
}

function faultsOf(issue: Issue, value: unknown): FieldFault[] {
	if (issue.code === "unrecognized_keys") {
		return issue.keys.map((key) => {
			const path = [...issue.path, key];
			return { detail: `${shown(path)} is not known here.`, pointer: faultPointer(path) };
		});
	}
	const pointer = faultPointer(issue.path);
	if (issue.path.length === 0) {
		const isKind = issue.code === "invalid_type" && issue.expected === "object";
		return [{ detail: isKind ? "The body must be a JSON object." : sentence("The body", issue.message), pointer }];
	}
	const name = shown(issue.path);
	if (valueAt(value, issue.path) !== undefined) return [{ detail: sentence(name, issue.message), pointer }];
	const how = isOurs(issue.message) ? `is missing: it ${issue.message}` : "is missing";
	return [{ detail: sentence(name, how), pointer }];
}

/** Schemas of ours say "must be …"; what zod says of itself is a sentence of its own. */
function isOurs(message: string): boolean {
	return !/^\p{Lu}/u.test(message);
}

function sentence(subject: string, message: string): string {
	return `${subject}${isOurs(message) ? "" : ":"} ${message}${/[.!?]$/.test(message) ? "" : "."}`;
}

function shown(path: readonly PropertyKey[]): string {
	return `"${clipped(plainText(path.map(String).join("/")), 60)}"`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
	let at = value;
	for (const step of path) {
		if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
		at = (at as Record<PropertyKey, unknown>)[step];
	}
	return at;
}
