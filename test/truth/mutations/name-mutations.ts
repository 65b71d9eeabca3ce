import { type Mutation, ofPage } from "./mutation.ts";
import type { PageSource, Tag } from "./page-source.ts";

const NAMES = ["aria-label", "aria-labelledby", "title", "placeholder"];
const FIELDS = "input:not([type=hidden], [type=submit], [type=button], [type=image], [type=reset]), select, textarea";

/** Mutations of names of links, buttons, fields and images. */
export const NAME_MUTATIONS: readonly Mutation[] = [
	ofPage("fields without names", (page) => {
		for (const label of page.all("label")) page.rename(label, "span");
		for (const field of page.all(FIELDS)) unnamed(page, field);
	}),
	ofPage("alt gone", (page) => {
		for (const image of page.all("img[alt]")) page.setAttribute(image, "alt", null);
	}),
	ofPage('alt "image" everywhere', (page) => {
		// A picture that is all of a link would give it a name.
		for (const image of page.all('img[alt]:not(a img[alt=""])')) page.setAttribute(image, "alt", "image");
	}),
	ofPage("links without texts", (page) => {
		for (const link of page.all("a[href]")) {
			unnamed(page, link);
			page.setInner(link, "");
		}
	}),
	ofPage('links all "click here"', (page) => {
		// A text for a link without any would mend it.
		const named = page
			.all("a[href]")
			.filter((each) => /[\p{L}\p{N}]/u.test(page.inner(each).replaceAll(/<[^>]*>/g, "")));
		for (const link of named) {
			unnamed(page, link);
			page.setInner(link, "click here");
		}
	}),
	ofPage("buttons without names", (page) => {
		for (const button of page.all("button, [role=button]")) {
			unnamed(page, button);
			page.setInner(button, "<svg></svg>");
		}
		for (const button of page.all("input[type=submit], input[type=button]")) {
			unnamed(page, button);
			page.setAttribute(button, "value", "");
		}
	}),
	ofPage("links by javascript:", (page) => {
		for (const link of page.all("a[href]")) page.setAttribute(link, "href", "javascript:go()");
	}),
	ofPage("hidden labels", (page) => {
		for (const label of page.all("label[for]")) page.setAttribute(label, "style", "display:none");
	}),
	ofPage("links and buttons taken from screen readers", (page) => {
		for (const each of page.all("a[href], button")) page.setAttribute(each, "aria-hidden", "true");
	}),
	ofPage("values that ARIA does not know", (page) => {
		for (const each of page.all("a[href], button, h1, h2")) page.setAttribute(each, "aria-expanded", "perhaps");
	}),
	ofPage("positive tabindex", (page) => {
		for (const each of page.all("a[href], button, input")) page.setAttribute(each, "tabindex", "5");
	}),
];

function unnamed(page: PageSource, tag: Tag): void {
	for (const name of NAMES) page.setAttribute(tag, name, null);
}
