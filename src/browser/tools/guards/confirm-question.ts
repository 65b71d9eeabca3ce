import { CONFIRMATIONS } from "#site/tools/confirm-texts.ts";
import { TOOL_TITLES } from "#tools/tool-titles.ts";
import type { Fact } from "../overlays/elements.ts";
import type { Question } from "./confirm-dialog.ts";

/** What is asked before a tool of the catalog runs; of its data what is given. */
export function questionOf(
	name: keyof typeof CONFIRMATIONS,
	data: readonly { readonly name: string; readonly value: string | undefined }[] = [],
): Question {
	const given = data.filter((fact): fact is Fact => fact.value !== undefined && fact.value !== "");
	return { title: TOOL_TITLES[name], ...CONFIRMATIONS[name], data: given };
}
