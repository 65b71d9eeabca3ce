import type { LogPlace } from "#core/receipt.ts";
import { digitGroups, spokenDate } from "#core/wording.ts";
import type { ShownBrief } from "../api/live-app.ts";

/**
 * How long a page of a live brief exists, empty for that of a watched site, which does not end, and who can find it. Every further audit of the site moves the end of its plain
 * page, one that finds the same that of a page in an agency's name.
 */
export function briefNotice({ slug, expiresAt }: Pick<ShownBrief, "slug" | "expiresAt">): string {
	if (expiresAt === undefined) return "";
	if (slug.includes("~")) return receiptNotice(expiresAt);
	return `This page is not listed anywhere; it ends on ${spokenDate(expiresAt)} unless the site is audited again.`;
}

/** The same of what shows one receipt for good: its end moves with every audit that finds the same. */
export function receiptNotice(expiresAt: string | undefined): string {
	if (expiresAt === undefined) return "";
	return `This page is not listed anywhere; it ends on ${spokenDate(expiresAt)} unless a further audit finds the same.`;
}

/** When a later audit found the same; empty where none has. Both ISO 8601. */
export function foundAgain(auditedAt: string, lastFoundAt: string): string {
	return lastFoundAt > auditedAt ? `Found the same again, last on ${spokenDate(lastFoundAt)}.` : "";
}

/** Whether a live receipt is in the log. */
export function placeSentence({ logIndex }: LogPlace): string {
	if (logIndex === undefined) return "This receipt waits for the next seal of the log.";
	return `Leaf ${digitGroups(logIndex)} of the log.`;
}

/**
 * What became of a live receipt that is in the log and no longer here. Whose it was is not known any more, so it says
 * how such pages end and not why this one did.
 */
export const ENDED_SENTENCE =
	"An unlisted audit that has ended. What it said was never published, and its page ends by itself after 30 days, " +
	"without anybody asking for that. Its leaf and its proof stay: they name nobody.";

/** Where its proof will be, as long as it is not built. */
export function proofSentence({ logIndex }: LogPlace): string {
	if (logIndex === undefined) return "There is no proof yet: it comes with the next seal of the log.";
	return `This receipt is leaf ${digitGroups(logIndex)} of the log. Its proof is published here with the next build of this site.`;
}
