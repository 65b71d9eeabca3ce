import { describe, expect, it } from "vitest";
import { navigation } from "./navigation.ts";
import { createSiteLinks } from "./site-links.ts";

const links = createSiteLinks("https://sightline.example/under");
const marks = (current: string, has = { api: true, accounts: true }) =>
	Object.fromEntries(navigation(links, current, has).map(({ label, current }) => [label, current]));

describe("navigation", () => {
	it("leads to the four parts of the site, and to one's own sites where people can sign in", () => {
		expect(Object.keys(marks(links.home))).toEqual(["Scan", "Wall", "Methodology", "Developers", "Dashboard"]);
		expect(Object.keys(marks(links.home, { api: false, accounts: false }))).toEqual(["Scan", "Wall", "Methodology"]);
	});

	it("marks the page itself and the part that a page lies in, nothing on the home page", () => {
		expect(marks(links.wall())).toMatchObject({ Wall: "page", Methodology: undefined });
		expect(marks(links.brief("example.com"))).toMatchObject({ Wall: "true", Scan: undefined });
		expect(marks(links.checks)).toMatchObject({ Methodology: "true" });
		expect(marks(links.tools)).toMatchObject({ Developers: "true" });
		expect(marks(links.wall("name"))).toMatchObject({ Wall: "true" });
		expect(Object.values(marks(links.home)).filter(Boolean)).toEqual([]);
	});
});
