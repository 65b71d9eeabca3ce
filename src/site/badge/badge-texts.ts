import { PRODUCT } from "#core/brand.ts";
import { capitalized, digitGroups, shortDate, shortDigest, spokenDate } from "#core/wording.ts";
import { bandOf } from "../brief/band.ts";
import { SOURCES } from "../brief/texts.ts";
import { plainText } from "../page/page-text.ts";
import { createSiteLinks } from "../page/site-links.ts";
import { asciiHost, type PictureFacts, type PictureStatus, pictureStatus, shownAt } from "./picture-facts.ts";

export interface BadgeTexts {
	readonly score: string;
	readonly claim: string;
	readonly when: string;
}

export function badgeTexts(facts: PictureFacts, status: PictureStatus = pictureStatus(facts)): BadgeTexts {
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

/** `86 mostly ready · 21 Nov 2026`. */
export function badgeMessage(facts: PictureFacts): string {
	const { score, claim, when } = badgeTexts(facts);
	return [[score, claim].filter(Boolean).join(" "), when].filter(Boolean).join(" · ");
}

/** Includes the date, so that it stays true when the picture changes. */
export function badgeAlternative(facts: PictureFacts): string {
	const domain = plainText(facts.displayDomain) || asciiHost(facts);
	if (domain === "") return `${PRODUCT} receipt: ${verdict(facts)}`;
	return `${PRODUCT} audit of ${domain}: ${verdict(facts)}`;
}

function verdict(facts: PictureFacts): string {
	const status = pictureStatus(facts);
	if (status.state === "withdrawn") return "withdrawn at the owner’s request";
	const date = spokenDate(shownAt(facts));
	if (status.state === "unsealed") return `not yet sealed, ${date}`;
	const folder = facts.source === "folder" ? ", from a folder before publication" : "";
	const limits = `${status.stale ? " (stale)" : ""}${folder}`;
	if (status.state === "unaudited") return `not audited, ${date}${limits}`;
	return `${status.score} of 100, ${status.band.words.toLowerCase()}, ${date}${limits}`;
}

export function badgeDescription(facts: PictureFacts): string {
	if (facts.slug === "") return `This receipt was taken down at its owner’s request. ${sealSentence(facts)}`;
	if (facts.withdrawn) return "The receipts of this domain have been taken down at its owner’s request.";
	const agency = plainText(facts.agencyName);
	return [
		`Audited on ${spokenDate(facts.auditedAt)} with methodology ${plainText(facts.methodology)}.`,
		facts.recheckedAt === undefined ? "" : `Found the same on ${spokenDate(facts.recheckedAt)}.`,
		facts.source === "folder" ? SOURCES.folderNotice : "",
		agency === "" ? "" : `Prepared by ${agency}.`,
		sealSentence(facts),
	]
		.filter(Boolean)
		.join(" ");
}

function sealSentence({ receiptId, logIndex, root, treeSize }: PictureFacts): string {
	const receipt = `Receipt ${plainText(receiptId)}`;
	if (logIndex === undefined) return `${receipt}, not yet in the log.`;
	const tree = treeSize === undefined || root === undefined ? "" : ` in the tree of ${treeSize} with root ${root}`;
	return `${receipt}, leaf ${logIndex}${tree}.`;
}

export function cardHeadline({ overallScore, withdrawn }: PictureFacts): string {
	if (withdrawn) return "Withdrawn";
	return overallScore === undefined ? "Could not be audited" : bandOf(overallScore).words;
}

export function cardLines(facts: PictureFacts): string[] {
	if (facts.withdrawn) return ["Taken down at the owner’s request"];
	const status = pictureStatus(facts);
	const stale = "stale" in status && status.stale ? " · stale" : "";
	const seal = facts.logIndex === undefined ? " · not yet sealed" : "";
	return [
		...(facts.source === "folder" ? ["Audited from a folder before publication"] : []),
		`${spokenDate(shownAt(facts))} · methodology ${facts.methodology}${stale}${seal}`,
	];
}

export function sealLines(facts: PictureFacts): string[] {
	if (facts.slug === "") return ["This receipt was taken down", "at the owner’s request", ...leafLines(facts)];
	if (facts.withdrawn) return ["Taken down at the owner’s request"];
	const date = `${spokenDate(facts.auditedAt)}${facts.source === "folder" ? " · from a folder" : ""}`;
	const methodology = `methodology ${facts.methodology}`;
	const [leaf, root] = leafLines(facts);
	if (leaf === undefined) return [date, capitalized(methodology)];
	return [date, leaf, root === undefined ? capitalized(methodology) : `${root} · ${methodology}`];
}

function leafLines({ logIndex, treeSize, root }: PictureFacts): string[] {
	if (logIndex === undefined) return [];
	const tree = treeSize === undefined ? "" : ` in a tree of ${digitGroups(treeSize)}`;
	return [`Leaf ${digitGroups(logIndex)}${tree}`, ...(root === undefined ? [] : [`Root ${root.slice(0, 8)}`])];
}

/** The receipts' address without the scheme, and the short id. `baseUrl` has no trailing slash. */
export function sealAddress(facts: PictureFacts, baseUrl: string): { readonly before: string; readonly id: string } {
	const links = createSiteLinks(baseUrl);
	const place = links.absolute(links.home).replace(/^https?:\/\//, "");
	if (facts.withdrawn) return { before: `Why: ${place}`, id: links.removal.slice(links.home.length) };
	return { before: `Verify: ${place}receipts/`, id: `${shortDigest(plainText(facts.receiptId), 8)}/` };
}

export const PRODUCT_HEADLINE = ["What a machine finds", "when it opens", "your website"] as const;
export const PRODUCT_LEAD = "Structure and accessibility, with the evidence.";
export const PRODUCT_CARD_TEXT = `${PRODUCT}. ${PRODUCT_HEADLINE.join(" ")}. ${PRODUCT_LEAD}`;
