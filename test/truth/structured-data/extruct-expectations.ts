import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import type { ExpectedNode } from "./triples.ts";

/** Readers of what extruct's tests expect: three ways to write the same down. */

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [value];
}

/** Items as `{type, properties, id}`; `value` and `textContent`, which extruct adds to them, are no properties. */
export function microdataItems(value: unknown): ExpectedNode[] {
	return listOf(value).filter(isJsonObject).map(microdataItem);
}

function microdataItem(item: JsonObject): ExpectedNode {
	const properties = isJsonObject(item.properties) ? Object.entries(item.properties) : [];
	return {
		types: listOf(item.type ?? []).filter((type) => typeof type === "string"),
		properties: properties.flatMap(([name, values]) =>
			listOf(values).map((value) => [name, isJsonObject(value) ? microdataItem(value) : String(value)] as const),
		),
	};
}

/** JSON-LD as it stood in the page; what has no type and no property is no node. */
export function jsonLdNodes(value: unknown): ExpectedNode[] {
	return listOf(value).flatMap((each): ExpectedNode[] => {
		if (Array.isArray(each)) return jsonLdNodes(each);
		if (!isJsonObject(each)) return [];
		// extruct's first tests kept what they found under "items".
		const inner = each["@graph"] ?? (Object.keys(each).length === 1 ? each.items : undefined);
		if (Array.isArray(inner)) return jsonLdNodes(inner);
		return [jsonLdNode(each)];
	});
}

function jsonLdNode(node: JsonObject): ExpectedNode {
	const own = Object.entries(node).filter(([name]) => !name.startsWith("@"));
	return {
		types: listOf(node["@type"] ?? []).filter((type) => typeof type === "string"),
		properties: own.flatMap(([name, values]) => valuesOf(values).map((value) => [name, value] as const)),
	};
}

function valuesOf(values: unknown): (string | ExpectedNode)[] {
	return listOf(values).flatMap((value): (string | ExpectedNode)[] => {
		if (Array.isArray(value)) return valuesOf(value);
		if (!isJsonObject(value)) return value === null ? [] : [String(value)];
		if ("@value" in value || "@list" in value) return valuesOf(value["@value"] ?? value["@list"]);
		const id = value["@id"];
		return [typeof id === "string" && Object.keys(value).length === 1 ? id : jsonLdNode(value)];
	});
}

/** Expanded JSON-LD, as made from RDFa. Only nodes with a type are compared: the page's own metadata is read elsewhere. */
export function expandedNodes(value: unknown): ExpectedNode[] {
	const nodes = listOf(value).filter(isJsonObject);
	const byId = new Map(nodes.filter((node) => node["@type"]).map((node) => [node["@id"], node]));
	const types = (node: JsonObject) => listOf(node["@type"] ?? []).filter((type) => typeof type === "string");
	return [...byId.values()].map((node) => ({
		types: types(node),
		properties: Object.entries(node)
			.filter(([name]) => !name.startsWith("@"))
			.flatMap(([name, values]) =>
				listOf(values)
					.filter(isJsonObject)
					.map((each) => {
						const target = byId.get(each["@id"]);
						const value = target ? { types: types(target), properties: [] } : String(each["@value"] ?? each["@id"]);
						return [name, value] as const;
					}),
			),
	}));
}
