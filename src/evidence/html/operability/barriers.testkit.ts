import type { BarrierKind } from "../../page-digest.ts";
import { readPage } from "../digest-page.ts";

/** A page with this body, as the product reads it. */
export function barriersOf(body: string) {
	return readPage(`<!doctype html><html lang=en><title>t</title><body>${body}`, "https://site.example/").operability;
}

/** How many elements a kind was asked of, and how many have it. */
export function countsOf(kind: BarrierKind, body: string): readonly [examined: number, found: number] {
	const { examined, found } = barriersOf(body);
	return [examined[kind] ?? 0, found[kind] ?? 0];
}
