import { listing, plainCount, plural } from "#core/wording.ts";
import type { BarrierKind, Located, PageImage } from "#evidence/page-digest.ts";
import { byShare, definePageCheck } from "../define-check.ts";
import { tallyBarriers } from "../shared/barriers.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

/** A file name does not describe an image: `IMG_2041.JPG`, `hero-final2.webp`. */
const FILE_NAME = /^[^\s/]+\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)$/i;

const SOURCE = /\s(?:src|data)=["']?([^"'\s>]+)/i;

const KINDS: readonly BarrierKind[] = ["image-name", "svg-name", "object-name"];

export const alt = definePageCheck({
	id: "alt",
	pillar: "semantics",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "feature",
	weightReason: "Each image without a description is lost to people and machines that cannot see it.",
	title: "Images have a text description (alt)",
	fault: "Images have no text description (alt)",
	problem: "search engines and screen readers cannot tell what some of your pictures show",
	consequence: "People who cannot see your images, image search and assistants do not learn what they show.",
	hours: 0.5,
	hoursPerPage: 0.25,
	doneBy: "editor",
	why: "People who cannot see the images, image search, and agents that read the page as text only know an image by its text description.",
	howToFix: 'Describe in alt what the image shows. For an image that is only decoration, write alt="".',
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); Google Images; ChatGPT's browser agent",
	reference: "https://www.w3.org/TR/WCAG22/#non-text-content",
	reviewed: "2026-11-21",
	note: "SVG charts and symbols and embedded objects count as images. A file name does not count as a description. If the image is in a link that has no other name, we count it once, as a link without a name (control-names). We cannot see from the HTML whether a text fits its image.",
	evaluate(page) {
		const { images } = page.digest;
		const tally = tallyBarriers(page, KINDS);
		// Alt text of an image in a link names both, so its absence is counted once, with the links.
		const { inNamelessLinks = 0 } = page.digest.operability;
		const total = Math.max(tally.examined, images.length) - inNamelessLinks;
		if (total + inNamelessLinks === 0) return { outcome: "not-applicable", says: "The page has no images." };
		const misnamed = images.filter(isNamedAfterFile);
		const wrong = [...tally.barriers.filter(({ inNamelessLink }) => !inNamelessLink), ...misnamed];
		const number = tally.found - inNamelessLinks + misnamed.length;
		const [first] = wrong;
		if (number === 0 && inNamelessLinks > 0) {
			return {
				outcome: "not-applicable",
				says: `${plainCount(inNamelessLinks, "image")} without a text description ${plural(inNamelessLinks, "is", "are")} in links without a name. The check control-names counts ${plural(inNamelessLinks, "it", "them")}.`,
				exhibits: exhibitsOf(page, tally.barriers),
			};
		}
		if (!first) {
			const each = total === 1 ? "" : "each ";
			return {
				outcome: "pass",
				says: `${plainCount(total, "image")}, ${each}with a text description or marked as decoration.`,
			};
		}
		return byShare(1 - number / total, {
			says: `${number} of ${plainCount(total, "image")} of ${page.url} ${plural(number, "has", "have")} no text description: ${describePlaces(wrong, number)}.`,
			fix: `Give ${clip(first.excerpt, 120)} (${first.at}) ${remedy(first)}${number > 1 ? `, and do the same for ${number - 1} more` : ""}.`,
			exhibits: exhibitsOf(page, wrong),
		});
	},
});

function isNamedAfterFile({ alt: text, ariaName, decorative }: PageImage): boolean {
	return !decorative && ariaName === "" && text !== null && FILE_NAME.test(text.trim());
}

/** By address if the excerpt has one, because that is how people identify images. */
function describePlaces(wrong: readonly Located[], number: number): string {
	const shown = wrong.slice(0, 3).map(({ excerpt, at }) => {
		const source = SOURCE.exec(excerpt)?.[1] ?? "";
		return source === "" || source.startsWith("data:") ? at : clip(source, 60);
	});
	return listing(number > shown.length ? [...shown, `${number - shown.length} more`] : shown, 4);
}

function remedy({ excerpt }: Located): string {
	if (/^<svg/i.test(excerpt))
		return 'a <title> that says what it shows, or aria-hidden="true" if it is only decoration';
	return "an alt that says what it shows";
}
