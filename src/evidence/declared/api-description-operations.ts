import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import type { ApiDescription } from "../digest/machine-interfaces.ts";
import { tidy } from "../html/tree/fold-text.ts";
import { ownMember } from "./api-description-values.ts";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
const LISTED_MAX = 20;
const NAME_LENGTH = 120;

type Operations = Pick<
	ApiDescription,
	| "operations"
	| "others"
	| "withoutId"
	| "withoutIdCount"
	| "duplicateIds"
	| "withoutDescription"
	| "withoutDescriptionCount"
>;

/** Counts the operations under `paths`, and lists those that a program cannot call by name or choose by their words. */
export function describedOperations(document: JsonObject): Operations {
	const operations = operationsOf(document.paths);
	const named = operations.map(({ operation }) => operation.operationId).filter(isText);
	const withoutId = operations.filter(({ operation }) => !isText(operation.operationId));
	const mute = operations.filter(({ operation }) => !isText(operation.summary) && !isText(operation.description));
	return {
		operations: operations.length,
		others:
			entriesOf(document.webhooks).length + entriesOf(document.paths).filter(([, item]) => isReference(item)).length,
		withoutId: listed(withoutId.map(({ name }) => name)),
		withoutIdCount: withoutId.length,
		duplicateIds: listed(duplicates(named)),
		withoutDescription: listed(mute.map(({ name }) => name)),
		withoutDescriptionCount: mute.length,
	};
}

function operationsOf(paths: unknown): { name: string; operation: JsonObject }[] {
	return entriesOf(paths).flatMap(([path, item]) => {
		if (!path.startsWith("/") || !isJsonObject(item)) return [];
		return METHODS.flatMap((method) => {
			const operation = ownMember(item, method);
			return isJsonObject(operation) ? [{ name: `${method} ${tidy(path, NAME_LENGTH)}`, operation }] : [];
		});
	});
}

function duplicates(ids: readonly string[]): string[] {
	const seen = new Set<string>();
	const twice = new Set<string>();
	for (const id of ids) (seen.has(id) ? twice : seen).add(id);
	return [...twice].map((id) => tidy(id, NAME_LENGTH));
}

function listed(names: readonly string[]): string[] {
	return names.slice(0, LISTED_MAX);
}

function entriesOf(value: unknown): [string, unknown][] {
	return isJsonObject(value) ? Object.entries(value) : [];
}

function isReference(item: unknown): boolean {
	return isJsonObject(item) && typeof ownMember(item, "$ref") === "string";
}

function isText(value: unknown): value is string {
	return typeof value === "string" && value.trim() !== "";
}
