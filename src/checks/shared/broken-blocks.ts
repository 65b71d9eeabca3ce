import type { OwnCause } from "#core/verdict.ts";
import type { Page } from "#evidence/evidence-map.ts";

/**
 * Says of a fault in what is told of some types that no broken block of JSON-LD is behind it: none of them mentions
 * such a type, nor is one that mentions none all that the page has.
 */
export function ownUnlessBroken({ digest }: Page, isType: (type: string) => boolean): { ownCause?: OwnCause } {
	const { blocks } = digest.jsonLd;
	const broken = blocks.filter(({ ok }) => !ok);
	const alone = broken.length === blocks.length;
	const couldHold = broken.some(({ mentions = [] }) => mentions.some(isType) || (alone && mentions.length === 0));
	return broken.length === 0 || couldHold ? {} : { ownCause: ["jsonld-parse"] };
}
