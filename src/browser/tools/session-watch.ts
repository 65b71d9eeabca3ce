import { SESSION_MARK } from "#site/tools/page-script.ts";

/** As far as a page can know while it loads: the API decides. */
export function wasSignedIn(): boolean {
	return document.cookie.split("; ").some((each) => each.startsWith(`${SESSION_MARK}=`));
}

/** What a script reads at once may be what another tab has changed since. */
export async function isSignedIn(): Promise<boolean> {
	return "cookieStore" in window ? (await cookieStore.get(SESSION_MARK)) !== null : wasSignedIn();
}

/** In this tab or another, until the signal aborts. @param changed gets the newest answer; overtaken ones go */
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
	// Browsers without that look when the reader comes back; a page that was kept has heard of nothing meanwhile.
	for (const event of ["focus", "visibilitychange", "pageshow"]) addEventListener(event, listen, options);
}

export function forgetSession(): void {
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there in every browser
	document.cookie = `${SESSION_MARK}=; Max-Age=0; Path=/`;
}
