import type { CheckExamples } from "../shared/example.ts";

const TEXT = `We lift the old cloth, line the back with fresh linen and set the board again, so that the book opens flat and
the old cover stays. Mould, worms and water need other treatment, and we say so. Send a picture of the back, the hinge and
the worst page, with the height in centimetres; you have an estimate by the next evening. We return what cannot be saved
without a charge, in the box in which it came. Most books that come to us have a broken joint: the board hangs by a thread.
The workshop is open from Tuesday to Saturday, nine to six. Ring the bell twice, since the press is loud in the morning.`;
const town = (name: string, canonical = "") =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Binding in ${name}</title>${canonical}</head><body>
<main><h1>Binding in ${name}</h1><p>${TEXT}</p></main></body></html>`;

export const nearDuplicateExamples: CheckExamples = {
	check: "near-duplicate",
	examples: [
		{ name: "Pages that each say something else", outcome: "pass" },
		{
			name: "One text for two towns",
			outcome: "partial",
			files: { "/repairs/": town("Leipzig"), "/courses/": town("Halle") },
		},
		{
			name: "One text, and one page that counts",
			outcome: "pass",
			files: {
				"/repairs/": town("Leipzig"),
				"/courses/": town("Halle", '<link rel="canonical" href="https://example.com/repairs/">'),
			},
		},
		{
			name: "One text for two countries",
			outcome: "pass",
			files: {
				"/repairs/": town("Leipzig").replace('lang="en"', 'lang="en-GB"'),
				"/courses/": town("Leipzig").replace('lang="en"', 'lang="en-US"'),
			},
		},
		{
			name: "A version that is not translated yet",
			outcome: "pass",
			files: {
				"/repairs/": town("Leipzig", '<link rel="alternate" hreflang="de" href="https://example.com/courses/">'),
				"/courses/": town("Leipzig"),
			},
		},
		{
			name: "A site of one page",
			outcome: "not-applicable",
			page: `<!doctype html><html lang="en"><title>One page</title><main><h1>One page</h1><p>${TEXT}</p></main></html>`,
			files: {
				"/sitemap.xml": null,
				"/robots.txt": "User-agent: *\nAllow: /\n",
			},
		},
		{
			name: "Closed to all crawlers, us among them",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
	],
};
