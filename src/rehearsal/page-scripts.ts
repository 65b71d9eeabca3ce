/** Run in the page, most with the element as `this`; they use nothing from around them. */

/** @returns "" where a click at its middle reaches it, `invisible`, or a few words about what lies over it */
export function whatLiesOver(this: Element): string {
	// A link in running text may take several lines; between them lies something else.
	const rects = [...this.getClientRects()];
	const { left, top, width, height } =
		rects.find((rect) => rect.width * rect.height > 1) ?? this.getBoundingClientRect();
	const { opacity, visibility } = getComputedStyle(this);
	if (width < 2 || height < 2 || visibility !== "visible" || Number(opacity) < 0.05) return "invisible";
	const root = this.getRootNode() as Document | ShadowRoot;
	const hit = root.elementFromPoint(left + width / 2, top + height / 2);
	if (hit === null) return "invisible";
	for (let at: Element | null = hit; at; at = at.parentElement) if (at === this) return "";
	// A link around a card, or a label, takes the click for what is in it.
	if (hit.contains(this) && hit !== document.body && hit !== document.documentElement) return "";
	const label = (this as HTMLInputElement).labels?.[0];
	if (label?.contains(hit)) return "";
	const named = hit.closest("[role=dialog], dialog, [aria-modal], [id], [class]") ?? hit;
	const words = (hit.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 60);
	const place = `${named.tagName.toLowerCase()}${named.id ? `#${named.id}` : ""}`;
	return words === "" ? place : `${place} “${words}”`;
}

/** As a person would: the field's own setter, then the events of typing. @returns what it holds then */
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

/** Once timers of the page are through that bring the focus back, however busy the machine is. */
export function keepsFocus(this: Element): Promise<boolean> {
	const holds = () => (this.getRootNode() as Document | ShadowRoot).activeElement === this;
	return new Promise((resolve) => setTimeout(() => resolve(holds()), 50));
}

/** Whether an animation without end is at work on it or around it. */
export function isAnimated(this: Element): boolean {
	for (let at: Element | null = this; at; at = at.parentElement)
		for (const { effect, playState } of at.getAnimations())
			if (playState === "running" && effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY) return true;
	return false;
}

/** Scrolls to the end of the page. @returns the height it had, in CSS pixels */
export function toEnd(): number {
	// A script may have taken the document away.
	const height = document.documentElement?.scrollHeight ?? 0;
	scrollTo(0, height);
	return height;
}
