import { COPY_TEXTS } from "#site/tools/service-tool-texts.ts";
import { button, element } from "./elements.ts";
import { showOverlay } from "./overlay.ts";

/**
 * Copies a text, and shows it with what came of that: where the browser refuses, the person copies it from there.
 * @param title of what is copied
 * @returns whether it is in the clipboard
 */
export async function copyForPerson(title: string, text: string): Promise<boolean> {
	const isCopied = await isInClipboard(text);
	const said = element("p", { text: isCopied ? COPY_TEXTS.copied : COPY_TEXTS.refused });
	const copied = element("pre", { text, kind: "tool-copy", with: { tabindex: "0", "aria-label": title } });
	// Pressed by the person, it may be let through where the tool was not.
	const again = button(COPY_TEXTS.copy, async () => {
		if (await isInClipboard(text)) said.textContent = COPY_TEXTS.copied;
		else getSelection()?.selectAllChildren(copied);
	});
	showOverlay(title, said, copied, ...(isCopied ? [] : [element("p", {}, again)]));
	return isCopied;
}

/** What an agent learns of it, the text included where the person has to copy it. */
export function copyOutcome(isCopied: boolean, { copied, text }: { readonly copied: string; readonly text: string }) {
	return `${isCopied ? copied : COPY_TEXTS.refusedForAgents}\n${text}`;
}

async function isInClipboard(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		// No right to it, no focus, or a page that is not on HTTPS: what browsers throw then differs.
		return false;
	}
}
