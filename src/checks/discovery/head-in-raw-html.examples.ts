import type { CheckExamples } from "../shared/example.ts";

const HEAD = {
	title: "Example Bindery",
	description: "Books bound by hand.",
	robots: [],
	jsonLdTypes: ["Organization"],
};
const TEXT = `<p>We sew loose sheets into books and repair those whose backs have given up. Bring the book to the workshop behind
the mill, or send it by post in a box with paper around it. We look at the thread, the glue and the boards, and write to you
within a week what can be done, how long it takes and what it costs. A new spine for a novel is ready in ten days; an atlas
with torn maps needs a month, since each sheet is washed, dried and lined. Leather we dye ourselves, and we keep a sample of
every colour, so that the second volume of a set can be bound like the first one.</p>`;

export const headInRawHtmlExamples: CheckExamples = {
	check: "head-in-raw-html",
	examples: [
		{ name: "The served page is complete", outcome: "pass" },
		{
			name: "A script writes canonical link and structured data",
			outcome: "partial",
			page: `<!doctype html><html lang="en"><title>Example Bindery</title><meta name="description" content="Books bound by hand."><main><h1>Books</h1>${TEXT}</main><script src="/head.js"></script></html>`,
			rendered: { head: { ...HEAD, canonical: ["https://example.com/"] } },
		},
		{
			name: "A template's title, and the whole head by script",
			outcome: "fail",
			page: `<!doctype html><html lang="en"><title>React App</title><main><h1>Books</h1>${TEXT}</main><script src="/head.js"></script></html>`,
			rendered: { head: { ...HEAD, canonical: ["https://example.com/"] } },
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
