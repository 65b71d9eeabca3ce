import type { StructuredNode } from "#evidence/page-digest.ts";

/**
 * One statement of structured data: `type property value`, in one line. Both sides of a comparison are brought to it:
 * - schema.org's prefix is taken off types and properties, in both schemes;
 * - several types of one node stand in alphabetical order;
 * - a value that is a node with a type is written `→ type`, whatever its address or place; other nodes by their address;
 * - numbers and booleans are texts, white space is folded;
 * - a relative address equals the one it resolves to.
 */
export type Triple = string;

/** Structured data as another reader wrote it down. */
export interface ExpectedNode {
	readonly types: readonly string[];
	readonly properties: readonly (readonly [name: string, value: string | ExpectedNode])[];
}

export function triplesOf(nodes: readonly StructuredNode[]): Triple[] {
	// Where several nodes have one address, the one that stands as a value is the value.
	const byId = new Map<string, StructuredNode>(
		nodes
			.toSorted((a, b) => Number(b.top) - Number(a.top))
			.flatMap((node) => (node.id === null ? [] : [[`@id:${node.id}`, node] as const])),
	);
	const said = (value: string): string => {
		const node = /^#\d+$/.test(value) ? nodes[Number(value.slice(1))] : byId.get(value);
		if (node) return `→ ${typeOf(node.types)}`;
		return folded(value.replace(/^@id:/, ""));
	};
	return nodes.flatMap((node) => {
		const type = typeOf(node.types);
		const own = Object.entries(node.properties).flatMap(([name, values]) =>
			values.map((value) => `${type} ${bare(name)} ${said(value)}`),
		);
		return [`${type} a`, ...own];
	});
}

/** The statements of expected nodes and of all nodes inside them. */
export function expectedTriples(nodes: readonly ExpectedNode[]): Triple[] {
	return nodes.flatMap(({ types, properties }) => {
		const type = typeOf(types);
		const own = properties.map(([name, value]) => {
			const said = typeof value === "string" ? folded(value) : `→ ${typeOf(value.types)}`;
			return `${type} ${bare(name)} ${said}`;
		});
		const inner = properties.flatMap(([, value]) => (typeof value === "string" ? [] : [value]));
		return [`${type} a`, ...own, ...expectedTriples(inner)];
	});
}

/** What each side has and the other has not; a statement made twice counts once. */
export function compareTriples(
	expected: readonly Triple[],
	ours: readonly Triple[],
	base: string,
): { readonly missing: readonly Triple[]; readonly extra: readonly Triple[] } {
	const left = new Set(ours);
	const wanted = new Set(expected);
	const missing = [...wanted].filter((triple) => {
		const found = left.has(triple) ? triple : resolved(triple, base);
		return !left.delete(found);
	});
	return { missing, extra: [...left] };
}

function resolved(triple: Triple, base: string): Triple {
	const [, begin = "", value = ""] = /^(\S* \S+ )(.*)$/.exec(triple) ?? [];
	return URL.canParse(value, base) ? begin + new URL(value, base).href : triple;
}

function typeOf(types: readonly string[]): string {
	return types.map(bare).sort().join("+");
}

export function bare(name: string): string {
	return name.trim().replace(/^https?:\/\/(?:www\.)?schema\.org\//, "");
}

function folded(value: string): string {
	return value.replace(/\s+/g, " ").trim();
}
