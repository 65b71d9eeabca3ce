import { PRODUCT } from "#core/brand.ts";
import { plainText } from "../page/page-text.ts";
import { badgeMessage } from "./badge-texts.ts";
import { isCurrent, type PictureFacts, pictureStatus } from "./picture-facts.ts";
import { PALETTE } from "./svg-document.ts";

/** How long what is embedded may be kept: a new audit shows within the working day. */
export const CACHE_SECONDS = 6 * 3600;

/**
 * What shields.io draws a badge from: https://shields.io/badges/endpoint-badge. It has the members of that schema and
 * no others, since shields before June 2026, and who still runs one of those, refuses a badge with unknown members.
 */
export function shieldsEndpoint(facts: PictureFacts) {
	const status = pictureStatus(facts);
	return {
		schemaVersion: 1,
		label: PRODUCT.toLowerCase(),
		message: plainText(badgeMessage(facts)),
		color: status.state === "scored" && isCurrent(status, facts) ? PALETTE[status.band.tone].light : "lightgrey",
		labelColor: PALETTE.ink.light,
		/** Keeps whoever embeds it from painting a badge without a score in the colour of success. */
		isError: status.state !== "scored",
		cacheSeconds: CACHE_SECONDS,
	};
}
