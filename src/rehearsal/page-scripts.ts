/** Run in the page, most with the element as `this`; they must not use their closure. */

/** @returns "" if a click at its center reaches it, `invisible`, or a few words about what covers it */
export function whatLiesOver(this: Element): string {
	// An inline link may span several lines, with other content between them.
	const rects = [...this.getClientRects()];
	const { left, top, width, height } =
		rects.find((rect) => rect.width * rect.height > 1) ?? this.getBoundingClientRect();
	const { opacity, visibility } = getComputedStyle(this);
	if (width < 2 || height < 2 || visibility !== "visible" || Number(opacity) < 0.05) return "invisible";
	const root = this.getRootNode() as Document | ShadowRoot;
	const hit = root.elementFromPoint(left + width / 2, top + height / 2);
	if (hit === null) return "invisible";
	for (let at: Element | null = hit; at; at = at.parentElement) if (at === this) return "";
	// A link around a card, or a label, receives the click on its content.
	if (hit.contains(this) && hit !== document.body && hit !== document.documentElement) return "";
	const label = (this as HTMLInputElement).labels?.[0];
	if (label?.contains(hit)) return "";
	const named = hit.closest("[role=dialog], dialog, [aria-modal], [id], [class]") ?? hit;
	const words = (hit.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 60);
	const place = `${named.tagName.toLowerCase()}${named.id ? `#${named.id}` : ""}`;
	return words === "" ? place : `${place} “${words}”`;
}

/** Like a user: the field's own setter, then the events of typing. @returns the field's value afterwards */
export function fillIn(this: Element, value: string): string {
	const fire = (type: string) => this.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
	const changed = (kept: string) => {
		fire("input");
		this.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true, composed: true }));
		fire("change");
		return kept;
	};
	const field = this as HTMLInputElement;
	field.focus();
	if (this.tagName === "SELECT") {
		const list = this as HTMLSelectElement;
		const chosen = [...list.options].find((each) => each.text.trim() === value || each.value === value);
		if (chosen) list.value = chosen.value;
		return changed(chosen?.text.trim() ?? "");
	}
	if (/^(?:checkbox|radio)$/.test(field.type)) {
		if (!field.checked) field.click();
		return String(field.checked || "");
	}
	if (field.isContentEditable) {
		document.execCommand("insertText", false, value);
		return this.textContent ?? "";
	}
	if (field.readOnly || !("value" in this)) return String(field.value ?? "");
	const prototype = this.tagName === "TEXTAREA" ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
	Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(this, value);
	changed("");
	return field.value;
}

export function focusOn(this: Element): boolean {
	(this as HTMLElement).focus();
	return (this.getRootNode() as Document | ShadowRoot).activeElement === this;
}

/** Waits for the page's timers that restore the focus, however busy the machine is. */
export function keepsFocus(this: Element): Promise<boolean> {
	const holds = () => (this.getRootNode() as Document | ShadowRoot).activeElement === this;
	return new Promise((resolve) => setTimeout(() => resolve(holds()), 50));
}

/** Whether an endless animation runs on it or an ancestor. */
export function isAnimated(this: Element): boolean {
	for (let at: Element | null = this; at; at = at.parentElement)
		for (const { effect, playState } of at.getAnimations())
			if (playState === "running" && effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY) return true;
	return false;
}

/** Scrolls to the end. @returns the height before, in CSS pixels */
export function toEnd(): number {
	// A script may have removed the document.
	const height = document.documentElement?.scrollHeight ?? 0;
	scrollTo(0, height);
	return height;
}
