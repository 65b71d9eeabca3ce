import { Validator } from "@cfworker/json-schema";
import type { Paint } from "../page-tool.ts";
import { PAINTERS } from "../painters.ts";
import { PAINT_KEY, storage } from "./kept-paint.ts";

/** Older than that, the reader has come by a way of their own. Milliseconds. */
const KEPT_MS = 60_000;
/** Of the whole as JSON; no painter needs more. Characters. */
const MOST_LENGTH = 65_536;

/** Leaves paint for the next page, at this path; where the browser has no room for it, the page opens without. */
export function carryPaint({ kind, data }: Paint, path: string): void {
	const text = JSON.stringify({ kind, data, path, at: Date.now() });
	if (text.length > MOST_LENGTH) return;
	try {
		storage()?.setItem(PAINT_KEY, text);
	} catch (error) {
		if (!(error instanceof DOMException)) throw error;
	}
}

/** Paints what the page before has left for this one. It is taken once, whatever becomes of it. */
export async function paintCarried(): Promise<void> {
	const text = storage()?.getItem(PAINT_KEY) ?? "";
	storage()?.removeItem(PAINT_KEY);
	const paint = readPaint(text, { path: location.pathname, now: Date.now() });
	if (paint) await paintNow(paint);
}

/** Paints on this page; nothing where the data does not hold by the painter's schema. */
export async function paintNow({ kind, data }: Paint): Promise<void> {
	const painter = Object.hasOwn(PAINTERS, kind) ? await PAINTERS[kind]?.() : undefined;
	if (painter && new Validator(painter.schema, "2020-12").validate(data).valid) await painter.paint(data as never);
}

/** What the browser kept, like any input: scripts of the same origin, or the reader, may have written something else. */
export function readPaint(
	text: string,
	{ path, now }: { readonly path: string; readonly now: number },
): Paint | undefined {
	if (text.length > MOST_LENGTH) return undefined;
	const kept = parsed(text) as Partial<Record<"kind" | "data" | "path" | "at", unknown>> | null | undefined;
	if (typeof kept !== "object" || typeof kept?.kind !== "string" || typeof kept.data !== "object" || kept.data === null)
		return undefined;
	const age = typeof kept.at === "number" ? now - kept.at : Number.NaN;
	return kept.path === path && age >= 0 && age <= KEPT_MS ? { kind: kept.kind, data: kept.data } : undefined;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
