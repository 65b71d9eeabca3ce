/** Copies and prints a brief, leads old anchors to the findings' page, and unfolds a finding that a link names. */
const brief = document.querySelector<HTMLElement>("[data-findings]");
const moved =
	/^#(?:finding-[a-z0-9-]+|pillar-[a-z]+|findings|wrong|unknown|following|passes|information|not-applicable|answers|responses)$/;

followAnchor();
addEventListener("hashchange", followAnchor);
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-print]")) {
	button.addEventListener("click", () => print());
	button.hidden = false;
}
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
	button.addEventListener("click", () => copy(button));
	button.hidden = false;
}

function followAnchor(): void {
	const { hash } = location;
	const findings = brief?.dataset.findings;
	if (findings !== undefined && moved.test(hash)) location.replace(`${findings}${hash}`);
	const named = document.getElementById(hash.slice(1));
	const folded = named?.closest("details:not([open])");
	if (!named || !folded) return;
	folded.setAttribute("open", "");
	named.scrollIntoView();
}

/** Where the browser refuses, the text is opened to be selected. */
async function copy(button: HTMLButtonElement): Promise<void> {
	const { copy: id = "" } = button.dataset;
	const { done = "", failed = "" } = button.closest<HTMLElement>("[data-done]")?.dataset ?? {};
	const text = document.getElementById(id);
	if (!text) return;
	try {
		await navigator.clipboard.writeText(text.textContent);
		button.textContent = done;
	} catch {
		// No right to the clipboard, or a page that is not on HTTPS.
		button.textContent = failed;
		text.closest("details")?.setAttribute("open", "");
		getSelection()?.selectAllChildren(text);
	}
}
