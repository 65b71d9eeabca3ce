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
			name: "A menu of spans",
			outcome: "fail",
			page: `<!doctype html><html lang="en"><head><title>Example Bindery</title></head><body><nav><span onclick="location.href='/repairs/'">Repairs</span> <span onclick="location.href='/courses/'">Courses</span> <span data-href="/about/">About us</span></nav><main><h1>Books</h1></main><footer><a href="/privacy/">Privacy</a></footer></body></html>`,
		},
		{
			name: "A menu whose clicks a script takes",
			outcome: "fail",
			page: '<!doctype html><html lang="en"><head><title>Example Bindery</title></head><body><nav><ul><li>Repairs<li>Courses<li>About us</ul></nav><main><h1>Books</h1></main></body></html>',
		},
		{
			name: "A card that can be clicked and holds its link",
			outcome: "pass",
			body: `<div onclick="location.href='/repairs/'"><h2><a href="/repairs/">Repairs</a></h2><p>Two weeks.</p></div>`,
		},
		{
			name: "A menu button beside links",
			outcome: "pass",
			body: '<nav><div class="burger" onclick="toggleMenu()">Menu</div> <a href="/repairs/">Repairs</a></nav>',
		},
		{
			name: "Steps that are no links",
			outcome: "pass",
			body: '<nav aria-label="Progress"><ol><li>Basket<li>Address<li>Payment</ol></nav>',
		},
		{
			name: "A page without links",
			outcome: "not-applicable",
			page: '<!doctype html><html lang="en"><head><title>Example Bindery</title></head><body><main><h1>Books</h1></main></body></html>',
		},
	],
};
