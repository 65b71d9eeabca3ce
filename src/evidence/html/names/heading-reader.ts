import type { PageHeading } from "../../page-digest.ts";
import { MAX_HEADINGS } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { AccessibleNames } from "./accessible-names.ts";
import { type Collected, Collector } from "./collect.ts";
import type { NameTape } from "./name-tape.ts";
import { explicitRole } from "./roles.ts";

const TAG = /^h([1-6])$/;

/** `<h1>` to `<h6>` that kept their role, and role=heading. */
export function headingReader(tape: NameTape): Collector {
	return new Collector(tape, MAX_HEADINGS, isHeading);
}

export function headingOf(
	{ element, here, named }: Collected,
	names: AccessibleNames,
	source: PageSource,
): PageHeading {
	return {
		...source.whole(element),
		level: levelOf(element),
		text: names.name(named),
		...(here.silent ? { hidden: true as const } : {}),
	};
}

function isHeading(element: PageElement): boolean {
	const role = explicitRole(element);
	return role === null ? TAG.test(element.tagName) : role === "heading";
}

/** aria-level wins; a heading by role alone is of level 2 (WAI-ARIA 1.2, heading). Deeper levels than 6 read as 6. */
function levelOf(element: PageElement): number {
	const stated = Number(attribute(element, "aria-level") ?? Number.NaN);
	if (Number.isInteger(stated) && stated >= 1) return Math.min(stated, 6);
	return Number(TAG.exec(element.tagName)?.[1] ?? 2);
}
