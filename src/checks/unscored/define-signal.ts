import type { PillarKey } from "#core/pillar.ts";
import type { Exhibit, Verdict } from "#core/verdict.ts";
import type { Page, RobotsTxt } from "#evidence/evidence-map.ts";
import { type Check, type CheckWords, definePageCheck, defineSiteCheck } from "../define-check.ts";
import { unscoredSignal } from "./unscored-signals.ts";

interface SignalWords {
	/** Id of its row in the table of unscored signals. */
	readonly id: string;
	readonly pillar: PillarKey;
	readonly title: string;
	/** Only where something can be at fault. */
	readonly fault?: string;
	readonly consequence?: string;
	readonly howToFix?: string;
}

/** A signal of a page: shown and explained, never scored. `look` returns the places where it stands. */
export function definePageSignal({
	look,
	...words
}: SignalWords & { readonly look: (page: Page) => readonly Exhibit[] }): Check {
	return definePageCheck({
		...wordsOf(words),
		needs: [],
		evaluate(page) {
			const exhibits = look(page);
			return exhibits.length === 0 ? notUsed(words.id) : seen(words.id, page.url, exhibits);
		},
	});
}

export interface RobotsSighting {
	readonly exhibits: readonly Exhibit[];
	/** What is at fault, where something is. */
	readonly amiss?: { readonly says: string; readonly fix: string } | undefined;
}

/** A signal of robots.txt. `look` returns undefined where it is not used. */
export function defineRobotsSignal({
	look,
	...words
}: SignalWords & { readonly look: (robots: RobotsTxt, url: string) => RobotsSighting | undefined }): Check {
	return defineSiteCheck({
		...wordsOf(words),
		needs: ["robots"],
		evaluate({ robots }) {
			const sighting = robots.state === "found" ? look(robots.value, robots.url) : undefined;
			if (!sighting) return notUsed(words.id);
			const { exhibits, amiss } = sighting;
			if (amiss) return { outcome: "partial", ratio: 0.5, ...amiss, exhibits };
			return seen(words.id, robots.url, exhibits);
		},
	});
}

function wordsOf({ id, pillar, title, fault, consequence, howToFix }: SignalWords): CheckWords {
	const { what, why, sources, reviewed, scoredBy, consumer } = unscoredSignal(id);
	return {
		id,
		pillar,
		engines: ["search", "answers"],
		grade: "convention",
		mode: "light",
		weight: 1,
		weightReason: "It is shown and explained, and never scored: no consumer documents that it matters.",
		title,
		fault: fault ?? `The site has ${what}`,
		consequence: consequence ?? "It costs nothing: no search engine or AI assistant is known to act on it.",
		effort: "small",
		doneBy: "developer",
		why,
		howToFix: howToFix ?? "There is nothing to do: keep it or remove it, as you like.",
		consumer: consumer ?? "no known search engine or AI assistant",
		reference: sources[0].url,
		reviewed,
		note: `Scored by ${scoredBy.join(", ")}; here it costs and earns nothing.`,
	};
}

function seen(id: string, url: string, exhibits: readonly Exhibit[]): Verdict {
	const { what } = unscoredSignal(id);
	return {
		outcome: "pass",
		says: `${url} has ${what}: seen, fine, and without effect on search or answers.`,
		exhibits,
	};
}

function notUsed(id: string): Verdict {
	return { outcome: "not-applicable", says: `Not used, and nothing is lost: ${unscoredSignal(id).what}.` };
}
