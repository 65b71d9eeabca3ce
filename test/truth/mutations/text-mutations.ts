import { type Mutation, ofPage } from "./mutation.ts";
import type { PageSource } from "./page-source.ts";

const LATIN = [
	"Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.",
	"Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat.",
	"Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur.",
	"Excepteur sint occaecat cupidatat non proident, sunt in culpa qui officia deserunt mollit anim id est laborum.",
].join(" ");
const CONSENT = `<div class="box"><h1>We value your privacy</h1><p>We and our 214 partners use cookies and personal data
to measure how this site is used and to show you offers that fit. With your consent, they may be linked to your device.</p>
<button>Accept all</button> <button>Reject all</button></div>`;
/** Around the page's own text. */
const FRAME = "header, nav, footer, aside, [role=banner], [role=navigation], [role=contentinfo], [role=complementary]";
const HEADINGS = "h1, h2, h3, h4, h5, h6";

/** What becomes of a page's text. */
export const TEXT_MUTATIONS: readonly Mutation[] = [
	ofPage("main emptied", (page) => {
		const main = page.main();
		if (main) page.setInner(main, "");
		else page.rewriteText(() => "", FRAME);
	}),
	ofPage("half of the text gone", (page) => {
		let index = 0;
		page.rewriteText((text) => (index++ % 2 === 0 ? "" : text), "a, button, label, h1, h2, h3, h4, h5, h6");
	}),
	ofPage("lorem ipsum as text", (page) => filled(page, (length) => LATIN.repeat(1 + length / LATIN.length)), {
		points: 2,
		checks: ["placeholder-text"],
	}),
	ofPage("consent wall", (page) => page.rewriteBody(() => CONSENT), {
		points: 25,
		orAtMost: 25,
		checks: ["placeholder-text"],
	}),
	ofPage("one word repeated as text", (page) => filled(page, (length) => "word ".repeat(1 + length / 5))),
	ofPage("text hidden by display:none", (page) => {
		const main = page.main();
		for (const part of main ? [main] : page.all("body > *")) page.setAttribute(part, "style", "display:none");
	}),
	ofPage("content moved into a script", (page) => {
		page.rewriteBody((html) => {
			const moved = JSON.stringify(html).replaceAll("<", "\\u003c");
			return `<div id="root"></div><script>document.body.innerHTML = ${moved};</script>`;
		});
	}),
	ofPage(
		"headings gone",
		(page) => {
			for (const heading of page.all(HEADINGS)) page.rename(heading, "div");
			for (const heading of page.all("[role=heading]")) page.setAttribute(heading, "role", null);
		},
		{ points: 2, checks: ["heading-outline"] },
	),
	ofPage("all headings h1", (page) => {
		for (const heading of page.all("h2, h3, h4, h5, h6")) page.rename(heading, "h1");
	}),
	ofPage("no landmarks", (page) => {
		for (const part of page.all("main, header, nav, footer, article, aside, section")) page.rename(part, "div");
		for (const part of page.all("[role]")) page.setAttribute(part, "role", null);
	}),
	ofPage("text in noscript alone", (page) => page.rewriteBody((html) => `<noscript>${html}</noscript>`)),
	ofPage("text drawn on a canvas", (page) => {
		for (const part of page.all("p, li, td, dd")) page.setInner(part, '<canvas width="300" height="80"></canvas>');
	}),
	ofPage("hidden headings", (page) => {
		for (const heading of page.all(HEADINGS)) page.setAttribute(heading, "style", "visibility:hidden");
	}),
	ofPage("all taken from screen readers", (page) => {
		for (const body of page.all("body")) page.setAttribute(body, "aria-hidden", "true");
	}),
	ofPage("all inert", (page) => {
		for (const body of page.all("body")) page.setAttribute(body, "inert", "");
	}),
	{
		name: "a frame in place of the content",
		costs: "something",
		apply: ({ page }) => {
			const framed = page.fresh();
			framed.rewriteBody(() => '<iframe src="/framed.html" title="Our site" width="100%" height="900"></iframe>');
			return { html: framed.edited(), files: { "/framed.html": page.html } };
		},
	},
];

/** Text of about the length of each text that stands there. */
function filled(page: PageSource, words: (length: number) => string): void {
	page.rewriteText((text) => words(text.trim().length).slice(0, text.trim().length));
}
