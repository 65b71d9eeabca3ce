import { capitalized, digitGroups, shortDigest, spokenDate } from "#core/wording.ts";
import { createSiteLinks } from "../page/site-links.ts";
import type { BadgeFacts } from "./badge-facts.ts";
import { plainText } from "./plain-text.ts";

/** The small lines of a seal, each short enough for its place. */
export function sealLines(facts: BadgeFacts): string[] {
	if (facts.slug === "") return ["This receipt was taken down", "at the owner’s request", ...leafLines(facts)];
	if (facts.withdrawn) return ["Taken down at the owner’s request"];
	const date = `${spokenDate(facts.auditedAt)}${facts.source === "folder" ? " · from a folder" : ""}`;
	const methodology = `methodology ${facts.methodology}`;
	const [leaf, root] = leafLines(facts);
	if (leaf === undefined) return [date, capitalized(methodology)];
	return [date, leaf, root === undefined ? capitalized(methodology) : `${root} · ${methodology}`];
}

/** Where a receipt stands in the log; nothing while it waits. */
function leafLines({ logIndex, treeSize, root }: BadgeFacts): string[] {
	if (logIndex === undefined) return [];
	const tree = treeSize === undefined ? "" : ` in a tree of ${digitGroups(treeSize)}`;
	return [`Leaf ${digitGroups(logIndex)}${tree}`, ...(root === undefined ? [] : [`Root ${root.slice(0, 8)}`])];
}

/**
 * Where to check it: the address of the receipts without the scheme, and what tells this one apart at a glance; of what
 * was taken down, where that is explained. `baseUrl` is where the site lives, without a trailing slash.
 */
export function sealAddress(facts: BadgeFacts, baseUrl: string): { readonly before: string; readonly id: string } {
	const links = createSiteLinks(baseUrl);
	const place = links.absolute(links.home).replace(/^https?:\/\//, "");
	if (facts.withdrawn) return { before: `Why: ${place}`, id: links.removal.slice(links.home.length) };
	return { before: `Verify: ${place}receipts/`, id: `${shortDigest(plainText(facts.receiptId), 8)}/` };
}
