import type { JsonLdNode, Located, MarkupNode, Stated, StructuredNode } from "../../page-digest.ts";
import { MAX_STATED } from "../page-caps.ts";
import type { PageStep } from "../tree/page-entries.ts";
import { isKindOf } from "./schema-org.ts";
import { ShownFacts } from "./shown-facts.ts";

interface FactKind {
	readonly properties: readonly string[];
	/** Types, with their kinds, that state it. */
	readonly on: readonly string[];
	/** Only on nodes of their own: variants and list items are named in other words. */
	readonly top?: true;
	readonly money?: true;
	readonly shown: "hasNumber" | "hasRating" | "hasName" | "hasHeadline" | "hasDate";
}

/** Facts that a person should see too: Google's structured data policies name content that readers cannot see. */
const FACTS: readonly FactKind[] = [
	{ properties: ["price", "lowPrice"], on: ["Offer", "PriceSpecification"], money: true, shown: "hasNumber" },
	{ properties: ["ratingValue"], on: ["AggregateRating"], shown: "hasRating" },
	{ properties: ["reviewCount", "ratingCount"], on: ["AggregateRating"], shown: "hasNumber" },
	{ properties: ["name"], on: ["Product"], top: true, shown: "hasName" },
	{ properties: ["headline"], on: ["Article"], top: true, shown: "hasHeadline" },
	{ properties: ["datePublished", "dateModified"], on: ["Article"], top: true, shown: "hasDate" },
];

export interface StructuredFacts {
	readonly jsonLd: { readonly nodes: readonly JsonLdNode[] };
	readonly microdata: readonly MarkupNode[];
	readonly rdfa: readonly MarkupNode[];
}

type Locate = (block: number, name: string, value: string) => Located;

/** Facts of all structured data of a page, held against its visible text; the first MAX_STATED of them. */
export function statedFacts(data: StructuredFacts, steps: readonly PageStep[], locate: Locate): readonly Stated[] {
	const facts = [
		...factsIn("json-ld", data.jsonLd.nodes, ({ block }, property, value) => locate(block, property, value)),
		...factsIn("microdata", data.microdata, ({ at, excerpt }) => ({ at, excerpt })),
		...factsIn("rdfa", data.rdfa, ({ at, excerpt }) => ({ at, excerpt })),
	].slice(0, MAX_STATED);
	if (facts.length === 0) return [];
	const shown = new ShownFacts(steps);
	return facts.map(({ kind, place, ...fact }): Stated => {
		const isShown = shown[kind.shown](fact.value);
		return { ...place(), ...fact, visible: isShown, ...(isShown || !kind.money ? {} : shown.otherAmount()) };
	});
}

/** A fact before it is looked for; its place is found only where it is kept. */
interface Fact extends Pick<Stated, "property" | "type" | "value" | "of"> {
	readonly kind: FactKind;
	place(): Located;
}

function factsIn<Node extends StructuredNode>(
	form: string,
	nodes: readonly Node[],
	place: (node: Node, property: string, value: string) => Located,
): Fact[] {
	const owners = ownersOf(nodes);
	return nodes.flatMap((node, index) =>
		factsOf(node).map(({ kind, property, value }) => ({
			kind,
			property,
			type: node.types[0] ?? "",
			value,
			of: `${form} ${owners[index]}`,
			place: () => place(node, property, value),
		})),
	);
}

function factsOf(node: StructuredNode) {
	const kinds = FACTS.filter(({ on, top }) => (!top || node.top) && on.some((wanted) => isOne(node, wanted)));
	return kinds.flatMap((kind) =>
		kind.properties.flatMap((property) => valuesOf(node, property).map((value) => ({ kind, property, value }))),
	);
}

function isOne({ types }: StructuredNode, wanted: string): boolean {
	return types.some((type) => isKindOf(type, wanted));
}

/** Values but those of nodes, which are judged themselves, and of "free", which is written in words. */
function valuesOf({ properties }: StructuredNode, name: string): readonly string[] {
	const values = properties[name] ?? [];
	return values.filter(
		(value) => value.trim() !== "" && !/^(?:#\d+|@id:)/.test(value) && !/^0+(?:[.,]0*)?$/.test(value),
	);
}

function ownersOf(nodes: readonly StructuredNode[]): readonly number[] {
	const byId = new Map<string, number>(
		nodes.flatMap(({ id, top }, index) => (id === null || top ? [] : [[`@id:${id}`, index] as const])),
	);
	const owners = nodes.map((_, index) => index);
	for (const [index, { properties }] of nodes.entries()) {
		for (const value of Object.values(properties).flat()) {
			const held = /^#\d{1,6}$/.test(value) ? Number(value.slice(1)) : byId.get(value);
			// Holders come before what they hold; a node that is held twice stays with the first.
			if (held !== undefined && held > index && owners[held] === held) owners[held] = owners[index] ?? index;
		}
	}
	return owners;
}
