import { spokenDate } from "#core/wording.ts";
import { bandOf } from "../brief/band.ts";
import { shownAt } from "./badge-facts.ts";
import { badgeStatus } from "./badge-status.ts";
import type { CardFacts } from "./card-facts.ts";

/** What was found, in a few words. */
export function cardHeadline({ overallScore, withdrawn }: CardFacts): string {
	if (withdrawn) return "Withdrawn";
	return overallScore === undefined ? "Could not be audited" : bandOf(overallScore).words;
}

/** The small lines of a card: when and how it was found, and what stands between it and being sealed. */
export function cardLines(facts: CardFacts): string[] {
	if (facts.withdrawn) return ["Taken down at the owner’s request"];
	const status = badgeStatus(facts);
	const stale = "stale" in status && status.stale ? " · stale" : "";
	const seal = facts.logIndex === undefined ? " · not yet sealed" : "";
	return [
		...(facts.source === "folder" ? ["Audited from a folder before publication"] : []),
		`${spokenDate(shownAt(facts))} · methodology ${facts.methodology}${stale}${seal}`,
	];
}
