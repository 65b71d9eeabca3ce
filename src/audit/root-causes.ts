import { isFault, type Outcome, type OwnCause } from "#core/verdict.ts";

/** A check's own answer, before one root cause's penalty is moved to where it belongs. */
export interface OwnAnswer {
	readonly id: string;
	readonly outcome: Outcome;
	/** Ids of root causes, nearest first. */
	readonly yieldsTo: readonly string[];
	/** The check says that its fault has another cause: then it is charged nowhere else, or not to these. */
	readonly ownCause?: OwnCause | false;
}

/**
 * One root cause, one penalty: an answer that lost points (partial or fail) is charged to the first of its root causes
 * that failed and was not itself charged elsewhere. A pass is a fact and is never taken away.
 *
 * @returns id of the charged answer → id of the root cause
 */
export function chargeRootCauses(answers: readonly OwnAnswer[]): Map<string, string> {
	const byId = new Map(answers.map((answer) => [answer.id, answer]));
	const charged = new Map<string, string>();
	const settled = new Set<string>();
	const settle = (answer: OwnAnswer): void => {
		if (settled.has(answer.id)) return;
		settled.add(answer.id);
		for (const id of answer.yieldsTo) {
			const root = byId.get(id);
			if (!root) continue;
			settle(root);
			if (!isFault(answer.outcome) || charged.has(answer.id) || isOwn(answer, id)) continue;
			if (root.outcome === "fail" && !charged.has(id)) charged.set(answer.id, id);
		}
	};
	for (const answer of answers) settle(answer);
	return charged;
}

function isOwn({ ownCause }: OwnAnswer, id: string): boolean {
	return ownCause === true || (ownCause || []).includes(id);
}
