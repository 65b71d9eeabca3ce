import { expect, test } from "vitest";
import type { Barrier, PageImage } from "#evidence/page-digest.ts";
import { ask } from "../page.testkit.ts";
import { aBarredPage, aBarrier } from "../shared/barriers.testkit.ts";
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
const judge = (images: readonly PageImage[], barriers: readonly Barrier[] = [], examined = barriers.length) =>
	ask(alt, {}, aBarredPage({ "image-name": examined }, barriers, { images }));
const NAMELESS = aBarrier("image-name", '<img src="/cover.jpg">');

test.each<[string, Partial<PageImage>]>([
	["a text", { alt: "A red kite over the sluice" }],
	["an empty alt: decoration", { alt: "" }],
	["a name by ARIA", { alt: "kite.jpg", ariaName: "Red kite" }],
	["hidden from the tree", { alt: "kite.jpg", decorative: true }],
	["a sentence that names a file", { alt: "Screenshot of report.png in the editor" }],
])("%s is an alternative", (_, parts) => {
	expect(judge([image(parts)])).toEqual({
		outcome: "pass",
		says: "1 image, with a text description or marked as decoration.",
	});
});

test("a file name does not count, nor does a barrier", () => {
	expect(judge([image({ alt: "IMG_2041.JPG" })]).outcome).toBe("fail");
	expect(judge([image({})], [NAMELESS]).outcome).toBe("fail");
});

test("no images", () => {
	expect(judge([]).outcome).toBe("not-applicable");
});

test("the share that is right is earned", () => {
	const images = [image({ alt: "Kite" }), image({ alt: "" }), image({ alt: "Boat" }), image({})];
	expect(judge(images, [NAMELESS], 2)).toMatchObject({
		outcome: "partial",
		ratio: 0.75,
		says: "1 of 4 images of https://example.com/ has no text description: /cover.jpg.",
		fix: 'Give <img src="/cover.jpg"> (line 20, column 3) an alt that says what it shows.',
		exhibits: [{ url: "https://example.com/", at: "line 20, column 3" }],
	});
});

test("drawings count, and are fixed by a title", () => {
	const page = aBarredPage({ "svg-name": 2 }, [aBarrier("svg-name", '<svg role="img">')]);
	expect(ask(alt, {}, page)).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		says: expect.stringContaining("no text description: line 20, column 3."),
		fix: expect.stringContaining("a <title> that says what it shows"),
	});
});

test("a picture inside the page is known by its place", () => {
	const inline = aBarrier("image-name", '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">');
	expect(judge([], [inline], 2).says).toContain("no text description: line 20, column 3.");
});

test("many are counted, a few named", () => {
	const files = [image({ alt: "a.jpg" }), image({ alt: "b.jpg" }), image({ alt: "A boat" })];
	expect(judge(files, [NAMELESS, NAMELESS], 9)).toMatchObject({
		says: "4 of 9 images of https://example.com/ have no text description: /cover.jpg, /cover.jpg, /cover.jpg and 1 more.",
		fix: expect.stringContaining("and do the same for 3 more"),
	});
});

test("a picture in a link without a name is counted with the links", () => {
	const inLink: Barrier = { ...NAMELESS, inNamelessLink: true };
	const page = (barriers: readonly Barrier[], images: readonly PageImage[]) => {
		const plain = aBarredPage({ "image-name": barriers.length }, barriers, { images });
		const operability = { ...plain.digest.operability, inNamelessLinks: 1 };
		return ask(alt, {}, { ...plain, digest: { ...plain.digest, operability } });
	};
	expect(page([inLink], [image({})])).toMatchObject({
		outcome: "not-applicable",
		says: "1 image without a text description is in links without a name. The check control-names counts it.",
	});
	expect(page([inLink, NAMELESS], [image({}), image({}), image({ alt: "Kite" })])).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		says: expect.stringContaining("1 of 2 images"),
		exhibits: [{ excerpt: NAMELESS.excerpt }],
	});
	expect(page([inLink, NAMELESS], [image({}), image({})]).outcome).toBe("fail");
});
