import type { PageImage } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../exhibits.ts";
import { count, listing } from "../phrasing.ts";

/** A file name says nothing of a picture: `IMG_2041.JPG`, `hero-final2.webp`. */
const FILE_NAME = /^[^\s/]+\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)$/i;

export const alt = definePageCheck({
	id: "alt",
	pillar: "semantics",
	engines: ["search", "answers"],
	grade: "standard",
	mode: "light",
	weight: 3,
	weightReason: "What a picture shows is lost to everyone who does not see it, one picture at a time.",
	title: "Every image has a text alternative, or says that it needs none",
	why: "People who do not see the pictures, image search and agents that read the page as text know an image only by its text alternative.",
	howToFix: 'Say in alt what the image tells; for an image that only decorates, write alt="".',
	reference: "https://www.w3.org/TR/WCAG22/#non-text-content",
	reviewed: "2026-11-21",
	needs: [],
	evaluate(page) {
		const { images } = page.digest;
		if (images.length === 0) return { outcome: "not-applicable", says: "The page has no images." };
		const wrong = images.filter((image) => !hasAlternative(image));
		const [first] = wrong;
		if (!first) {
			return {
				outcome: "pass",
				says: `${count(images.length, "image")}, each with a text alternative or marked as decoration.`,
			};
		}
		const named = listing(wrong.map((image) => clip(image.src ?? image.at, 60)));
		const told = {
			says: `${wrong.length} of ${count(images.length, "image")} of ${page.url} ${wrong.length === 1 ? "has" : "have"} no text alternative: ${named}.`,
			fix: `Give ${clip(first.excerpt, 120)} (${first.at}) an alt that says what it shows${wrong.length > 1 ? `, and do the same for ${wrong.length - 1} more` : ""}.`,
			exhibits: exhibitsOf(page, wrong),
		};
		if (wrong.length === images.length) return { outcome: "fail", ...told };
		return { outcome: "partial", ratio: 1 - wrong.length / images.length, ...told };
	},
});

function hasAlternative({ alt: text, ariaName, decorative }: PageImage): boolean {
	if (decorative || ariaName !== "") return true;
	return text !== null && !FILE_NAME.test(text.trim());
}
