import { expect, test } from "vitest";
import type { RenderedPage } from "#evidence/evidence-map.ts";
import type { TextFacts } from "#evidence/page-digest.ts";
import { absent, aPage, ask, aText, found } from "../page.testkit.ts";
import { rawVsRendered } from "./raw-vs-rendered.ts";

const judge = (raw: Partial<TextFacts>, after: Partial<TextFacts>) => {
	const rendered = { browser: "Chromium 156", text: aText(after) } as RenderedPage;
	const home = found(aPage({ digest: { text: aText(raw) } }));
	return ask(rawVsRendered, { home, rendered: found(rendered) });
};

test.each([
	[1000, 1000, "pass"],
	[800, 1000, "pass"],
	[799, 1000, "partial"],
	[500, 1000, "partial"],
	[499, 1000, "fail"],
	[1500, 1000, "pass"],
	[10, 199, "not-applicable"],
])("%i of %i characters of main text: %s", (raw, after, outcome) => {
	expect(judge({ main: raw, visible: 2000 }, { main: after, visible: after }).outcome).toBe(outcome);
});

test("a share below 80 % lowers the score", () => {
	expect(judge({ main: 600 }, { main: 1000, visible: 1000 })).toMatchObject({ outcome: "partial", ratio: 0.6 / 0.8 });
});

test("without a main part on either side all text is compared", () => {
	expect(judge({ main: 0, visible: 900 }, { main: 900, visible: 1000 })).toMatchObject({ outcome: "pass" });
	expect(judge({ main: 0, visible: 100 }, { main: 900, visible: 1000 })).toMatchObject({
		outcome: "fail",
		says: expect.stringContaining("100 of 1000 characters"),
	});
});

test("text that scripts remove or hide is reported, but not a fault", () => {
	const says = ({ main }: { readonly main: number }) => judge({ main: 1_000 }, { main, visible: main });
	expect(says({ main: 600 })).toMatchObject({
		outcome: "pass",
		says: expect.stringContaining("Scripts remove or hide 400 of the characters"),
	});
	expect(says({ main: 900 }).says).not.toContain("take away");
});

test("without a page there is nothing to render", () => {
	expect(ask(rawVsRendered, { home: absent(503), rendered: absent(503) }).outcome).toBe("not-applicable");
});
