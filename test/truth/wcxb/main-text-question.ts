import type { JudgeResult } from "../judge-result.ts";
import type { WcxbPage, WcxbQuestion } from "./wcxb-question.ts";
import { snippetShare, type WordOverlap, wordOverlap } from "./word-overlap.ts";
import { writtenMainText } from "./written-text.ts";

/** Asked for of articles; the audit reads pages of other types for how much text they have, not for which. */
const ARTICLE = { precision: 0.95, recall: 0.88 };
/** Words in common with which a page's text counts as found. */
const FOUND = 0.5;

interface Score extends WordOverlap {
	readonly type: string;
	readonly inside: number;
	readonly outside: number;
}

/** Is what the audit takes for a page's own text what people take for it? Words as multisets, averaged over pages. */
export class MainTextQuestion implements WcxbQuestion {
	readonly #scores: Score[] = [];

	ask({ page, type, text, inside, outside }: WcxbPage): void {
		const ours = writtenMainText(page);
		const snippets = { inside: snippetShare(ours, inside), outside: snippetShare(ours, outside) };
		this.#scores.push({ type, ...wordOverlap(ours, text), ...snippets });
	}

	answer(): JudgeResult {
		const types = Map.groupBy(this.#scores, ({ type }) => type);
		const articles = types.get("article") ?? [];
		const rows = [...types].toSorted(([, a], [, b]) => b.length - a.length).map(([type, scores]) => row(type, scores));
		return {
			judge: "WCXB, main text",
			cases: this.#scores.length,
			agreed: this.#scores.filter(({ precision, recall }) => precision >= FOUND && recall >= FOUND).length,
			disagreements: [],
			measures: [
				{ name: "precision of articles", value: mean(articles, "precision"), atLeast: ARTICLE.precision },
				{ name: "recall of articles", value: mean(articles, "recall"), atLeast: ARTICLE.recall },
			],
			table: [
				"| page type | pages | precision | recall | passages inside | passages outside |",
				"|---|--:|--:|--:|--:|--:|",
				...rows,
				row("all", this.#scores),
			],
		};
	}
}

function row(type: string, scores: readonly Score[]): string {
	const parts = (["precision", "recall", "inside", "outside"] as const).map((part) => percent(mean(scores, part)));
	return `| ${[type, scores.length, ...parts].join(" | ")} |`;
}

function mean(scores: readonly Score[], part: "precision" | "recall" | "inside" | "outside"): number {
	return scores.reduce((sum, score) => sum + score[part], 0) / (scores.length || 1);
}

function percent(share: number): string {
	return `${(share * 100).toFixed(1)} %`;
}
