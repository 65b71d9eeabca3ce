import { type Schema, Validator } from "@cfworker/json-schema";
import type { Paint, ToolAnswer } from "./page-tool.ts";
import { PAINT_KEY, storage } from "./place.ts";

/** With older paint, the reader has come by another way. Milliseconds. */
const KEPT_MS = 60_000;
/** Of the whole as JSON; no painter needs more. Characters. */
const MOST_LENGTH = 65_536;

/** Where the browser has no room for it, the page opens without. */
export function carryPaint({ kind, data }: Paint, path: string): void {
	const text = JSON.stringify({ kind, data, path, at: Date.now() });
	if (text.length > MOST_LENGTH) return;
	try {
		storage()?.setItem(PAINT_KEY, text);
	} catch (error) {
		if (!(error instanceof DOMException)) throw error;
	}
}

/** Taken once, whatever becomes of it. */
export async function paintCarried(): Promise<void> {
	const text = storage()?.getItem(PAINT_KEY) ?? "";
	storage()?.removeItem(PAINT_KEY);
	const paint = readPaint(text, { path: location.pathname, now: Date.now() });
	if (paint) await paintNow(paint);
}

/** Paints nothing where the data breaks the painter's schema. */
async function paintNow({ kind, data }: Paint): Promise<void> {
	const painter = Object.hasOwn(PAINTERS, kind) ? await PAINTERS[kind]?.() : undefined;
	if (painter && new Validator(painter.schema, "2020-12").validate(data).valid) await painter.paint(data as never);
}

/** Checked like any input: other scripts of the origin, or the reader, may have written it. */
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
	/** JSON Schema, held against whatever the browser kept. */
	readonly schema: Schema;
	/** `data` holds by the schema. */
	paint(data: never): void | Promise<void>;
}

const PAINTERS: Readonly<Record<string, () => Promise<Painter>>> = {
	contact: () => import("./contact-tools.ts").then(({ paintContact }) => paintContact),
	lift: () => import("./lift.ts").then(({ liftPainter }) => liftPainter),
};

/** Forms that lose nothing with the page: their words are in its address, or a tool's own page shows them. */
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

/** From the last answer to the change of the page, so that the agent has it. Milliseconds. */
const GRACE_MS = 100;
/** An address not opened by then is a file, or nothing: the page has stayed. Milliseconds. */
const OPENED_MS = 10_000;

type Departure = Required<Pick<ToolAnswer, "opens">> & Pick<ToolAnswer, "carries">;

let calls = 0;
let due: Departure | undefined;
let timer: number | undefined;

/** While a call is under way, or waits, the page stays. */
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

/** Once every call is answered; another place of the same page at once. */
export function departFor(departure: Departure): void {
	const { opens, carries } = departure;
	const target = pageAt(opens);
	if (!isHere(target)) {
		due = departure;
		return;
	}
	// The page is not loaded again, so nothing else would paint what is carried.
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
