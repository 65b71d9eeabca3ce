import { counted } from "#core/wording.ts";
import { TOOL_TITLES } from "#tools/tool-titles.ts";
import { showFault } from "./overlays.ts";
import type { PageTool } from "./page-tool.ts";

export function matrixOf(): HTMLElement | undefined {
	return document.getElementById("dual-axis") ?? undefined;
}

interface PagePart {
	readonly key: string;
	readonly element: HTMLElement;
}

export function pillarParts(): PagePart[] {
	return partsAt("[data-pillar]", ({ dataset }) => dataset.pillar);
}

export function findingParts(): PagePart[] {
	return partsAt("[data-check], [id^='finding-']", ({ dataset, id }) => dataset.check ?? id.slice("finding-".length));
}

function partsAt(selector: string, keyOf: (element: HTMLElement) => string | undefined): PagePart[] {
	const found = document.getElementById("main")?.querySelectorAll<HTMLElement>(selector) ?? [];
	return [...found].flatMap((element) => {
		const key = keyOf(element);
		return key === undefined ? [] : [{ key, element }];
	});
}

export function showPart(element: HTMLElement): void {
	for (let folded = element.closest("details:not([open])"); folded; folded = element.closest("details:not([open])"))
		folded.setAttribute("open", "");
	element.scrollIntoView({ block: "center" });
}

const MARK = "tool-marked";
/** A query for the whole part has at least one word of the second list and no words outside both. */
const FILLING = /^(?:the|of|all|two|both|dual|eight|on|this|page|brief|area)$/;
const MATRIX = /^(?:matrix|axis|axes|dual-axis|plot|chart)$/;
const PILLARS = /^pillars?$/;

interface Marked {
	readonly matrix: HTMLElement | undefined;
	readonly pillars: readonly PagePart[];
	readonly findings: readonly PagePart[];
}

export const highlightFindings: PageTool = {
	async run({ input: { query = "" } }) {
		const words = plainWords(query);
		const { matrix, pillars, findings } = partsFor(words);
		const parts = [...(matrix ? [matrix] : []), ...[...pillars, ...findings].map(({ element }) => element)];
		for (const marked of document.querySelectorAll(`.${MARK}`)) marked.classList.remove(MARK);
		for (const part of wholes(parts, pillars)) part.classList.add(MARK);
		for (const part of parts.toReversed()) showPart(part);
		const keys = (of: readonly PagePart[]) => [...new Set(of.map(({ key }) => key))];
		const data = {
			marked: parts.length,
			matrix: matrix !== undefined,
			pillars: keys(pillars),
			findings: keys(findings),
		};
		const named = [
			...(matrix ? ["the matrix of the two axes"] : []),
			...(pillars.length > 0 ? [counted(pillars.length, "pillar")] : []),
			...(findings.length > 0 ? [counted(findings.length, "finding")] : []),
		];
		if (named.length > 0) return { text: `Marked on the page: ${named.join(", ")}.`, data };
		const nothing = nothingFor(query, words);
		showFault(TOOL_TITLES.highlight_findings, nothing);
		return { text: nothing, data };
	},
};

function plainWords(text: string): string {
	return text
		.toLowerCase()
		.replace(/["'“”‘’`]/g, "")
		.replace(/\s+/g, " ")
		.trim();
}

function asksFor(part: RegExp, words: string): boolean {
	const each = words.split(" ");
	return each.some((word) => part.test(word)) && each.every((word) => part.test(word) || FILLING.test(word));
}

/** Marks the table instead if all its rows are marked, because frames would overlap text. */
function wholes(parts: readonly HTMLElement[], pillars: readonly PagePart[]): readonly HTMLElement[] {
	const rows = new Set(pillars.map(({ element }) => element));
	const whole = (part: HTMLElement) => {
		const table = rows.has(part) ? part.closest<HTMLElement>("table, dl") : null;
		const all = table?.querySelectorAll<HTMLElement>("[data-pillar]") ?? [];
		return table && [...all].every((row) => rows.has(row)) ? table : part;
	};
	return parts.map(whole);
}

function partsFor(words: string): Marked {
	const none = { matrix: undefined, pillars: [], findings: [] };
	if (words === "" || asksFor(MATRIX, words)) return { ...none, matrix: matrixOf() };
	if (asksFor(PILLARS, words)) return { ...none, pillars: pillarParts() };
	const matches = ({ key, element }: PagePart) => {
		const text = plainWords(`${key} ${element.textContent}`);
		return words.split(" ").every((word) => text.includes(word));
	};
	return { ...none, pillars: pillarParts().filter(matches), findings: findingParts().filter(matches) };
}

function nothingFor(query: string, words: string): string {
	const { findings } = document.querySelector<HTMLElement>("[data-findings]")?.dataset ?? {};
	const wantsMatrix = words === "" || asksFor(MATRIX, words);
	const says = wantsMatrix ? "This page has no matrix of the two axes." : `Nothing on this page matches “${query}”.`;
	const where =
		findings === undefined || wantsMatrix
			? "open_brief opens the brief of a site, which has the matrix, the pillars and what to do first."
			: `All findings are on ${new URL(findings, location.href).href}`;
	return `${says} ${where}`;
}
