import { SESSION_MARK } from "#site/account/session-mark.ts";

/** Whether somebody is signed in in this browser, as far as the page knows: the API decides. */
export function isSignedIn(): boolean {
	return document.cookie.split("; ").some((each) => each.startsWith(`${SESSION_MARK}=`));
}

/** Calls when somebody may have signed in or out, in this tab or another, until the signal aborts. */
export function watchSession(changed: () => void, signal?: AbortSignal): void {
	const options = signal && { signal };
	if ("cookieStore" in window) cookieStore.addEventListener("change", changed, options);
	// Browsers without that look when the reader comes back.
	else for (const event of ["focus", "visibilitychange"]) addEventListener(event, changed, options);
	// What the browser kept of a page that was left heard of nothing meanwhile.
	addEventListener("pageshow", changed, options);
}

/** The session has ended without this browser's doing, as the API said. */
export function forgetSession(): void {
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there in every browser
	document.cookie = `${SESSION_MARK}=; Max-Age=0; Path=/`;
}
