import { describe, expect, it } from "vitest";
import { plainPage } from "../example-site.ts";
import { FAULTS, MUTATIONS } from "./mutations.ts";
import { PageSource } from "./page-source.ts";

const PARTS = `<script src="/a.js"></script><img src="/a.png" alt="A press"><form><label for="f">Mail</label><input id="f" name="f"><button>Send</button></form>
<ul><li>Linen</li></ul><table><tr><th>Cover</th></tr></table><iframe src="/map" title="Map"></iframe><link hreflang="de" href="/de/">
<script type="application/ld+json">{"@type":"Product","name":"Notebook","datePublished":"2026-01-05","offers":{"@type":"Offer","price":"24.50","priceCurrency":"EUR"}}</script>`;
const page = new PageSource(plainPage({ body: `${PARTS}<h2>Hours</h2>` }));
const robots = "User-agent: *\nDisallow: /admin\n\nUser-agent: GPTBot\nUser-agent: Googlebot\nAllow: /\n";
const changeBy = (name: string) =>
	MUTATIONS.find((each) => each.name === name)?.apply({ host: "example.com", page, robots }) ?? {};

describe("mutations", () => {
	it("are 91 faults with different names, each of which changes a page that has every part", () => {
		expect(FAULTS).toHaveLength(91);
		expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(92);
		expect(
			MUTATIONS.filter((each) => Object.keys(each.apply({ host: "example.com", page, robots })).length === 0),
		).toEqual([]);
	});

	it("leave the rest of the source as it was written", () => {
		expect(changeBy("title |").html).toBe(page.html.replace("<title>Example Bindery<", "<title>|<"));
		expect(changeBy("wrong lang").html).toBe(page.html.replace('lang="en"', 'lang="ja"'));
		expect(changeBy("alt gone").html).toBe(page.html.replace(' alt="A press"', " "));
		expect(changeBy("all headings h1").html).toBe(page.html.replace("<h2>Hours</h2>", "<h1>Hours</h1>"));
	});

	it("do not change a page without a target", () => {
		const bare = new PageSource("<p>Two words</p>");
		const changed = FAULTS.filter((each) => each.apply({ host: "example.com", page: bare, robots }).html !== undefined);
		expect(changed.map(({ name }) => name)).not.toContain("headings gone");
		expect(changed.map(({ name }) => name)).toContain("content moved into a script");
	});

	it("empty the main part, or without one all text outside the frame", () => {
		expect(changeBy("main emptied").html).toMatch(/<main><\/main>/);
		const unmarked = new PageSource("<header>Name</header><div><p>Text <b>bold</b></p></div>");
		const emptied = FAULTS.find(({ name }) => name === "main emptied")?.apply({
			host: "example.com",
			page: unmarked,
			robots,
		});
		expect(emptied?.html).toBe("<header>Name</header><div><p><b></b></p></div>");
	});

	it("keep what robots.txt says to others", () => {
		expect(changeBy("robots.txt blocks training crawlers").robots).toMatch(
			/^User-agent: GPTBot\n[\s\S]*Disallow: \/\n\nUser-agent: \*\nDisallow: \/admin\n\nUser-agent: Googlebot\nAllow: \/\n$/,
		);
		expect(changeBy("robots.txt blocks all").robots).toBe("User-agent: *\nDisallow: /\n");
	});
});
