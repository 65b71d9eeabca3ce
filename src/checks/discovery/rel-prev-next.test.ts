import { expect, test } from "vitest";
import { aLink, aPage, ask } from "../page.testkit.ts";
import { relPrevNext } from "./rel-prev-next.ts";

test.each([
	["next", aPage({ digest: { links: [aLink("next", "/page/2")] } }), '<link rel="next" href="/page/2">'],
	["prev", aPage({ digest: { links: [aLink("prev", "/")] } }), '<link rel="prev" href="/">'],
])("%s is seen, and costs nothing", (_, page, excerpt) => {
	const verdict = ask(relPrevNext, {}, page);
	expect(verdict).toMatchObject({ outcome: "pass", exhibits: [{ url: page.url, excerpt }] });
	expect(verdict.says).toContain("without effect");
});

test.each([
	["a canonical link", aPage({ digest: { links: [aLink("canonical", "/")] } })],
	["prefetch", aPage({ digest: { links: [aLink("prefetch", "/next")] } })],
])("%s is no sign of it", (_, page) => {
	expect(ask(relPrevNext, {}, page).outcome).toBe("not-applicable");
});
