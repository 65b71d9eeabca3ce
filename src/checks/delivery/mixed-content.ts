import { listing, plainCount } from "#core/wording.ts";
import type { InsecureResource } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

const WORDS: Readonly<Record<InsecureResource["kind"], string>> = {
	blockable: "that browsers block",
	form: "that receive form data unencrypted",
	upgradeable: "that browsers load over https instead",
};

export const mixedContent = definePageCheck({
	id: "mixed-content",
	pillar: "delivery",
	engines: ["search"],
	grade: "standard",
	atStake: "advice",
	weightReason: "Browsers fix or block such parts themselves. The page may lose a script, a style or an image.",
	tableStakes: true,
	title: "The encrypted page loads all its parts encrypted",
	fault: "The encrypted page loads parts unencrypted",
	problem: "visitors may miss parts of your page that browsers block",
	consequence: "Browsers block or repair such parts, so visitors may miss functions or images.",
	hours: 1,
	doneBy: "developer",
	why: "Browsers block scripts, styles and frames that an https page loads over http, so parts of the page are missing for everyone.",
	howToFix: "Change http:// to https:// in every address that the page loads from or sends a form to.",
	consumer: "browsers",
	reference: "https://www.w3.org/TR/mixed-content/",
	reviewed: "2026-11-21",
	note: "As the standard says, browsers load images, audio and video over https themselves. If only these use http, the page earns 75 %. Plain links to http addresses are not mixed content.",
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
			says: `${page.url} uses http for ${listing(kinds)}, such as ${shown}.`,
			fix: `Change the address at ${worst[0]?.at ?? first.at} to ${shown.replace(/^http:/, "https:")}${insecure.length > 1 ? `, and ${insecure.length - 1} more in the same way` : ""}.`,
			exhibits: exhibitsOf(page, worst),
		};
	},
});

function rank({ kind }: InsecureResource): number {
	return kind === "blockable" ? 0 : kind === "form" ? 1 : 2;
}
