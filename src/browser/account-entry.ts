/** Updates the menu: static pages are built with "Sign in". */

import { wasSignedIn, watchSession } from "./tools/session-watch.ts";

const entry = document.querySelector<HTMLElement>("[data-signed-in]");

if (entry) {
	const { textContent: out } = entry;
	const show = (isSignedIn: boolean) => {
		entry.textContent = isSignedIn ? (entry.dataset.signedIn ?? out) : out;
	};
	show(wasSignedIn());
	watchSession(show);
}
