import { digitGroups, spokenDate } from "#core/wording.ts";
import { leafCount } from "./proof-words.ts";

/** Where a receipt stands in the log. */
export interface LogPlace {
	readonly index: number;
	/** Leaves in the log. */
	readonly size: number;
	readonly origin: string;
	/** Size of the first published checkpoint that has the leaf. */
	readonly since: number | undefined;
}

export interface ReceiptStanding {
	/** Undefined while it waits for the next seal. */
	readonly place: LogPlace | undefined;
	/** Whether the site shows what the receipt says. */
	readonly shown: boolean;
	/** ISO 8601; when it was taken down. */
	readonly removedAt: string | undefined;
	/** Whether it is of a live audit. */
	readonly unlisted: boolean;
}

/** One or two sentences on where a receipt stands, and why nothing of it is shown where that is so. */
export function receiptState({ place, ...standing }: ReceiptStanding): string {
	return [place ? placeWords(place) : "This receipt waits for the next seal of the log.", hiddenWords(standing)]
		.filter(Boolean)
		.join(" ");
}

function placeWords({ index, size, origin, since }: LogPlace): string {
	const first = since === undefined || since === size ? "" : `, since the checkpoint of ${leafCount(since)}`;
	return `Leaf ${digitGroups(index)} of ${leafCount(size)} in the log ${origin}${first}.`;
}

function hiddenWords({ shown, removedAt, unlisted }: Omit<ReceiptStanding, "place">): string {
	if (shown) return "";
	if (removedAt !== undefined)
		return `It was taken down on ${spokenDate(removedAt)}, at the request of the site's owner. The leaf stays: it names nobody.`;
	if (unlisted) return "An unlisted audit: what it says is not published. Its leaf stays: it names nobody.";
	return "This site does not show what it says: the domain is not one that it publishes, or its owner has had it taken down. The leaf stays: it names nobody.";
}
