/** Live preview; without this script a button shows it. */

import { contactLink } from "#core/agency/contact-link.ts";
import { agencyHead, type HeadLine } from "#site/agency/agency-head.ts";
import { AGENCY } from "#site/brief/texts.ts";

const form = document.querySelector<HTMLFormElement>("form:has([name=accent])");
const preview = document.querySelector<HTMLElement>("[data-preview=agency]");
const says = document.querySelector<HTMLElement>("[data-preview=says]");
if (form && preview) form.addEventListener("input", () => show(form, preview));

function show(form: HTMLFormElement, preview: HTMLElement): void {
	const typed = new FormData(form);
	const text = (name: string) => String(typed.get(name) ?? "").trim();
	const given = (name: string) => text(name) || undefined;
	const [label, leads] = [text("label"), contactLink(text("leads"))];
	const { name, lines, note, lead } = agencyHead({
		...{ name: text("name"), contact: given("contact"), url: given("url") },
		...{ address: given("address"), note: given("note") },
		action: label === "" ? undefined : { label, url: leads },
	});
	const shown = preview.querySelector(".agency-name b");
	if (shown) shown.textContent = name;
	preview.querySelector(".agency-contact")?.replaceChildren(...lines.map(lineElement));
	const button =
		lead && paragraph("agency-action", [lineElement({ text: lead.text ?? AGENCY.action, href: lead.href })]);
	const words =
		note.length === 0
			? undefined
			: paragraph(
					"agency-note",
					note.map((line) => element("span", line)),
				);
	preview.querySelector(".agency-words")?.replaceChildren(...[words, button].filter((part) => part !== undefined));
	const own = typed.has("own");
	// A style sheet may have set saved colours: without colours of its own, the block resets to the page's.
	preview.style.setProperty("--agency-accent", own ? text("accent") : "initial");
	preview.style.setProperty("--agency-ink", own ? text("ink") : "initial");
	if (says) says.textContent = "Preview. Nothing is saved yet.";
}

function paragraph(name: string, parts: readonly HTMLElement[]): HTMLElement {
	const made = element("p", "");
	made.className = name;
	made.replaceChildren(...parts);
	return made;
}

function lineElement({ text, href }: HeadLine): HTMLElement {
	if (href === undefined) return element("span", text);
	const link = element("a", text);
	link.href = href;
	return link;
}

function element<Name extends "a" | "p" | "span">(name: Name, text: string): HTMLElementTagNameMap[Name] {
	const made = document.createElement(name);
	made.textContent = text;
	return made;
}
