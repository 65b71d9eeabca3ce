import { definePageCheck } from "../define-check.ts";
import { canonicalOf } from "../shared/duplicate-pages.ts";
import { clip, exhibitsOf, pasted } from "../shared/exhibits.ts";
import { cleanAddress, isSamePage } from "../shared/site-addresses.ts";

export const ogCanonical = definePageCheck({
	id: "og-canonical",
	pillar: "data",
	engines: ["search"],
	grade: "convention",
	atStake: "advice",
	weightReason: "No engine documents what happens when the two differ. We show it because it is usually a mistake.",
	title: "Open Graph and the canonical link name the same address",
	fault: "Open Graph and the canonical link name different addresses",
	consequence: "Shares of the page may count for a different address from the one in search results.",
	hours: 0.5,
	doneBy: "developer",
	why: "Social networks count shares for the address in og:url. Search engines use the canonical address (the one you declare as the main one). If the two differ, some of those shares count for another address.",
	howToFix: "Write the canonical address of the page into og:url.",
	consumer: "Facebook, LinkedIn",
	reference: "https://ogp.me/#metadata",
	reviewed: "2026-11-21",
	note: "The protocol only says that og:url is the canonical address of the object. No engine documents a penalty, so we deduct nothing.",
	scored: false,
	evaluate(page) {
		const tag = page.digest.metas.find(({ key, content }) => key === "og:url" && content.trim() !== "");
		const link = page.digest.links.find(({ rel, href, inHead }) => inHead && rel.includes("canonical") && href?.trim());
		if (!tag || !link) {
			const lacking = tag ? "canonical link" : "og:url";
			return { outcome: "not-applicable", says: `The page has no ${lacking}, so there is nothing to compare.` };
		}
		const exhibits = exhibitsOf(page, [tag, link]);
		const canonical = link.href ?? "";
		if (isSamePage(tag.content.trim(), canonical.trim(), page.url)) {
			return { outcome: "pass", says: `Both name ${clip(tag.content, 80)}.`, exhibits };
		}
		const named = canonicalOf(page);
		// A canonical link to a folder's index file is no better than the folder's address.
		const isIndex = named !== null && named.replace(/\/index\.\w{3,5}$/, "/") === page.url;
		const meant = named === null || isIndex ? cleanAddress(page.url) : canonical;
		const code = pasted(URL.parse(meant.trim(), page.url)?.href ?? page.url);
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `On ${page.url}, og:url says ${clip(tag.content, 80)}, but the canonical link says ${clip(canonical, 80)}.`,
			fix:
				code === null
					? `Write the page's own address into og:url (${tag.at})${meant === canonical ? `, the same as in the canonical link (${link.at})` : ""}.`
					: `Change ${tag.at} to <meta property="og:url" content="${code}">`,
			exhibits,
		};
	},
});
