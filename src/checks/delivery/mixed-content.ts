import { listing, plainCount } from "#core/wording.ts";
import type { InsecureResource } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

const WORDS: Readonly<Record<InsecureResource["kind"], string>> = {
	blockable: "that browsers do not load",
	form: "to which form data is sent unencrypted",
	upgradeable: "that browsers ask for over https instead",
};

export const mixedContent = definePageCheck({
	id: "mixed-content",
	pillar: "delivery",
	engines: ["search"],
	grade: "standard",
	atStake: "advice",
	weightReason: "Browsers repair or refuse such parts themselves; what is lost is a script, a style or a picture.",
	tableStakes: true,
	title: "Everything on the encrypted page is loaded encrypted",
	fault: "Parts of the encrypted page are loaded unencrypted",
	consequence: "Browsers block or repair such parts, so visitors may miss functions or pictures.",
	effort: "small",
	doneBy: "developer",
	why: "Browsers refuse scripts, styles and frames that an https page asks for over http, so parts of the page are missing for everyone.",
	howToFix: "Write https:// in place of http:// in every address that the page loads from or sends a form to.",
	consumer: "browsers",
	reference: "https://www.w3.org/TR/mixed-content/",
	reviewed: "2026-11-21",
	note: "Pictures, audio and video are asked for over https by the browser itself, as the standard says, so where only they are named by http three quarters of the weight are earned. Plain links to http addresses are no mixed content.",
	yieldsTo: ["https"],
	evaluate(page) {
		const { insecure } = page.digest;
		if (!page.url.startsWith("https:")) {
			return { outcome: "not-applicable", says: `${page.url} is not encrypted itself.` };
		}
		const [first] = insecure;
		if (!first) return { outcome: "pass", says: `${page.url} loads nothing over http.` };
		const kinds = (["blockable", "form", "upgradeable"] as const).flatMap((kind) => {
			const number = insecure.filter((each) => each.kind === kind).length;
			return number === 0 ? [] : [`${plainCount(number, "address", "addresses")} ${WORDS[kind]}`];
		});
		const worst = insecure.toSorted((a, b) => rank(a) - rank(b));
		const shown = clip(worst[0]?.url ?? first.url, 100);
		return {
			outcome: "partial",
			ratio: insecure.every(({ kind }) => kind === "upgradeable") ? 0.75 : 0.5,
			says: `${page.url} names over http ${listing(kinds)}, such as ${shown}.`,
			fix: `Write ${shown.replace(/^http:/, "https:")} at ${worst[0]?.at ?? first.at}${insecure.length > 1 ? `, and likewise ${insecure.length - 1} more` : ""}.`,
			exhibits: exhibitsOf(page, worst),
		};
	},
});

function rank({ kind }: InsecureResource): number {
	return kind === "blockable" ? 0 : kind === "form" ? 1 : 2;
}
