import type { CheckExamples } from "../shared/example.ts";

export const crawlableLinksExamples: CheckExamples = {
	check: "crawlable-links",
	examples: [
		{ name: "Links with addresses", outcome: "pass" },
		{
			name: "Script takes the click over, the address stays",
			outcome: "pass",
			body: '<nav><a href="/prices/" onclick="return go(this)">Prices</a></nav>',
		},
		{
			name: "A button that opens a submenu",
			outcome: "pass",
			body: '<nav><a href="#" role="button" aria-expanded="false">Services</a> <a href="/repairs/">Repairs</a></nav>',
		},
		{
			name: "One entry by script alone",
			outcome: "partial",
			body: `<nav><a href="javascript:openPage('prices')">Prices</a></nav>`,
		},
		{
			name: "A menu of clicks",
			outcome: "fail",
			page: `<!doctype html><html lang="en"><head><title>Example Bindery</title></head><body><nav><a onclick="location='/repairs/'">Repairs</a> <a onclick="location='/courses/'">Courses</a></nav><main><h1>Books</h1></main></body></html>`,
		},
		{
			name: "A page without links",
			outcome: "not-applicable",
			page: '<!doctype html><html lang="en"><head><title>Example Bindery</title></head><body><main><h1>Books</h1></main></body></html>',
		},
	],
};
