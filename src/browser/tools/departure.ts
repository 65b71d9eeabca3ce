import { carryPaint, paintNow } from "./carried-paint.ts";
import type { ToolAnswer } from "./page-tool.ts";

/** From the last answer to the change of the page: by then the agent has it. Milliseconds. */
const GRACE_MS = 100;

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

/** Opens an address once every call is answered; of several the last counts. */
export function departFor(departure: Departure): void {
	due = departure;
}

function leave(): void {
	if (!due) return;
	const { opens, carries } = due;
	due = undefined;
	const target = new URL(opens, location.href);
	if (!/^https?:$/.test(target.protocol)) throw new RangeError("A tool opens pages alone.");
	if (isHere(target)) {
		// The page is not loaded again, so nobody would take what is carried.
		if (carries) void paintNow(carries);
		location.assign(target);
		return;
	}
	if (carries && target.origin === location.origin) carryPaint(carries, target.pathname);
	location.assign(target);
}

/** Another place of the same page, which opens without loading. */
function isHere({ origin, pathname, search, hash }: URL): boolean {
	const isSamePage = origin === location.origin && pathname === location.pathname && search === location.search;
	return isSamePage && hash !== "";
}
