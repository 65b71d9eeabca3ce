import type { TaskId } from "#core/rehearsal.ts";
import type { BarrierId } from "#rehearsal/barriers.ts";
import type { Kind, Site } from "./sites.ts";
import type { Language, WORDS } from "./words.ts";

export type Words = (typeof WORDS)[Language];

/** One fault, put into a site that has none. */
export interface Planted {
	readonly id: string;
	readonly kinds: readonly Kind[];
	readonly task: TaskId;
	/** undefined: what looks like a barrier and is none. */
	readonly barrier: BarrierId | undefined;
	/** Page of the step that fails. */
	readonly page: string;
	/** Whether raw HTML alone shows it too. */
	readonly raw?: true;
	readonly plant: (site: Site, words: Words) => void;
}

export const WITH_CONTACT: readonly Kind[] = [
	"ecommerce",
	"local-business",
	"saas",
	"publisher",
	"professional-services",
];
export const WITH_FORM: readonly Kind[] = ["ecommerce", "local-business", "saas", "professional-services"];
export const SHOPS: readonly Kind[] = ["ecommerce"];
export const BOOKED: readonly Kind[] = ["local-business", "professional-services"];
export const SAAS: readonly Kind[] = ["saas"];
export const TEXTS: readonly Kind[] = ["publisher", "docs"];
export const SEARCHED: readonly Kind[] = ["ecommerce", "publisher", "docs"];

/** In each page; the text must be there. */
export function everywhere(from: string | RegExp, to: string | ((found: string) => string)) {
	return (site: Site) => {
		let count = 0;
		for (const [path, html] of site) {
			const after = html.replace(from, (found) => (typeof to === "string" ? to : to(found)));
			if (after !== html) count++;
			site.set(path, after);
		}
		if (count === 0) throw new Error(`Nothing to plant at: ${from}`);
	};
}

export function on(page: string, from: string | RegExp, to: string | ((found: string) => string)) {
	return (site: Site) => {
		const path = `${page.slice(1)}index.html`;
		const html = site.get(path) ?? "";
		const after = html.replace(from, (found) => (typeof to === "string" ? to : to(found)));
		if (after === html) throw new Error(`Nothing to plant on ${page} at: ${from}`);
		site.set(path, after);
	};
}

export const inBody = (page: string, markup: string) => on(page, "</body>", `${markup}</body>`);
export const inHead = (page: string, markup: string) => on(page, "</head>", `${markup}</head>`);

export const ICON = '<svg width="20" height="20" aria-hidden="true"><circle cx="10" cy="10" r="9"/></svg>';
export const cover = (id: string) =>
	`<div id="${id}" style="position:fixed;inset:0;z-index:9;background:rgba(200,200,200,.9)"></div>`;
export const SHAKE =
	"<style>@keyframes s{0%{transform:translate(0)}50%{transform:translate(400px,120px)}100%{transform:translate(0)}}.shake{display:inline-block;position:relative;animation:s .5s linear infinite}</style>";

export const wall = (buttons: string) =>
	`<div class="overlay" style="position:fixed;inset:0;background:rgba(0,0,0,.6);z-index:99"><div style="background:#fff;margin:20vh auto;width:400px;padding:2rem">We use cookies. ${buttons}</div></div>`;
