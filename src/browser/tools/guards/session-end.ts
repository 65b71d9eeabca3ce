import { CALL_TEXTS } from "#site/tools/call-texts.ts";
import { takeAway } from "../overlays/shelf.ts";
import { watchSession } from "../session-watch.ts";
import { ToolFault } from "../tool-fault.ts";

/**
 * Runs a tool that needs a session, as long as somebody is signed in: the session's end aborts it, and takes away what it has laid over
 * the page, then or later.
 * @param run gets a signal that aborts with the session, and with the one that is given
 */
export async function withinSession<T>(given: AbortSignal, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const [session, watching] = [new AbortController(), new AbortController()];
	const before = overlayInView();
	let laid: HTMLElement | undefined;
	const look = (isSignedIn: boolean) => {
		if (isSignedIn) return;
		session.abort(new ToolFault("sign-in-required", CALL_TEXTS.signedOut));
		if (laid) takeAway(laid);
		watching.abort();
	};
	watchSession(look, watching.signal);
	try {
		return await run(AbortSignal.any([given, session.signal]));
	} finally {
		const after = overlayInView();
		if (after !== null && after !== before) laid = after;
		else watching.abort();
	}
}

function overlayInView(): HTMLElement | null {
	return document.getElementById("tool-overlay");
}
