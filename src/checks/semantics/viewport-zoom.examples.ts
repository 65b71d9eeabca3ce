import type { CheckExamples } from "../shared/example.ts";

const viewport = (content: string) => `<meta name="viewport" content="${content}">`;

export const viewportZoomExamples: CheckExamples = {
	check: "viewport-zoom",
	examples: [
		{ name: "The usual viewport", outcome: "pass" },
		{ name: "A limit that is high enough", outcome: "pass", head: viewport("width=device-width, maximum-scale=5") },
		{ name: "Zooming turned off", outcome: "fail", head: viewport("width=device-width, user-scalable=no") },
		{ name: "A limit of one", outcome: "fail", head: viewport("width=device-width, initial-scale=1, maximum-scale=1") },
		{
			name: "A page without a viewport",
			outcome: "not-applicable",
			page: '<!doctype html><html lang="en"><head><title>Example Bindery</title></head><body><main><h1>Books, bound by hand</h1></main></body></html>',
		},
	],
};
