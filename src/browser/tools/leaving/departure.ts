import type { ToolAnswer } from "../page-tool.ts";
import { carryPaint, paintNow } from "./carried-paint.ts";

/** From the last answer to the change of the page: by then the agent has it. Milliseconds. */
const GRACE_MS = 100;
/** An address that has not opened by then is a file, or nothing: the page has stayed. Milliseconds. */
const OPENED_MS = 10_000;

export type Departure = Required<Pick<ToolAnswer, "opens">> & Pick<ToolAnswer, "carries">;

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

/** The address that this page is leaving for: what a further call would do here is lost with it. */
export function leavingFor(): string | undefined {
	return due?.opens;
}

/** Opens an address once every call is answered; another place of the same page at once. */
export function departFor(departure: Departure): void {
	const { opens, carries } = departure;
	const target = pageAt(opens);
	if (!isHere(target)) {
		due = departure;
		return;
	}
	// The page is not loaded again, so nobody would take what is carried.
	if (carries) void paintNow(carries);
	location.assign(target);
}

/** Whether opening it loads a page. */
export function isElsewhere(opens: string): boolean {
	return !isHere(pageAt(opens));
}

/** Leaves for that page what is painted there. */
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
	if (!/^https?:$/.test(target.protocol)) throw new RangeError("A tool opens pages alone.");
	return target;
}

/** Another place of the same page, which opens without loading. */
function isHere({ origin, pathname, search, hash }: URL): boolean {
	const isSamePage = origin === location.origin && pathname === location.pathname && search === location.search;
	return isSamePage && hash !== "";
}
