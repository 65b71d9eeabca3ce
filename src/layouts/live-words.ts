import type { LiveBrief, LogPlace } from "#api/live-app.ts";
import { digitGroups } from "#core/digit-groups.ts";
import { spokenDate } from "#render/spoken-date.ts";

/**
 * How long a page of a live brief stands, and who can find it. A brief that is asked for in an agency's name once more
 * gets another page.
 */
export function briefNotice({ slug, expiresAt }: Pick<LiveBrief, "slug" | "expiresAt">): string {
	if (slug.includes("~")) return receiptNotice(expiresAt);
	return `This page is not listed anywhere; it ends on ${spokenDate(expiresAt)} unless the brief is asked for again.`;
}

/** The same of what shows one receipt for good: its end moves with every audit that finds the same. */
export function receiptNotice(expiresAt: string): string {
	return `This page is not listed anywhere; it ends on ${spokenDate(expiresAt)} unless a further audit finds the same.`;
}

/** When a later audit found the same; empty where none has. Both ISO 8601. */
export function foundAgain(auditedAt: string, lastFoundAt: string): string {
	return lastFoundAt > auditedAt ? `Found the same again, last on ${spokenDate(lastFoundAt)}.` : "";
}

/** Where a live receipt stands. */
export function placeSentence({ logIndex }: LogPlace): string {
	if (logIndex === undefined) return "This receipt waits for the next seal of the log.";
	return `Leaf ${digitGroups(logIndex)} of the log.`;
}

/** Where its proof is to be had. */
export function proofSentence({ logIndex }: LogPlace): string {
	if (logIndex === undefined) return "There is no proof yet: it comes with the next seal of the log.";
	return `This receipt is leaf ${digitGroups(logIndex)} of the log. Its proof is published here with the next build of this site.`;
}
