import { expect, test } from "vitest";
import type { PageImage } from "#evidence/page-digest.ts";
import { aPage, ask } from "../page.testkit.ts";
import { alt } from "./alt.ts";

const image = (parts: Partial<PageImage>): PageImage => ({
	at: "line 40, column 5",
	excerpt: '<img src="/cover.jpg">',
	src: "/cover.jpg",
	alt: null,
	ariaName: "",
	decorative: false,
	...parts,
});
const judge = (...images: readonly PageImage[]) => ask(alt, {}, aPage({ digest: { images } }));

test.each<[string, Partial<PageImage>]>([
	["a text", { alt: "A red kite over the sluice" }],
	["an empty alt: decoration", { alt: "" }],
	["a name by ARIA", { ariaName: "Red kite" }],
	["hidden from the tree", { decorative: true }],
	["a sentence that names a file", { alt: "Screenshot of report.png in the editor" }],
])("%s is an alternative", (_, parts) => {
	expect(judge(image(parts)).outcome).toBe("pass");
});

test.each<[string, Partial<PageImage>]>([
	["no alt", {}],
	["a file name", { alt: "IMG_2041.JPG" }],
])("%s is none", (_, parts) => {
	expect(judge(image(parts)).outcome).toBe("fail");
});

test("no images", () => {
	expect(judge().outcome).toBe("not-applicable");
});

test("the share that is right is earned", () => {
	const verdict = judge(image({ alt: "Kite" }), image({ alt: "" }), image({ alt: "Boat" }), image({}));
	expect(verdict).toMatchObject({
		outcome: "partial",
		ratio: 0.75,
		says: "1 of 4 images of https://example.com/ has no text alternative: /cover.jpg.",
		fix: 'Give <img src="/cover.jpg"> (line 40, column 5) an alt that says what it shows.',
		exhibits: [{ url: "https://example.com/", at: "line 40, column 5" }],
	});
});
