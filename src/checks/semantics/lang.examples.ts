import type { CheckExamples } from "../shared/example.ts";

const page = (lang: string, passage = "") =>
	`<!doctype html><html${lang}><head><title>Example Bindery</title></head><body><main><h1>Books, bound by hand</h1>${passage}</main></body></html>`;

const ENGLISH =
	"We repair the books that you bring to us, and we sew those which have never been sewn. What they cost and when they will be ready is said before we begin, because nobody should have to guess. ".repeat(
		4,
	);
const GERMAN =
	"Wir nähen auch Bücher, die noch nie genäht wurden. Was es kostet und wann sie fertig sind, sagen wir vor dem Beginn. ".repeat(
		4,
	);

export const langExamples: CheckExamples = {
	check: "lang",
	examples: [
		{ name: "A language", outcome: "pass" },
		{ name: "A language as it is written in one country", outcome: "pass", page: page(' lang="pt-BR"') },
		{ name: "No language", outcome: "fail", page: page("") },
		{
			name: "Two other signs say another language",
			outcome: "partial",
			page: page(' lang="en"').replace("<title>", '<meta property="og:locale" content="de_DE"><title>'),
			headers: { "content-language": "de" },
		},
		{
			name: "A text in another language than it says",
			outcome: "fail",
			page: page(' lang="de"', `<p>${ENGLISH}</p>`),
		},
		{
			name: "A text in another script than it says",
			outcome: "fail",
			page: page(' lang="ja"', `<p>${ENGLISH}</p>`),
		},
		{
			name: "A quotation in another language",
			outcome: "pass",
			page: page(' lang="en"', `<p>${ENGLISH}</p><blockquote>${GERMAN}</blockquote>`),
		},
		{
			name: "Two languages side by side",
			outcome: "pass",
			page: page(' lang="de"', `<p>${GERMAN}</p><p>${ENGLISH.repeat(3)}</p>`),
		},
		{
			name: "A long passage that names its own language",
			outcome: "pass",
			page: page(' lang="de"', `<p>${GERMAN.slice(0, 200)}</p><div lang="en">${ENGLISH}</div>`),
		},
		{ name: "An underscore in place of a hyphen", outcome: "fail", page: page(' lang="en_US"') },
		{
			name: "A passage in a language that does not exist",
			outcome: "partial",
			page: page(' lang="en"', '<p>They call it <q lang="french">reliure</q>.</p>'),
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
