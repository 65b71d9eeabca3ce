/** Without this script a button shows the preview. */

import { contactLink } from "#core/agency/contact-link.ts";
import { shownText } from "#site/page/page-text.ts";

const form = document.querySelector<HTMLFormElement>("form:has([name=accent])");
const block = document.querySelector<HTMLElement>("[data-preview=agency] .agency-block");
const says = document.querySelector<HTMLElement>("[data-preview=says]");
if (form && block) form.addEventListener("input", () => show(form, block));

function show(form: HTMLFormElement, block: HTMLElement): void {
	const typed = new FormData(form);
	const text = (name: string) => String(typed.get(name) ?? "").trim();
	const name = block.querySelector(".agency-name b");
	if (name) name.textContent = shownText(text("name"));
	const parts = [
		contactPart(text("contact")),
		sitePart(text("url"), text("contact")),
		...addressParts(text("address")),
	];
	block.querySelector(".agency-contact")?.replaceChildren(...parts.filter((part) => part !== undefined));
	const own = typed.has("own");
	// A style sheet may have named saved colours before, so a block without its own gets those of the page.
	block.style.setProperty("--agency-accent", own ? text("accent") : "var(--paper-sunk)");
	block.style.setProperty("--agency-ink", own ? text("ink") : "var(--ink)");
	if (says) says.textContent = "As you type it. Nothing is saved yet.";
}

function contactPart(contact: string): HTMLElement | undefined {
	return contact === "" ? undefined : linkOf(contactLink(contact), contact);
}

function sitePart(url: string, contact: string): HTMLElement | undefined {
	const site = URL.parse(url)?.host.replace(/^www\./, "");
	return !site || site === contact ? undefined : linkOf(contactLink(url), site);
}

function addressParts(address: string): HTMLElement[] {
	return address
		.split("\n")
		.map(shownText)
		.filter(Boolean)
		.map((line) => element("span", line));
}

/** An address that may not be opened is shown as text. */
function linkOf(href: string | undefined, words: string): HTMLElement {
	if (href === undefined) return element("span", shownText(words));
	const link = element("a", shownText(words));
	link.href = href;
	return link;
}

function element<Name extends "a" | "span">(name: Name, text: string): HTMLElementTagNameMap[Name] {
	const made = document.createElement(name);
	made.textContent = text;
	return made;
}
