import { shownText } from "#site/page/page-text.ts";

interface ElementParts {
	/** May be a site's: inserted as text, never as markup. */
	readonly text?: string;
	readonly kind?: string;
	readonly with?: Readonly<Record<string, string>>;
}

export function element<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	{ text, kind, with: attributes = {} }: ElementParts = {},
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
	const made = document.createElement(name);
	if (kind !== undefined) made.className = kind;
	for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
	if (text !== undefined) made.textContent = shownText(text);
	made.append(...children);
	return made;
}

/** Isolates foreign text in `bdi`, so that its direction does not affect text around it. */
export function quoted(text: string): HTMLElement {
	return element("bdi", { text });
}

export interface Fact {
	readonly name: string;
	/** May be foreign text. */
	readonly value: string;
}

export function factList(facts: readonly Fact[]): HTMLElement {
	const rows = facts.map(({ name, value }) =>
		element("div", {}, element("dt", { text: name }), element("dd", {}, quoted(value))),
	);
	return element("dl", { kind: "tool-facts" }, ...rows);
}

export function button(text: string, press: () => void): HTMLButtonElement {
	const made = element("button", { text, kind: "button", with: { type: "button" } });
	// Ignore synthetic clicks.
	made.addEventListener("click", ({ isTrusted }) => isTrusted && press());
	return made;
}

const shelf = element("div", { kind: "tool-shelf" });

/** Replaces the overlay with the same id, else adds it above the others. */
function placeOverlay(shown: HTMLElement): void {
	if (!shelf.isConnected) document.body.append(shelf);
	const before = document.getElementById(shown.id);
	if (before && shelf.contains(before)) before.replaceWith(shown);
	else shelf.prepend(shown);
}

/** Returns the focus to the page if it was inside. */
export function removeOverlay(shown: HTMLElement): void {
	const hadFocus = shown.contains(document.activeElement);
	shown.remove();
	if (hadFocus) document.getElementById("main")?.focus();
}

/** Screen readers mostly skip a live region inserted with its text, so set the text later. */
function announce(sentence: string): void {
	const known = document.getElementById("tool-says");
	const place = known ?? element("p", { kind: "unseen", with: { id: "tool-says", role: "status" } });
	if (!known) placeOverlay(place);
	place.textContent = "";
	requestAnimationFrame(() => {
		place.textContent = sentence;
	});
}

let closing: AbortController | undefined;

/** Keeps the focus and announces a sentence. @param title ours, or a name that a site chose */
export function showOverlay(title: string, ...body: readonly Node[]): void {
	const overlay = element(
		"section",
		{ kind: "tool-overlay", with: { id: "tool-overlay", "aria-labelledby": "tool-overlay-title" } },
		element("h2", { with: { id: "tool-overlay-title" } }, element("bdi", { text: title })),
		element(
			"div",
			{ kind: "tool-overlay-body", with: { tabindex: "0", role: "group", "aria-labelledby": "tool-overlay-title" } },
			...body,
		),
	);
	closing?.abort();
	const shown = new AbortController();
	closing = shown;
	const close = () => {
		shown.abort();
		removeOverlay(overlay);
	};
	overlay.append(element("div", { kind: "tool-buttons" }, button("Close", close)));
	document.addEventListener("keydown", (event) => isEscape(event) && close(), shown);
	placeOverlay(overlay);
	announce(`Shown over the page: ${title}. Escape closes it.`);
}

/** Ignores Escape in a dialog above it or in a field that uses the key. */
function isEscape({ key, target, defaultPrevented }: KeyboardEvent): boolean {
	if (key !== "Escape" || defaultPrevented || document.querySelector("dialog[open]")) return false;
	return !(target instanceof Element && target.matches("input, textarea, select, [contenteditable]"));
}

export function showNote(
	{ id, label, tone }: { readonly id: string; readonly label: string; readonly tone: "amber" | "red" },
	...words: readonly (Node | string)[]
): void {
	const says = element("p", {}, ...words);
	const note = element(
		"aside",
		{ kind: "tool-chip", with: { id, "aria-label": label, "data-tone": tone } },
		says,
		element(
			"div",
			{ kind: "tool-buttons" },
			button("Close", () => removeOverlay(note)),
		),
	);
	placeOverlay(note);
	announce(says.textContent);
}

