import type { PageAnchor } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../exhibits.ts";
import { changesState } from "../link-action.ts";
import { count, listing } from "../phrasing.ts";

export const unsafeGet = definePageCheck({
	id: "unsafe-get",
	pillar: "safety",
	engines: ["answers"],
	grade: "standard",
	mode: "light",
	weight: 2,
	weightReason: "The harm is real but rare: well-behaved agents ask before they follow such a link.",
	title: "No plain link changes anything",
	why: "Crawlers, previews and agents follow links without a second thought, since the web's rules call that safe. A link that logs out, deletes or orders is then set off by a machine.",
	howToFix: "Make every action that changes something a form or button that sends POST, and keep links for reading.",
	reference: "https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1",
	needs: [],
	evaluate(page, _, { target }) {
		const { anchors } = page.digest;
		if (anchors.length === 0) return { outcome: "not-applicable", says: "The page has no links." };
		const unsafe = anchors.filter((anchor) => isOwn(anchor, target.registrableDomain) && changesState(anchor.url));
		const [first] = unsafe;
		if (!first)
			return { outcome: "pass", says: `${count(anchors.length, "link")}, none of which looks like an action.` };
		const addresses = [...new Set(unsafe.map((anchor) => clip(anchor.href ?? "", 80)))];
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${count(unsafe.length, "plain link")} of ${page.url} ${unsafe.length === 1 ? "looks" : "look"} like an action: ${listing(addresses)}.`,
			fix: `Replace ${clip(first.excerpt, 120)} (${first.at}) by <form method="post" action="${clip(first.href ?? "", 80)}"><button>${clip(first.name, 40)}</button></form>.`,
			exhibits: exhibitsOf(page, unsafe),
		};
	},
});

function isOwn({ url }: PageAnchor, registrableDomain: string): boolean {
	if (url === null) return false;
	const { protocol, hostname } = new URL(url);
	const web = protocol === "https:" || protocol === "http:";
	return web && (hostname === registrableDomain || hostname.endsWith(`.${registrableDomain}`));
}
