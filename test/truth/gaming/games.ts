import { type Change, type Mutation, ofPage } from "../mutations/mutation.ts";
import type { PageSource } from "../mutations/page-source.ts";

/** Everything that checks look for in a page, with 300 words of plain English. */
const GOODS = `<h2>What we do for you</h2>
<p>By <a rel="author" href="/team/anna-berg/">Anna Berg</a>, published on <time datetime="2026-11-02">2 November 2026</time></p>
<p>We repair and restore furniture for families, hotels and museums in the whole valley. A chair that wobbles is taken
apart, cleaned and glued again with the glue that its maker used, and a table whose top has split is closed with a piece
of the same wood. You bring what is broken to our workshop behind the old mill, or we fetch it with the van on Thursday
and tell you on the next day what the work will cost and when it can be ready.</p>
<h2>What it costs</h2>
<p>A first look is free. Gluing a chair costs $45, a new seat of cane $120, and for a table top we ask for $260 and a
deposit of a third. If the work turns out to be less than we thought, you pay less; if it is more, we ask you before we go
on. You can pay in cash, by card or by transfer, and we send an invoice with every job that says what was done and why.</p>
<table><caption>Prices</caption><tr><th scope="col">Work</th><th scope="col">Price</th></tr><tr><td>Chair</td><td>$45</td></tr></table>
<h2>How to find us</h2>
<p>The workshop is at 14 Mill Lane, on the left side of the river, and the bus stops in front of the door. We are open from
Monday to Friday between eight and five, and on Saturday until noon. Call 555 0117 or write to workshop@example.com, and
tell us what it is, how old you think it is and what has happened to it. A picture helps us more than any description, and
one that shows the broken place from near helps us most. We answer within a day, and mostly within an hour.</p>
<ul><li><a href="/about/">About us</a></li><li><a href="/contact/">Contact</a></li><li><a href="/privacy/">Privacy policy</a></li></ul>
<form method="post" action="/ask/"><label for="game-mail">Your email</label>
<input id="game-mail" name="email" type="email" autocomplete="email"><button>Ask</button></form>`;

const CONSENT = `<div class="consent" role="dialog" aria-label="Cookies"><h2>We value your privacy</h2><p>We and our 214 partners
store cookies on your device and process personal data, such as unique identifiers and pages that you have visited, so that
we can show offers that fit, measure how this site is used and make it better. With your consent, we and our partners may use
precise data on where you are. You can accept all cookies, reject those that are not necessary, or choose which purposes you
agree to. You can change your choice at any time in the cookie settings at the end of each page, and you can read in our
cookie policy how long each cookie is kept and who gets to see what is in it. Some partners do not ask for your consent and
rely on their legitimate interest; you can object to that.</p><button>Accept all cookies</button> <button>Reject all</button></div>`;
const LETTERS = "etaoinshrdlucmfwypvbgkjqxz";
const NOUNS =
	"boots sandals sneakers slippers loafers heels trainers brogues clogs moccasins pumps wedges espadrilles".split(" ");
const PLACES = "Boston Chicago Denver Houston Austin Seattle Portland Phoenix Dallas Miami Atlanta Detroit".split(" ");

/** Removes content; other tricks add some. */
export const REPLACES = ofPage("a consent wall in place of the content", (page) => page.rewriteBody(() => CONSENT));

