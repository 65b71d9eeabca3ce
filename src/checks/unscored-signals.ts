import type { Exhibit } from "#core/verdict.ts";
import type { RobotsTxt } from "#evidence/evidence-map.ts";
import { type Check, type CheckWords, defineSiteCheck } from "./define-check.ts";
import signals from "./unscored-signals.json" with { type: "json" };

/** A signal that similar tools look for, but that costs nothing here: no consumer documents that it reads it. */
export interface UnscoredSignal {
	/** Kebab-case; also a check's id if the evidence includes the signal anyway. */
	readonly id: string;
	/** A noun phrase: `a Crawl-delay line in robots.txt`. */
	readonly what: string;
	readonly scoredBy: readonly string[];
	readonly why: string;
	/** Known consumers; absent if no search engine or assistant is known to read it. */
	readonly consumer?: string;
	readonly sources: readonly { readonly says: string; readonly url: string }[];
	/** Day of the last review of the sources, `YYYY-MM-DD`. */
	readonly reviewed: string;
}

export const UNSCORED_SIGNALS: readonly UnscoredSignal[] = signals;

interface RobotsSignal extends Pick<CheckWords, "id" | "title"> {
	readonly fault?: string;
	readonly consequence?: string;
	readonly howToFix?: string;
	/** Its use in robots.txt, with any fault; undefined if unused. */
	readonly look: (
		robots: RobotsTxt,
		url: string,
	) =>
		| { readonly exhibits: readonly Exhibit[]; readonly amiss?: { readonly says: string; readonly fix: string } }
		| undefined;
}

/** @throws RangeError for an id that is not in the table */
export function defineRobotsSignal({ look, ...words }: RobotsSignal): Check {
	const signal = UNSCORED_SIGNALS.find((each) => each.id === words.id);
	const [source] = signal?.sources ?? [];
	if (!signal || !source) throw new RangeError(`The table of unscored signals has no ${words.id}.`);
	const { what, why, reviewed, scoredBy, consumer = "no known search engine or AI assistant" } = signal;
	return defineSiteCheck({
		pillar: "access",
		engines: ["search", "answers"],
		grade: "convention",
		atStake: "advice",
		weightReason: "It is shown and explained, and never scored: no consumer documents that it matters.",
		fault: `The site has ${what}`,
		consequence: "It costs nothing: no search engine or AI assistant is known to act on it.",
		hours: 0.25,
		doneBy: "developer",
		why,
		howToFix: "There is nothing to do: keep it or remove it, as you like.",
		consumer,
		reference: source.url as CheckWords["reference"],
		reviewed: reviewed as CheckWords["reviewed"],
		note: `Scored by ${scoredBy.join(", ")}; here it costs and earns nothing.`,
		...words,
		needs: ["robots"],
		evaluate({ robots }) {
			const sighting = robots.state === "found" ? look(robots.value, robots.url) : undefined;
			if (!sighting) return { outcome: "not-applicable", says: `Not used, and nothing is lost: ${what}.` };
			const { exhibits, amiss } = sighting;
			if (amiss) return { outcome: "partial", ratio: 0.5, ...amiss, exhibits };
			const says = `${robots.url} has ${what}: seen, fine, and without effect on search or answers.`;
			return { outcome: "pass", says, exhibits };
		},
	});
}
