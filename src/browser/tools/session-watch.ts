import { SESSION_MARK } from "#site/tools/page-script.ts";

/** Whether somebody is signed in in this browser, as far as a page can know while it loads: the API decides. */
export function wasSignedIn(): boolean {
	return document.cookie.split("; ").some((each) => each.startsWith(`${SESSION_MARK}=`));
}

/** The same by the newest word of the browser: what a script reads at once may be what another tab has changed since. */
export async function isSignedIn(): Promise<boolean> {
	return "cookieStore" in window ? (await cookieStore.get(SESSION_MARK)) !== null : wasSignedIn();
}

/**
 * Hears whether somebody is signed in whenever that may have changed, in this tab or another, until the signal aborts.
 * @param changed gets the newest answer; one that is overtaken by the next is not passed on
 */
export function watchSession(changed: (isSignedIn: boolean) => void, signal?: AbortSignal): void {
	const options = signal && { signal };
	let asked = 0;
	const look = async () => {
		asked += 1;
		const turn = asked;
		const now = await isSignedIn();
		if (turn === asked && signal?.aborted !== true) changed(now);
	};
	const listen = () => void look();
	if ("cookieStore" in window) cookieStore.addEventListener("change", listen, options);
	// Browsers without that look when the reader comes back; what was kept of a page that was left has heard of nothing meanwhile.
	for (const event of ["focus", "visibilitychange", "pageshow"]) addEventListener(event, listen, options);
}

/** The session has ended without this browser's doing, as the API said. */
export function forgetSession(): void {
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there in every browser
	document.cookie = `${SESSION_MARK}=; Max-Age=0; Path=/`;
}
