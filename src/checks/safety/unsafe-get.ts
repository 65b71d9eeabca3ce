import { isOwnAction } from "#core/link-action.ts";
import { plainCount } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf, pasted } from "../shared/exhibits.ts";

export const unsafeGet = definePageCheck({
	id: "unsafe-get",
	pillar: "safety",
	engines: ["answers"],
	grade: "standard",
	weight: 2,
	weightReason: "The harm is real but rare: well-behaved agents ask before they follow such a link.",
	tableStakes: true,
	title: "No plain link changes anything",
	fault: "Plain links look as if they change something",
	consequence:
		"A crawler or a preview that merely follows a link may log someone out, place an order or delete something.",
	effort: "medium",
	doneBy: "developer",
	why: "Crawlers, previews and agents follow links without a second thought, since the web's rules call that safe. A link that logs out, deletes or orders is then set off by a machine.",
	howToFix: "Make every action that changes something a form or button that sends POST, and keep links for reading.",
	consumer: "Crawlers, link previews and browsers that load pages ahead",
	reference: "https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1",
	reviewed: "2026-11-21",
	evaluate(page, _, { target }) {
		const { anchors } = page.digest;
		if (anchors.length === 0) return { outcome: "not-applicable", says: "The page has no links." };
		const unsafe = anchors.filter((anchor) => isOwnAction(anchor.url, target.registrableDomain));
		const [first] = unsafe;
		if (!first) return { outcome: "pass", says: `None of ${plainCount(anchors.length, "link")} looks like an action.` };
		const address = pasted(first.href ?? "");
		const looks = unsafe.length === 1 ? "looks as if it changes" : "look as if they change";
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${page.url} has ${plainCount(unsafe.length, "plain link")} that ${looks} something; the first is ${clip(first.href ?? "", 80)}`,
			fix: `Put a form in place of the link at ${first.at}: ${address === null ? '<form method="post"> with its address as action, and' : `<form method="post" action="${address}"> with`} a button.`,
			exhibits: exhibitsOf(page, unsafe),
		};
	},
});
