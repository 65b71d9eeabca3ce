import { PRODUCT } from "#core/brand.ts";
import { shortDate, spokenDate } from "#core/wording.ts";
import { FOLDER_NOTICE } from "../brief/verdict-words.ts";
import { asciiHost, type BadgeFacts, shownAt } from "./badge-facts.ts";
import { type BadgeStatus, badgeStatus } from "./badge-status.ts";
import { plainText } from "./plain-text.ts";

/** The words of a badge: what is claimed on the left, when on the right. */
export interface BadgeWords {
	/** Drawn in bold: the score. */
	readonly score: string;
	readonly claim: string;
	readonly when: string;
}

export function badgeWords(facts: BadgeFacts, status: BadgeStatus = badgeStatus(facts)): BadgeWords {
	if (status.state === "withdrawn") return { score: "", claim: "withdrawn", when: "" };
	if (status.state === "unsealed") return { score: "", claim: "not yet sealed", when: "" };
	const date = shortDate(shownAt(facts));
	if (status.state === "unaudited") {
		return status.stale
			? { score: "", claim: `not audited, ${date}`, when: "stale" }
			: { score: "", claim: "not audited", when: date };
	}
	const score = String(status.score);
	const folder = facts.source === "folder";
	if (status.stale) return { score, claim: `${folder ? "folder," : "on"} ${date}`, when: "stale" };
	if (folder) return { score, claim: "from a folder", when: date };
	return { score, claim: status.band.words.toLowerCase(), when: date };
}

/** The same on one line: `86 mostly ready · 21 Nov 2026`. */
export function badgeMessage(facts: BadgeFacts): string {
	const { score, claim, when } = badgeWords(facts);
	return [[score, claim].filter(Boolean).join(" "), when].filter(Boolean).join(" · ");
}

/** What the picture says, for those who do not see it; stays true when the picture changes, since it names its date. */
export function badgeAlternative(facts: BadgeFacts): string {
	const domain = plainText(facts.displayDomain) || asciiHost(facts);
	if (domain === "") return `${PRODUCT} receipt: ${verdict(facts)}`;
	return `${PRODUCT} audit of ${domain}: ${verdict(facts)}`;
}

function verdict(facts: BadgeFacts): string {
	const status = badgeStatus(facts);
	if (status.state === "withdrawn") return "withdrawn at the owner’s request";
	const date = spokenDate(shownAt(facts));
	if (status.state === "unsealed") return `not yet sealed, ${date}`;
	const folder = facts.source === "folder" ? ", from a folder before publication" : "";
	const limits = `${status.stale ? " (stale)" : ""}${folder}`;
	if (status.state === "unaudited") return `not audited, ${date}${limits}`;
	return `${status.score} of 100, ${status.band.words.toLowerCase()}, ${date}${limits}`;
}

/** Where the number comes from and how to check it, in sentences. */
export function badgeDescription(facts: BadgeFacts): string {
	if (facts.slug === "") return `This receipt was taken down at its owner’s request. ${sealSentence(facts)}`;
	if (facts.withdrawn) return "The receipts of this domain have been taken down at its owner’s request.";
	const agency = plainText(facts.agencyName);
	return [
		`Audited on ${spokenDate(facts.auditedAt)} with methodology ${plainText(facts.methodology)}.`,
		facts.recheckedAt === undefined ? "" : `Found the same on ${spokenDate(facts.recheckedAt)}.`,
		facts.source === "folder" ? FOLDER_NOTICE : "",
		agency === "" ? "" : `Prepared by ${agency}.`,
		sealSentence(facts),
	]
		.filter(Boolean)
		.join(" ");
}

function sealSentence({ receiptId, logIndex, root, treeSize }: BadgeFacts): string {
	const receipt = `Receipt ${plainText(receiptId)}`;
	if (logIndex === undefined) return `${receipt}, not yet in the log.`;
	const tree = treeSize === undefined || root === undefined ? "" : ` in the tree of ${treeSize} with root ${root}`;
	return `${receipt}, leaf ${logIndex}${tree}.`;
}
