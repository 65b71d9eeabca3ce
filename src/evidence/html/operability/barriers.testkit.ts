import type { BarrierKind } from "../../page-digest.ts";
import { readPage } from "../digest-page.ts";

/** A page with this body, parsed as in production. */
export function barriersOf(body: string) {
	return readPage(`<!doctype html><html lang=en><title>t</title><body>${body}`, "https://site.example/").operability;
}

/** Number of elements examined for a kind, and number with it. */
export function countsOf(kind: BarrierKind, body: string): readonly [examined: number, found: number] {
	const { examined, found } = barriersOf(body);
	return [examined[kind] ?? 0, found[kind] ?? 0];
}
