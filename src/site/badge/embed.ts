import type { SiteLinks } from "../page/site-links.ts";
import { type BadgeFacts, frozen } from "./badge-facts.ts";
import { badgeAlternative } from "./badge-words.ts";
import { BADGE_SIZE } from "./draw-badge.ts";
import { SEAL_SIZE } from "./draw-seal.ts";

/** A picture as it stands on somebody's page: where it comes from, what it says, and where a click leads. */
export interface Embed {
	/** Absolute addresses. */
	readonly source: string;
	readonly target: string;
	readonly alternative: string;
	/** In pixels. */
	readonly width: number;
	readonly height: number;
}

/** The badge, which always shows the newest sealed audit and leads to the page that is shared. */
export function badgeEmbed(facts: BadgeFacts, links: SiteLinks): Embed {
	return {
		...BADGE_SIZE,
		source: links.absolute(links.badge(facts.slug)),
		target: links.absolute(links.share(facts.slug)),
		alternative: badgeAlternative(facts),
	};
}

/** The seal of one receipt, which leads to the page that proves it. */
export function sealEmbed(facts: BadgeFacts, links: SiteLinks): Embed {
	return {
		...SEAL_SIZE,
		source: links.absolute(links.seal(facts.receiptId)),
		target: links.absolute(links.receipt(facts.receiptId)),
		alternative: badgeAlternative(frozen(facts)),
	};
}
