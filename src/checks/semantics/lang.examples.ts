import type { CheckExamples } from "../shared/example.ts";

const page = (lang: string, passage = "") =>
	`<!doctype html><html${lang}><head><title>Example Bindery</title></head><body><main><h1>Books, bound by hand</h1>${passage}</main></body></html>`;

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
		{ name: "An underscore in place of a hyphen", outcome: "fail", page: page(' lang="en_US"') },
		{
			name: "A passage in a language that does not exist",
			outcome: "partial",
			page: page(' lang="en"', '<p>They call it <q lang="french">reliure</q>.</p>'),
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
