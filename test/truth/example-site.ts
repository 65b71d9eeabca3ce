import type { ExampleAnswer } from "#checks/shared/example.ts";

/** Host of all examples. */
export const EXAMPLE_HOST = "example.com";

const ORGANIZATION = {
	"@context": "https://schema.org",
	"@graph": [
		{
			"@type": "Organization",
			"@id": "https://example.com/#org",
			name: "Example Bindery",
			url: "https://example.com/",
			logo: "https://example.com/logo.png",
			sameAs: ["https://social.example.net/@examplebindery"],
		},
		{
			"@type": "WebSite",
			name: "Example Bindery",
			url: "https://example.com/",
			publisher: { "@id": "https://example.com/#org" },
		},
	],
};

const PLAIN_HEAD = `<meta charset="utf-8">
<title>Example Bindery</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Books bound by hand: repairs, short runs and courses, with opening hours and prices.">
<link rel="canonical" href="https://example.com/">
<meta property="og:title" content="Example Bindery">
<meta property="og:type" content="website">
<meta property="og:url" content="https://example.com/">
<meta property="og:image" content="https://example.com/cover.png">
<meta property="og:site_name" content="Example Bindery">
<script type="application/ld+json">${JSON.stringify(ORGANIZATION)}</script>`;

const PLAIN_TEXT = `<p>We repair books whose backs have given up, sew loose sheets into new ones, and teach both on Saturdays.
A repair takes two weeks and costs between forty and ninety in the currency of your choice; we tell you the price before
we begin, and nothing is glued that was sewn.</p>
<p>Short runs of up to two hundred copies are printed next door and bound here. Bring the sheets folded, or bring the
file and we fold them. Linen, half linen and paper covers are in stock in eleven colours; leather is ordered from a
tannery that we have known for twenty years.</p>
<p>The workshop is open from Tuesday to Saturday, nine to six. Ring the bell twice: the press is loud.</p>`;

/** The plain home page with an example's parts. */
export function plainPage(
	parts: { readonly head?: string | undefined; readonly body?: string | undefined } = {},
): string {
	return `<!doctype html>
<html lang="en">
<head>
${PLAIN_HEAD}
${parts.head ?? ""}
</head>
<body>
<header><p>Example Bindery</p>
<nav><a href="/repairs/">Repairs</a> <a href="/courses/">Courses</a></nav></header>
<main>
<h1>Books, bound by hand</h1>
${PLAIN_TEXT}
${parts.body ?? ""}
</main>
<footer><a href="/about/">About us</a> <a href="/contact/">Contact</a> <a href="/privacy/">Privacy</a></footer>
</body>
</html>
`;
}

function innerPage(path: string, name: string, text: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${name} – Example Bindery</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${name} of the Example Bindery: what you need to know before you come to us.">
<link rel="canonical" href="https://example.com${path}">
<meta property="og:title" content="${name}">
<meta property="og:type" content="website">
<meta property="og:url" content="https://example.com${path}">
<meta property="og:image" content="https://example.com/cover.png">
<meta property="og:site_name" content="Example Bindery">
</head>
<body>
<header><p>Example Bindery</p>
<nav><a href="/">Home</a> <a href="/repairs/">Repairs</a> <a href="/courses/">Courses</a></nav></header>
<main>
<h1>${name}</h1>
${text}
</main>
<footer><a href="/about/">About us</a> <a href="/contact/">Contact</a> <a href="/privacy/">Privacy</a></footer>
</body>
</html>
`;
}

const INNER_PAGES: readonly (readonly [path: string, name: string, text: string])[] = [
	[
		"/repairs/",
		"Repairs",
		`<p>Most books that come to us have a broken joint: the board hangs by a thread. We lift the old cloth, line the back
with fresh linen and set the board again, so that the book opens flat and the old cover stays. Mould, worms and water need
other treatment, and we say so. Send a picture of the back, the hinge and the worst page, with the height in centimetres; you
have an estimate by the next evening. We return what cannot be saved without a charge, in the box in which it came.</p>`,
	],
	[
		"/courses/",
		"Courses",
		`<p>A beginner's Saturday has six places. You fold and sew eight sections, round the back with a hammer and go home with
a notebook that lasts. The second course is about boxes, the third about leather and patience. Tools and paper are there;
wear something that glue may touch. If you cannot come, tell us two days before, and somebody from the waiting list takes
your stool. The calendar hangs at the door and the next dates are always the last Saturday of the month.</p>`,
	],
	[
		"/about/",
		"About us",
		`<p>Two of us learned the trade at a university library and one in a printing works that no longer exists. Since 1998
we have shared a room with a guillotine from Leipzig, four presses and a cat. We work for libraries, for collectors and for
people who own one book that matters. Everything leaves the house with a slip that says who did what, so that the next
binder, in eighty years or so, need not guess what we were thinking when we chose this thread.</p>`,
	],
	[
		"/contact/",
		"Contact",
		`<p>Our address is 12 Thread Lane, second court, the green door. The telephone number is 555 0100, answered between
nine and noon; in the afternoon the machines win. Letters reach us faster than messages. There is a loading bay for lorries
behind the bakery and a bench for people in front of it. Trams three and eleven stop at the corner, and the lift has room
for a wheelchair and a folio at the same time, though not for the guillotine.</p>`,
	],
	[
		"/privacy/",
		"Privacy",
		`<p>This site keeps no cookies and counts no visitors. When you write to us we keep your letter for as long as your book
is here, and the invoice for as long as the law asks, which is ten years. Nobody else reads either. You may ask what we
hold about you, have it corrected, or have it deleted where no law forbids that; write to the address on the contact page and
sign by hand. The person who answers is the one who sweeps the floor on Fridays, so allow a week.</p>`,
	],
];

const SITEMAP = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${["/", ...INNER_PAGES.map(([path]) => path)]
	.map((path, index) => `<url><loc>https://example.com${path}</loc><lastmod>2026-0${index + 1}-14</lastmod></url>`)
	.join("\n")}
</urlset>
`;

/** Header fields of every page of the plain site. */
export const PLAIN_HEADERS: Readonly<Record<string, string>> = {
	"content-type": "text/html; charset=utf-8",
	"content-encoding": "gzip",
	"strict-transport-security": "max-age=31536000; includeSubDomains",
	"x-content-type-options": "nosniff",
	etag: '"a1b2c3"',
	"last-modified": "Wed, 14 Jan 2026 09:00:00 GMT",
};

/** Other responses of the plain site, by URL. */
export const PLAIN_ANSWERS: Readonly<Record<string, ExampleAnswer>> = {
	"https://example.com/robots.txt": {
		headers: { "content-type": "text/plain; charset=utf-8" },
		body: "User-agent: *\nAllow: /\n\nSitemap: https://example.com/sitemap.xml\n",
	},
	"https://example.com/sitemap.xml": { headers: { "content-type": "application/xml" }, body: SITEMAP },
	...Object.fromEntries(
		INNER_PAGES.map(([path, name, text]) => [
			`https://example.com${path}`,
			{ headers: PLAIN_HEADERS, body: innerPage(path, name, text) },
		]),
	),
	"https://example.com/cover.png": { headers: { "content-type": "image/png" }, body: "\u0089PNG" },
	"http://example.com/": { status: 301, headers: { location: "https://example.com/" } },
	"https://www.example.com/": { status: 301, headers: { location: "https://example.com/" } },
	"https://social.example.net/@examplebindery": { headers: PLAIN_HEADERS, body: "<title>Example Bindery</title>" },
};
