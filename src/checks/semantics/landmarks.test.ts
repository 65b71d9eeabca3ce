import { expect, test } from "vitest";
import type { PageDigest } from "#evidence/page-digest.ts";
import { aPage, ask } from "../page.testkit.ts";
import { aBarrier, operability } from "../shared/barriers.testkit.ts";
import { landmarks } from "./landmarks.ts";

const aLandmark = (role: string) => ({ role, label: "", at: "line 9, column 1", excerpt: `<${role}>` });
const judge = (roles: readonly string[], links: number, digest: Partial<PageDigest> = {}) => {
	const counts = { ...aPage().digest.counts, anchors: links };
	return ask(landmarks, {}, aPage({ digest: { landmarks: roles.map(aLandmark), counts, ...digest } }));
};

test.each<[string, readonly string[], number, string]>([
	["all of them", ["banner", "navigation", "main", "contentinfo"], 20, "pass"],
	["a navigation alone", ["navigation"], 20, "pass"],
	["a main part alone", ["main"], 20, "fail"],
	["nothing", [], 5, "fail"],
	["nothing on a page without a menu", ["main"], 4, "not-applicable"],
])("%s", (_, roles, links, outcome) => {
	expect(judge(roles, links).outcome).toBe(outcome);
});

test("two indistinguishable landmarks", () => {
	const twin = aBarrier("landmark-unlabelled", '<nav class="foot">', "2 navigations have no name");
	const digest = { operability: operability({ "landmark-unlabelled": 2 }, twin) };
	expect(judge(["navigation", "navigation"], 20, digest)).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		says: expect.stringContaining("2 navigations have no name (line 20, column 3)"),
		fix: expect.stringContaining('Add an aria-label to <nav class="foot"> (line 20, column 3)'),
		exhibits: [{ excerpt: '<nav class="foot">' }],
	});
});

test("a second header belongs into a section, a second search needs a label", () => {
	const fixOf = (excerpt: string) => {
		const twin = aBarrier("landmark-unlabelled", excerpt);
		return judge(["banner", "banner"], 20, { operability: operability({ "landmark-unlabelled": 2 }, twin) });
	};
	expect(fixOf("<header>")).toHaveProperty("fix", expect.stringMatching(/^Put <header> .* inside the <main>/));
	expect(fixOf("<form role=search>")).toHaveProperty(
		"fix",
		expect.stringMatching(/distinguishes it from the other\.$/),
	);
});

test.each([
	['<nav class="site-footer__links">', "en", "Main", ', such as aria-label="Footer".'],
	['<nav id="Breadcrumbs">', "en-GB", "", ', such as aria-label="Breadcrumb".'],
	['<nav class="nav-foot">', "en", "Footer", "says what it is for."],
	['<nav class="barefoot-shoes">', "en", "", "says what it is for."],
	['<nav class="footer">', "de", "", "says what it is for."],
	['<nav data-part="footer">', "en", "", "says what it is for."],
])("%s on a page in %s beside a landmark labelled %j: %s", (excerpt, language, label, words) => {
	const lang = { text: language, at: "line 2", excerpt: "<html>" };
	const others = [{ ...aLandmark("navigation"), label }];
	const twins = operability({ "landmark-unlabelled": 2 }, aBarrier("landmark-unlabelled", excerpt));
	const verdict = judge(["navigation"], 20, { lang, landmarks: others, operability: twins });
	expect(verdict).toHaveProperty("fix", expect.stringContaining(words));
});

test("an empty page yields", () => {
	expect(landmarks.yieldsTo).toContain("text-without-js");
});
