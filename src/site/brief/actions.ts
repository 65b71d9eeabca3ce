import { checkOf } from "#checks/check-by-id.ts";
import type { Finding } from "#core/report.ts";
import { workParts } from "../checks/check-texts.ts";
import { shownText } from "../page/page-text.ts";
import { BRIEF_PAGE_TEXTS } from "./brief-page-texts.ts";
import type { Recommendation } from "./recommendation.ts";

type Exhibit = Finding["evidence"][number];

/** What to do first, for whoever decides it and whoever does it. */
export interface Action extends Recommendation {
	/** Who usually does it, and how long it takes; absent for a check that is not known here. */
	readonly who?: string;
	readonly effort?: string;
	/** The line that is at fault; absent where the fault is that something is missing. */
	readonly exhibit?: Exhibit;
	/** All that a developer needs, as plain text of several lines. */
	readonly forDeveloper: string;
}

const texts = BRIEF_PAGE_TEXTS.actions;

/** @param address of the page that has the finding with this id */
export function actionsOf(
	recommendations: readonly Recommendation[],
	findings: readonly Finding[],
	address: (id: string) => string,
): Action[] {
	return recommendations.flatMap((recommendation) => {
		const finding = findings.find(({ id }) => id === recommendation.id);
		if (!finding) return [];
		const check = checkOf(finding.id);
		const [exhibit] = finding.evidence;
		return [
			{
				...recommendation,
				...(check ? workParts(check) : {}),
				...(exhibit ? { exhibit } : {}),
				forDeveloper: developerText(recommendation, finding, address(finding.id)),
			},
		];
	});
}

function developerText({ title, consequence, fix, reference }: Recommendation, finding: Finding, page: string): string {
	const places = finding.evidence.map(
		({ url, at, excerpt }) => `${at === undefined ? url : `${url}, ${at}`}\n${excerpt}`,
	);
	const blocks = [
		[title, consequence].filter(Boolean).join("\n"),
		`${texts.seen}\n${finding.says}`,
		...places,
		`${texts.fix}\n${fix}`,
		`${texts.reference}: ${reference}\n${texts.whole}: ${page}`,
	];
	return blocks.map(pastable).join("\n\n");
}

/** What is pasted into a ticket or a program shows all that it holds: no control characters but ends of lines. */
function pastable(text: string): string {
	return shownText(text.toWellFormed()).replace(/(?!\n)\p{Cc}/gu, " ");
}
