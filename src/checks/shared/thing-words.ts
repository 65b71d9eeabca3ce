import type { Exhibit } from "#core/verdict.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { clip, exhibitsOf } from "./exhibits.ts";
import { StructuredGraph, type Thing } from "./structured-graph.ts";

/** Characters of a name or type in a sentence. */
const SHOWN = 80;

/** Many checks ask for the graph of the same page; it never changes, so it is built once. */
const GRAPHS = new WeakMap<Page, StructuredGraph>();

export function graphOf(page: Page): StructuredGraph {
	const graph = GRAPHS.get(page) ?? new StructuredGraph(page.digest, page.url);
	GRAPHS.set(page, graph);
	return graph;
}

/** The first text of the first of these properties that has one, on one line; "" when none has. */
export function textOf(graph: StructuredGraph, thing: Thing, ...properties: readonly string[]): string {
	for (const property of properties) {
		const [text] = graph.texts(thing, property);
		if (text !== undefined) return clip(text, SHOWN);
	}
	return "";
}

/** `a Product (JSON-LD)`, for sentences; the article is left to the caller. */
export function labelOf({ types, form }: Thing): string {
	return `${clip([...types].join("/"), SHOWN) || "node without a type"} (${form})`;
}

/** Where a thing is written. */
export function placesOf(page: Page, ...things: readonly Thing[]): readonly Exhibit[] {
	return exhibitsOf(page, [...new Set(things.flatMap(({ places }) => [...places]))]);
}

/** The thing's address for use in a `fix`: where in the page to write. */
export function writtenAt(thing: Thing): string {
	const [place] = thing.places;
	return place ? `at ${place.at}` : "of the page";
}

/** `a`, `a or b`, `a, b or c`: what is not there. */
export function alternatives(items: readonly string[]): string {
	if (items.length < 2) return items.join("");
	return `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}
