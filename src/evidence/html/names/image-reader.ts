import type { PageImage } from "../../page-digest.ts";
import { MAX_IMAGES, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, keptValue } from "../tree/attributes.ts";
import { tidy } from "../tree/fold-text.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { AccessibleNames } from "./accessible-names.ts";
import { type Collected, Collector } from "./collect.ts";
import type { NameTape } from "./name-tape.ts";
import { explicitRole } from "./roles.ts";

export function imageReader(tape: NameTape): Collector {
	return new Collector(tape, MAX_IMAGES, (element) => element.tagName === "img");
}

export function imageOf({ element, here }: Collected, names: AccessibleNames, source: PageSource): PageImage {
	const alt = attribute(element, "alt");
	const role = explicitRole(element);
	return {
		...source.startTag(element),
		src: keptValue(element, "src"),
		// Only alt="" declares an image decorative; blanks do not, and say nothing either.
		alt: alt === null || alt === "" ? alt : tidy(alt, VALUE_LENGTH) || " ",
		ariaName: names.label(element),
		decorative: role === "presentation" || role === "none" || here.silent || here.concealed,
	};
}
