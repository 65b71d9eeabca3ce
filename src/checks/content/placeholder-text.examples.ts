import type { CheckExamples } from "../shared/example.ts";

const LATIN = `<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore.</p>
<p>Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat.</p>`;
const frame = (title: string, body: string, lang = "en") =>
	`<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;

export const placeholderTextExamples: CheckExamples = {
	check: "placeholder-text",
	examples: [
		{ name: "A page with its own words", outcome: "pass" },
		{
			name: "Lorem ipsum in every paragraph",
			outcome: "fail",
			page: frame("Studio", `<main><h1>Our studio</h1>${LATIN}<h2>What we do</h2>${LATIN}</main>`),
		},
		{ name: "Two paragraphs of lorem ipsum below real ones", outcome: "partial", body: LATIN },
		{
			name: "An article that shows what lorem ipsum looks like",
			outcome: "pass",
			body: `<h2>Why printers set Latin</h2><blockquote>${LATIN}</blockquote>`,
		},
		{
			name: "A site builder's own sections",
			outcome: "fail",
			page: frame(
				"Home | My Site",
				`<main><h1>Add a Title</h1><p>I'm a paragraph. Click here to add your own text and edit me.</p>
				<h2>Service Name</h2><p>Describe your service here.</p></main>`,
			),
		},
		{
			name: "The same in German",
			outcome: "fail",
			page: frame(
				"Startseite",
				"<main><h1>Überschrift hier eingeben</h1><p>Ihr Text hier.</p><p>Das ist ein Textblock. Klicken Sie auf den Bearbeiten-Button.</p></main>",
				"de",
			),
		},
		{
			name: "The first post of a new blog",
			outcome: "fail",
			page: frame(
				"My Blog – Just another WordPress site",
				"<main><h2>Hello world!</h2><p>Welcome to WordPress. This is your first post. Edit or delete it, then start writing!</p></main>",
			),
		},
		{
			name: "A server's default page",
			outcome: "fail",
			page: frame(
				"Welcome to nginx!",
				"<h1>Welcome to nginx!</h1><p>The server runs; its files are still to come.</p>",
			),
		},
		{
			name: "A list of the server's files",
			outcome: "fail",
			page: frame("Index of /", '<h1>Index of /</h1><pre><a href="old/">old/</a></pre>'),
		},
		{
			name: "A parked domain",
			outcome: "fail",
			page: frame("example.com is for sale", "<h1>example.com is for sale</h1><p>Make an offer today.</p>"),
		},
		{
			name: "A page that only says that a site is coming",
			outcome: "fail",
			page: frame("Próximamente", "<main><h1>Próximamente</h1><p>Estamos trabajando en nuestra web.</p></main>", "es"),
		},
		{
			name: "A shop that announces one product",
			outcome: "pass",
			body: "<h2>Coming soon</h2><p>Leather in green.</p>",
		},
		{
			name: "One word, over and over",
			outcome: "fail",
			page: frame("Studio", `<main><h1>Studio</h1><p>${"studio ".repeat(120)}</p></main>`),
		},
		{
			name: "A request for consent in place of the content",
			outcome: "fail",
			page: frame(
				"Studio",
				`<main><h1>Before you go on</h1><p>We and our 214 partners use cookies and personal data to measure how this site is used.</p><p><button>Accept all</button> <a href="/more">More choices</a></p></main>`,
			),
		},
		{
			name: "A request for consent before the content",
			outcome: "pass",
			body: `<div id="cookie-banner"><p>We and our partners use cookies and personal data, with your consent.</p><button>Accept all</button></div>`,
		},
		{
			name: "A page without text",
			outcome: "not-applicable",
			page: frame("x", '<img src="a.png" alt="">'),
		},
	],
};