/** Common tricks: readers cannot see or use their additions. */
export const GAMES: readonly Mutation[] = [
	styledAway("font-size:0", "font-size:0"),
	styledAway("white on white", "color:#fff!important;background:#fff!important;border:0"),
	hiding("opacity:0", "opacity:0"),
	hiding("visibility:hidden", "visibility:hidden"),
	hiding("a clip of no size", "position:absolute;clip:rect(0,0,0,0)"),
	hiding("a place off the screen", "position:absolute;left:-9999px"),
	adding("text hidden by the hidden attribute", `<div hidden>${GOODS}</div>`),
	adding("text in noscript", `<noscript>${GOODS}</noscript>`),
	styledAway("a class that is not displayed", "display:none"),
	adding("text in a dialog that nothing opens", `<dialog>${GOODS}</dialog>`),
	adding("random letters", `<section><h2>About us</h2>${paragraphs(12, noise)}</section>`),
	adding(
		"one paragraph with other numbers",
		paragraphs(
			60,
			(n) => `We have repaired chair number ${7001 + n} in ${9001 + 3 * n} hours, and its owner was happy with it.`,
		),
	),
	adding(
		"a thousand dummy questions",
		paragraphs(
			1000,
			(n) => `<b>Question ${7001 + n}: what does repair ${n + 7001} cost?</b> It costs what repair ${n + 7001} costs.`,
		),
	),
	adding("a list of keywords", `<section>${paragraphs(8, keywords)}</section>`),
	REPLACES,
	adding("a consent banner", CONSENT),
	inData("an invented organization", [
		{
			"@type": "Organization",
			"@id": "#org",
			name: "Universal Excellence Holdings",
			url: "/",
			logo: "/logo.png",
			description: "The leading company of its kind.",
			sameAs: ["https://en.wikipedia.org/wiki/Siemens", "https://www.wikidata.org/wiki/Q81230"],
			contactPoint: { "@type": "ContactPoint", telephone: "+1 555 0199", email: "hello@example.com" },
			address: { "@type": "PostalAddress", streetAddress: "1 High Street", addressCountry: "US" },
		},
		{ "@type": "WebSite", name: "Universal Excellence Holdings", url: "/", publisher: { "@id": "#org" } },
	]),
	inData("an organization without a name, and somebody else's pages", [
		{
			"@type": "Organization",
			url: "https://www.siemens.com/",
			logo: "https://www.siemens.com/logo.png",
			sameAs: ["https://en.wikipedia.org/wiki/Siemens", "https://www.wikidata.org/wiki/Q81230"],
		},
	]),
	inData("an invented person", [
		{ "@type": "Person", name: "Pat Excellence", sameAs: ["https://en.wikipedia.org/wiki/Werner_von_Siemens"] },
	]),
	inData("a product that nobody can see, with a rating alone", [
		{
			"@type": "Product",
			name: "Universal Excellence",
			aggregateRating: { "@type": "AggregateRating", ratingValue: "4.9", reviewCount: "2187" },
		},
	]),
	inData("a product with ratings that nobody can see", [
		{
			"@type": "Product",
			name: "Universal Excellence",
			image: "/logo.png",
			description: "The best there is.",
			sku: "UE-1",
			brand: { "@type": "Brand", name: "Universal" },
			aggregateRating: { "@type": "AggregateRating", ratingValue: "4.9", reviewCount: "2187" },
			review: [
				{
					"@type": "Review",
					author: { "@type": "Person", name: "Pat Doe" },
					datePublished: "2026-11-02",
					reviewRating: { "@type": "Rating", ratingValue: "5" },
				},
			],
			offers: { "@type": "Offer", price: "49.00", priceCurrency: "USD", availability: "https://schema.org/InStock" },
		},
	]),
	inData("a flood of questions that nobody can see", [
		{
			"@type": "FAQPage",
			mainEntity: Array.from({ length: 200 }, (_, n) => ({
				"@type": "Question",
				name: `What is question ${n}?`,
				acceptedAnswer: { "@type": "Answer", text: `It is the question that is asked after question ${n - 1}.` },
			})),
		},
	]),
	inData("an article and a breadcrumb trail that nobody can see", [
		{
			"@type": "Article",
			headline: "Why we are the best",
			author: { "@type": "Person", name: "Pat Doe", url: "/authors/pat-doe/" },
			datePublished: "2026-11-02",
			dateModified: "2026-11-20",
			image: "/logo.png",
		},
		{
			"@type": "BreadcrumbList",
			itemListElement: ["Home", "Best"].map((name, at) => ({
				"@type": "ListItem",
				position: at + 1,
				name,
				item: `/${at === 0 ? "" : "best/"}`,
			})),
		},
	]),
	withFiles("stubs of llms.txt and agents.md", {
		"/llms.txt": "# Welcome\n\n> We are here.\n\n## Pages\n\n- [Home](/): the home page\n",
		"/llms-full.txt": "# Welcome\n",
		"/agents.md": "# Agents\n\nWelcome.\n",
		"/AGENTS.md": "# Agents\n\nWelcome.\n",
		"/index.md": "# Welcome\n",
	}),
	withFiles("stubs of interfaces", {
		"/.well-known/agent-skills/index.json": JSON.stringify({
			$schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
			skills: [
				{ name: "welcome", type: "skill-md", description: "Says welcome to agents.", url: "/skills/welcome/SKILL.md" },
			],
		}),
		"/skills/welcome/SKILL.md": "---\nname: welcome\ndescription: Says welcome to agents.\n---\nWelcome.\n",
		"/.well-known/ai-catalog.json": JSON.stringify({ specVersion: "1.0", entries: [] }),
		"/.well-known/api-catalog": JSON.stringify({ linkset: [{ anchor: "/" }] }),
		"/openapi.json": JSON.stringify({ openapi: "3.1.0", info: { title: "API", version: "1" }, paths: {} }),
		"/auth.md": "# Sign in\n",
	}),
	ofPage("tags of keywords and of what holds anyway", (page) => {
		page.addToHead(`<meta name="keywords" content="${keywords(0)}">
<meta name="robots" content="index, follow, max-snippet:-1"><meta name="rating" content="general">`);
	}),
];

function hiding(way: string, style: string): Mutation {
	return adding(`text hidden by ${way}`, `<div style="${style}">${GOODS}</div>`);
}

/** Links and fields have sizes and colours of their own, which a rule for all has to take. */
function styledAway(way: string, style: string): Mutation {
	return ofPage(`text hidden by ${way}`, (page) => {
		page.addToHead(`<style>.below,.below *{${style}}</style>`);
		page.addToBody(`<div class="below">${GOODS}</div>`);
	});
}

function adding(name: string, html: string): Mutation {
	return ofPage(name, (page) => page.addToBody(html));
}

function inData(name: string, graph: readonly object[]): Mutation {
	const block = JSON.stringify({ "@context": "https://schema.org", "@graph": graph });
	return ofPage(name, (page: PageSource) => page.addToHead(`<script type="application/ld+json">${block}</script>`));
}

function withFiles(name: string, files: NonNullable<Change["files"]>): Mutation {
	return { name, costs: "something", apply: () => ({ files }) };
}

function paragraphs(count: number, text: (number: number) => string): string {
	return Array.from({ length: count }, (_, number) => `<p>${text(number)}</p>`).join("\n");
}

/** Reproducible words of independent letters with English frequencies. */
function noise(number: number): string {
	let seed = number + 1;
	const next = (below: number) => {
		seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
		return (seed >>> 8) % below;
	};
	const word = () => Array.from({ length: 2 + next(8) }, () => LETTERS[Math.min(next(26), next(26))]).join("");
	return `${Array.from({ length: 25 }, word).join(" ")}.`;
}

function keywords(number: number): string {
	return NOUNS.map((noun, at) => `cheap ${noun} ${PLACES[(at + number) % PLACES.length]}`).join(", ");
}
