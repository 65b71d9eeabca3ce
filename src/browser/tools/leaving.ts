import { type Schema, Validator } from "@cfworker/json-schema";
import type { Paint, ToolAnswer } from "./page-tool.ts";
import { PAINT_KEY, storage } from "./place.ts";

/** Milliseconds. If the paint is older, the reader came another way. */
const KEPT_MS = 60_000;
/** Maximum characters as JSON. */
const MOST_LENGTH = 65_536;

/** If the browser's storage is full, the page opens without it. */
export function carryPaint({ kind, data }: Paint, path: string): void {
	const text = JSON.stringify({ kind, data, path, at: Date.now() });
	if (text.length > MOST_LENGTH) return;
	try {
		storage()?.setItem(PAINT_KEY, text);
	} catch (error) {
		if (!(error instanceof DOMException)) throw error;
	}
}

/** Removes it from storage in any case. */
export async function paintCarried(): Promise<void> {
	const text = storage()?.getItem(PAINT_KEY) ?? "";
	storage()?.removeItem(PAINT_KEY);
	const paint = readPaint(text, { path: location.pathname, now: Date.now() });
	if (paint) await paintNow(paint);
}

/** Paints nothing if the data does not match the painter's schema. */
async function paintNow({ kind, data }: Paint): Promise<void> {
	const painter = Object.hasOwn(PAINTERS, kind) ? await PAINTERS[kind]?.() : undefined;
	if (painter && new Validator(painter.schema, "2020-12").validate(data).valid) await painter.paint(data as never);
}

/** Validates, because other scripts of the origin or the reader may have written it. */
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

export interface Painter {
	/** JSON Schema of `data`. */
	readonly schema: Schema;
	/** @param data validated by the schema */
	paint(data: never): void | Promise<void>;
}

const PAINTERS: Readonly<Record<string, () => Promise<Painter>>> = {
	contact: () => import("./contact-tools.ts").then(({ paintContact }) => paintContact),
	lift: () => import("./lift.ts").then(({ liftPainter }) => liftPainter),
};

/** Forms that lose nothing on navigation: their text is in the URL or shown by a tool's page. */
const SPARED = "form[method=get], form#scan, [data-tool] form";

export function isFormFilledIn(): boolean {
	return [...document.forms].some((form) => !form.matches(SPARED) && [...form.elements].some(isChanged));
}

function isChanged(control: Element): boolean {
	if (control instanceof HTMLSelectElement) {
		const usual = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
		return control.selectedIndex !== Math.max(usual, 0);
	}
	if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
	if (!(control instanceof HTMLInputElement) || control.type === "hidden") return false;
	return /^(?:checkbox|radio)$/.test(control.type)
		? control.checked !== control.defaultChecked
		: control.value !== control.defaultValue;
}

/** Milliseconds between the last result and the navigation, so that the agent receives it. */
const GRACE_MS = 100;
/** Milliseconds after which the navigation was a download or failed, so the page has stayed. */
const OPENED_MS = 10_000;

type Departure = Required<Pick<ToolAnswer, "opens">> & Pick<ToolAnswer, "carries">;

let calls = 0;
let due: Departure | undefined;
let timer: number | undefined;

/** The page does not navigate while calls are running or waiting. */
export function callBegins(): void {
	calls += 1;
	clearTimeout(timer);
}

export function callEnds(): void {
	calls -= 1;
	if (calls === 0 && due) timer = window.setTimeout(leave, GRACE_MS);
}

export function leavingFor(): string | undefined {
	return due?.opens;
}

/** Navigates after every call has ended; within the same page at once. */
export function departFor(departure: Departure): void {
	const { opens, carries } = departure;
	const target = pageAt(opens);
	if (!isHere(target)) {
		due = departure;
		return;
	}
	// The page does not reload, so paint now.
	if (carries) void paintNow(carries);
	location.assign(target);
}

export function isElsewhere(opens: string): boolean {
	return !isHere(pageAt(opens));
}

export function carryFor({ opens, carries }: Departure): void {
	const target = pageAt(opens);
	if (carries && target.origin === location.origin) carryPaint(carries, target.pathname);
}

function leave(): void {
	if (!due) return;
	carryFor(due);
	location.assign(due.opens);
	timer = window.setTimeout(() => {
		due = undefined;
	}, OPENED_MS);
}

function pageAt(opens: string): URL {
	const target = new URL(opens, location.href);
	if (!/^https?:$/.test(target.protocol)) throw new RangeError("A tool can only open pages.");
	return target;
}

function isHere({ origin, pathname, search, hash }: URL): boolean {
	const isSamePage = origin === location.origin && pathname === location.pathname && search === location.search;
	return isSamePage && hash !== "";
}
