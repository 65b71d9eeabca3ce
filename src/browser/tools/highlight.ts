import { AUDIT_TOOL_TEXTS } from "#site/tools/audit-tool-texts.ts";
import { findingParts, matrixOf, type PagePart, pillarParts, showPart } from "./page-parts.ts";
import type { PageTool } from "./page-tool.ts";

const TEXTS = AUDIT_TOOL_TEXTS.highlight;
const MARK = "tool-marked";
/** Words that ask for a whole part of a brief. */
const MATRIX = /^(?:the )?(?:matrix|(?:dual|two|both)?[ -]?ax[ei]s)(?: matrix)?$/;
const PILLARS = /^(?:the |all )?pillars?$/;

/** What of a page is meant by a query. */
interface Marked {
	readonly matrix: HTMLElement | undefined;
	readonly pillars: readonly PagePart[];
	readonly findings: readonly PagePart[];
}

/** Marks parts of the page in view, in place of those marked before, and says how many. */
export const highlightFindings: PageTool = {
	async run({ input: { query = "" } }) {
		const words = plainWords(query);
		const { matrix, pillars, findings } = partsFor(words);
		const parts = [...(matrix ? [matrix] : []), ...[...pillars, ...findings].map(({ element }) => element)];
		for (const marked of document.querySelectorAll(`.${MARK}`)) marked.classList.remove(MARK);
		for (const part of parts) part.classList.add(MARK);
		for (const part of parts.toReversed()) showPart(part);
		const keys = (of: readonly PagePart[]) => [...new Set(of.map(({ key }) => key))];
		const data = {
			marked: parts.length,
			matrix: matrix !== undefined,
			pillars: keys(pillars),
			findings: keys(findings),
		};
		const named = [
			...(matrix ? [TEXTS.parts.matrix] : []),
			...(pillars.length > 0 ? [TEXTS.parts.pillars(pillars.length)] : []),
			...(findings.length > 0 ? [TEXTS.parts.findings(findings.length)] : []),
		];
		return { text: named.length > 0 ? TEXTS.marked(named) : nothingFor(query, words), data };
	},
};

/** Small letters, without what a query is put in. */
function plainWords(text: string): string {
	return text
		.toLowerCase()
		.replace(/["'“”‘’`]/g, "")
		.replace(/\s+/g, " ")
		.trim();
}

function partsFor(words: string): Marked {
	const none = { matrix: undefined, pillars: [], findings: [] };
	if (words === "" || MATRIX.test(words)) return { ...none, matrix: matrixOf() };
	if (PILLARS.test(words)) return { ...none, pillars: pillarParts() };
	const matches = ({ key, element }: PagePart) => {
		const text = plainWords(`${key} ${element.textContent}`);
		return words.split(" ").every((word) => text.includes(word));
	};
	return { ...none, pillars: pillarParts().filter(matches), findings: findingParts().filter(matches) };
}

/** Says where what was asked for can be found. */
function nothingFor(query: string, words: string): string {
	const { findings } = document.querySelector<HTMLElement>("[data-findings]")?.dataset ?? {};
	const wantsMatrix = words === "" || MATRIX.test(words);
	const says = wantsMatrix ? TEXTS.noMatrix : TEXTS.nothing(query);
	const where =
		findings === undefined || wantsMatrix ? TEXTS.openBrief : TEXTS.findingsAt(new URL(findings, location.href).href);
	return `${says} ${where}`;
}
