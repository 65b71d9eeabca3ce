import { hiddenText } from "#checks/content/hidden-text.ts";
import { textWithoutJs } from "#checks/content/text-without-js.ts";
import type { Check } from "#checks/define-check.ts";
import { aPage, ask } from "#checks/page.testkit.ts";
import type { JudgeResult } from "../judge-result.ts";
import type { WcxbPage, WcxbQuestion } from "./wcxb-question.ts";
import { wordOverlap } from "./word-overlap.ts";

/** Share of the main text's words that stand in the source where the page says it without scripts. */
const SAYS_IT = 0.5;

/**
 * Does a check see a fault where there is none? A page whose main text stands in its source, outside of scripts, has it
 * without scripts; and all are pages for people, in which reviewers saw nothing that hides from them.
 */
export class FalseAlarmQuestion implements WcxbQuestion {
	readonly #disagreements: { case: string; expected: string; ours: string }[] = [];
	#cases = 0;
	#without = 0;

	ask(page: WcxbPage): void {
		this.#ask(page, hiddenText);
		const saysIt = page.text !== "" && wordOverlap(sourceText(page.html), page.text).recall >= SAYS_IT;
		if (saysIt) this.#ask(page, textWithoutJs);
		else this.#without++;
	}

	answer(): JudgeResult {
		const disagreements = this.#disagreements;
		return {
			judge: "WCXB, false alarms",
			cases: this.#cases,
			agreed: this.#cases - disagreements.length,
			disagreements,
			leftOut: `${this.#without} pages whose source does not contain their main text, for the check of text without scripts`,
		};
	}

	#ask({ id, url, digest }: WcxbPage, check: Check): void {
		const { outcome } = ask(check, {}, aPage({ url, digest }));
		this.#cases++;
		if (outcome !== "fail" && outcome !== "partial") return;
		const name = `${id} ${new URL(url).hostname} · ${check.id}`;
		this.#disagreements.push({ case: name, expected: "no fault", ours: "fault" });
	}
}

/** All text of the source but scripts and styles, by plain patterns: the judge must not read pages as we do. */
function sourceText(html: string): string {
	return html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1/gi, " ").replaceAll(/<[^>]*>/g, " ");
}
