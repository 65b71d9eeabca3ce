import { SESSION_MARK } from "#site/tools/page-script.ts";

/** What a page can tell while loading; only the API knows. */
export function wasSignedIn(): boolean {
	return document.cookie.split("; ").some((each) => each.startsWith(`${SESSION_MARK}=`));
}

/** The synchronous value may be stale if another tab has changed it. */
export async function isSignedIn(): Promise<boolean> {
	return "cookieStore" in window ? (await cookieStore.get(SESSION_MARK)) !== null : wasSignedIn();
}

/** Watches this and other tabs until the signal aborts. @param changed gets the newest state; stale ones are dropped */
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
	// Other browsers check when the reader returns. A page from the back/forward cache has missed events.
	for (const event of ["focus", "visibilitychange", "pageshow"]) addEventListener(event, listen, options);
}

export function forgetSession(): void {
	// biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
	document.cookie = `${SESSION_MARK}=; Max-Age=0; Path=/`;
}
