import type { JsonLdNode } from "#evidence/digest/structured-data.ts";

/** Nodes of a page with every `@id` brought together: what several blocks say of one thing is one node. */
export class JsonLdGraph {
	readonly nodes: readonly JsonLdNode[];
	readonly #written: readonly JsonLdNode[];
	readonly #byId = new Map<string, JsonLdNode>();

	constructor(written: readonly JsonLdNode[]) {
		this.#written = written;
		for (const node of written) {
			if (node.id === null) continue;
			const before = this.#byId.get(node.id);
			this.#byId.set(node.id, before ? join(before, node) : node);
		}
		this.nodes = [...this.#byId.values(), ...written.filter((node) => node.id === null)];
	}

	/** Nodes that a property's values point to, by `@id` or by nesting. */
	follow(node: JsonLdNode, property: string): readonly JsonLdNode[] {
		return (node.properties[property] ?? []).flatMap((value) => {
			const target = value.startsWith("@id:") ? this.#byId.get(value.slice(4)) : this.#nested(value);
			return target ? [target] : [];
		});
	}

	#nested(value: string): JsonLdNode | undefined {
		return /^#\d+$/.test(value) ? this.#written[Number(value.slice(1))] : undefined;
	}
}

function join(first: JsonLdNode, second: JsonLdNode): JsonLdNode {
	const properties = new Map(Object.entries(first.properties));
	for (const [name, values] of Object.entries(second.properties)) {
		properties.set(name, [...new Set([...(properties.get(name) ?? []), ...values])]);
	}
	return {
		...first,
		types: [...new Set([...first.types, ...second.types])],
		properties: Object.fromEntries(properties),
		top: first.top || second.top,
	};
}
