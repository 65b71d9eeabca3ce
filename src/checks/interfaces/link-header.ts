import { listing, plainCount } from "#core/wording.ts";
import type { DeclaredTarget } from "#evidence/evidence-map.ts";
import { byShare, defineSiteCheck } from "../define-check.ts";
import { deadWords, isAnswered } from "../shared/declared-interfaces.ts";
import { clip } from "../shared/exhibits.ts";

const BY_PAGE: ReadonlySet<string> = new Set(["link element", "Link header"]);

export const linkHeader = defineSiteCheck({
	id: "link-header",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "A dead link misleads programs that follow it. The page itself is not affected.",
	tableStakes: true,
	title: "Links for programs work",
	fault: "Links for programs are broken",
	problem: "some of your links for machines lead nowhere",
	consequence: "Programs that follow these links get an error instead of your interface or its description.",
	hours: 0.5,
	doneBy: "developer",
	why: "Link relations such as service-desc, api-catalog or describedby point programs to your interfaces. A broken one costs them a request and an error. No link would cost nothing.",
	howToFix: "Correct the address of each relation, or remove it from the Link header or the page's head.",
	consumer: "API clients and agents that follow link relations (RFC 8288)",
	reference: "https://www.rfc-editor.org/rfc/rfc8288#section-3",
	reviewed: "2026-11-21",
	note: "An address that requires credentials or accepts only POST counts as working.",
	needs: ["declared"],
	evaluate({ declared }) {
		const targets =
			declared.state === "found" ? declared.value.filter(({ declaredIn }) => BY_PAGE.has(declaredIn)) : [];
		if (targets.length === 0) return { outcome: "not-applicable", says: "The home page has no links for programs." };
		const answered = targets.filter(isAnswered);
		const [one] = targets;
		if (answered.length === 0) {
			return {
				outcome: "not-applicable",
				says: `${plainCount(targets.length, "link")} for programs, but we requested none of them. ${reasonOf(one)}`.trim(),
			};
		}
		const dead = answered.flatMap((target) => {
			const words = deadWords(target);
			return words === undefined ? [] : [{ target, words }];
		});
		const [first] = dead;
		if (!first) {
			const rels = listing([...new Set(answered.map(({ rel }) => rel))], 5);
			return {
				outcome: "pass",
				says: `${plainCount(answered.length, "link")} for programs checked (${rels}), and all of them work.`,
				exhibits: answered.slice(0, 5).map(exhibitOf),
			};
		}
		const { url, rel, declaredIn } = first.target;
		const ratio = (answered.length - dead.length) / answered.length;
		return byShare(ratio, {
			says: `${listing(
				dead.map(({ target, words }) => `${target.url} (${target.rel}) ${words}`),
				2,
			)}.`,
			fix: `Correct or remove rel="${rel}" to ${url} ${declaredIn === "Link header" ? "in the Link header" : `at ${first.target.at}`}.${dead.length > 1 ? ` Do the same for ${dead.length - 1} more.` : ""}`,
			exhibits: dead.slice(0, 5).map(({ target }) => exhibitOf(target)),
		});
	},
});

function exhibitOf({ url, at, excerpt }: DeclaredTarget) {
	return { url, at, excerpt: clip(excerpt) };
}

function reasonOf(target: DeclaredTarget | undefined): string {
	return target && "reason" in target.answer ? target.answer.reason : "";
}
