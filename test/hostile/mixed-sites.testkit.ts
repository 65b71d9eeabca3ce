/** What nobody listed: sites put together at random from parts of the others, the same for the same seed. */

import fc from "fast-check";
import {
	type HostileAnswer,
	type HostileSite,
	page,
	type Reply,
	redirect,
	site,
	typed,
} from "./hostile-site.testkit.ts";

const PATHS = [
	"/",
	"/robots.txt",
	"/sitemap.xml",
	"/llms.txt",
	"/feed",
	"/api",
	"/.well-known/agent-card.json",
	"/.well-known/api-catalog",
	"/.well-known/ai-catalog.json",
];
const TYPES = [
	"text/html",
	"text/html; charset=utf-16",
	"text/plain",
	"application/xml",
	"application/json",
	"application/yaml",
	"image/png",
];
const NAMED = "<link rel=alternate type=application/rss+xml href=/feed><link rel=service-desc href=/api>";

/** Pieces of every language that a site is read in; repeated and joined, they are seldom valid and never ordinary. */
const PIECES = [
	"<div>",
	"</div>",
	"<b>",
	"<p ",
	"<!--",
	"-->",
	"<table>",
	"<svg>",
	"<a href='",
	"'>",
	"<script type=application/ld+json>",
	"</script>",
	"<url>",
	"<loc>",
	"</loc>",
	"<sitemap>",
	"<![CDATA[",
	"]]>",
	"<!DOCTYPE x [",
	"<?xml version='1.0'?>",
	"&a;",
	"<item>",
	"User-agent: *\n",
	"Disallow: /*a",
	"Sitemap: http://",
	"\n",
	"\r",
	"# ",
	"[a](",
	")",
	"```\n",
	'{"a":',
	"[",
	"]",
	"}",
	",",
	'"',
	"\\u0000",
	"1e9",
	"- &a ",
	"*a",
	"? ",
	": ",
	"|\n",
	"  ",
	"\0",
	"\ufeff",
	"\u202e",
	"\ud800",
	" ",
	".",
	"@",
	"-",
	"2024-",
	"€ 1",
	"By ",
	"%zz",
	"../",
];

const body = fc
	.array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(1, 3, 50, 3_000, 60_000)), { minLength: 1, maxLength: 8 })
	.map(
		(parts) => () =>
			parts
				.map(([piece, times]) => piece.repeat(times))
				.join("")
				.slice(0, 3_000_000),
	);

const reply: fc.Arbitrary<Reply> = fc
	.record({
		status: fc.constantFrom(200, 200, 200, 206, 404, 500),
		type: fc.constantFrom(...TYPES),
		body,
		framed: fc.boolean(),
	})
	.map(({ status, type, body: text, framed }) => ({
		status,
		...typed(type, framed ? () => page(text(), NAMED) : text),
	}));

const ending = (text: string): HostileAnswer => ({ raw: (socket) => void socket.end(text) });

const answer: fc.Arbitrary<HostileAnswer> = fc.oneof(
	{ weight: 8, arbitrary: reply },
	{ weight: 1, arbitrary: fc.constantFrom(...PATHS).map((path) => redirect(path)) },
	{ weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }).map(ending) },
);

const paths = fc.dictionary(fc.constantFrom(...PATHS, "*"), answer, { minKeys: 1, noNullPrototype: true });

/** This many sites from a seed. */
export function mixedSites(count: number, seed: number): readonly HostileSite[] {
	const mode = fc.constantFrom("light", "light", "deep") satisfies fc.Arbitrary<HostileSite["mode"]>;
	return fc
		.sample(fc.record({ paths, mode }), { seed, numRuns: count })
		.map(({ paths: found, mode: how }, at) => site(`mixed-${seed}-${at}`, found, { mode: how }));
}