export function showProgress(sentence: string): void {
	const shown = document.getElementById("tool-progress");
	const progress = shown ?? element("p", { kind: "tool-chip", with: { id: "tool-progress" } });
	if (!shown) placeOverlay(progress);
	progress.textContent = sentence;
	announce(sentence);
}

export function removeProgress(): void {
	remove("tool-progress");
}

/** @param why may quote an agent or a site */
export function showFault(title: string, why: string): void {
	const note = { id: "tool-fault", label: "Not done", tone: "red" } as const;
	showNote(note, element("b", { text: `An agent asked for “${title}”. It was not done.` }), " ", quoted(why));
}

export function removeFault(): void {
	remove("tool-fault");
}

/** Shows a link instead of navigating. @param follow called when the person clicks it */
export function showWay(address: string, follow: () => void): void {
	const link = element("a", { text: `Open ${address}`, with: { href: address } });
	link.addEventListener("click", follow);
	const note = { id: "tool-way", label: "An agent wants to open a page", tone: "amber" } as const;
	showNote(
		note,
		"An agent wants to open another page. This page stays open because a form here is filled in and not sent.",
		" ",
		link,
	);
}

function remove(id: string): void {
	const shown = document.getElementById(id);
	if (shown) removeOverlay(shown);
}

export interface ChipState {
	readonly tone: "green" | "amber" | "red";
	/** A sentence, announced whenever it changes. */
	readonly says: string;
	readonly facts: readonly Fact[];
	readonly at: Date;
}

export interface Chip {
	/** False after it was closed or replaced. */
	readonly isShown: boolean;
	show(state: ChipState): void;
	close(): void;
}

export function openChip(): Chip {
	const says = element("b", { text: "Asking…", with: { role: "status" } });
	const facts = element("div");
	const time = element("p", { kind: "quiet" });
	const close = () => removeOverlay(chip);
	const chip = element(
		"aside",
		{ kind: "tool-chip", with: { id: "tool-chip", "aria-label": "Service status" } },
		element(
			"p",
			{ kind: "tool-chip-head" },
			element("span", { kind: "tool-dot", with: { "aria-hidden": "true" } }),
			says,
		),
		facts,
		time,
		element("div", { kind: "tool-buttons" }, button("Close", close)),
	);
	placeOverlay(chip);
	return {
		close,
		get isShown() {
			return chip.isConnected;
		},
		show(state) {
			chip.dataset.tone = state.tone;
			if (says.textContent !== state.says) says.textContent = state.says;
			facts.replaceChildren(factList(state.facts));
			time.textContent = `As of ${state.at.toISOString().slice(11, 19)} UTC`;
		},
	};
}

/** If the browser refuses, shows the text to copy. @returns whether it is in the clipboard */
export async function copyForPerson(title: string, text: string): Promise<boolean> {
	const isCopied = await isInClipboard(text);
	const said = element("p", {
		text: isCopied ? "Copied to your clipboard." : "The browser blocked the clipboard. Copy it here.",
	});
	const copied = element("pre", { text, kind: "tool-copy", with: { tabindex: "0", "aria-label": title } });
	// The browser may allow a click of the person but not the tool.
	const again = button("Copy", async () => {
		if (await isInClipboard(text)) said.textContent = "Copied to your clipboard.";
		else getSelection()?.selectAllChildren(copied);
	});
	showOverlay(title, said, copied, ...(isCopied ? [] : [element("p", {}, again)]));
	return isCopied;
}

export function copyOutcome(isCopied: boolean, { copied, text }: { readonly copied: string; readonly text: string }) {
	return `${isCopied ? copied : "The browser blocked the clipboard. The page shows the text to copy:"}\n${text}`;
}

async function isInClipboard(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		// No permission, no focus or no HTTPS; browsers throw different errors.
		return false;
	}
}
