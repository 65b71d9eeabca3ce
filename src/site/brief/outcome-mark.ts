import { html, type Markup } from "../page/markup.ts";
import { costsPoints, isInformation, type MarkedFinding, outcomeWords } from "./receipt-words.ts";

/**
 * Marks of outcomes, a disc filled as far as the check passed. A page of findings has sixty: it draws each kind once, and
 * shows that in each place. Styles of the page reach what is shown by inheritance, and by a class alone.
 */

const [SIZE, CENTRE, RADIUS] = [16, 8, 6];
const DISC = html`<circle cx="${CENTRE}" cy="${CENTRE}" r="${RADIUS}"/>`;
const FULL = html`<circle cx="${CENTRE}" cy="${CENTRE}" r="${RADIUS}" fill="currentColor"/>`;
const BROKEN = html`<circle cx="${CENTRE}" cy="${CENTRE}" r="${RADIUS}" stroke-dasharray="2 2.2"/>`;

/** What a page needs to show the marks of these findings, once. */
export function outcomeDrawings(findings: readonly MarkedFinding[]): Markup {
	const kinds = new Map(findings.map((finding) => [kindOf(finding), finding]));
	const drawings = [...kinds].map(
		([kind, finding]) => html`<symbol id="mark-${kind}" viewBox="0 0 ${SIZE} ${SIZE}">${drawingOf(finding)}</symbol>`,
	);
	return html`<svg class="marks" aria-hidden="true">${drawings}</svg>`;
}

/** A finding's mark, with its words. */
export function outcomeMark(finding: MarkedFinding): Markup {
	const { outcome } = finding;
	const kind = isInformation(finding) ? "information" : outcome;
	// What passed looks like the words around it.
	return html`<span class="outcome"${kind !== "pass" && html` data-outcome="${kind}"`}${costsPoints(finding) && html` data-costs`}><svg aria-hidden="true"><use href="#mark-${kindOf(finding)}"/></svg>${outcomeWords(finding)}</span>`;
}

function kindOf(finding: MarkedFinding): string {
	if (isInformation(finding)) return "information";
	return finding.outcome === "partial" ? `partial-${ratioOf(finding)}` : finding.outcome;
}

function drawingOf(finding: MarkedFinding): Markup {
	if (isInformation(finding)) return html`${DISC}<path d="M8 7.3V11.2M8 4.7V5.2"/>`;
	if (finding.outcome === "pass") return html`${FULL}<path class="tick" d="M5 8.2L7.2 10.4L11.2 5.8"/>`;
	if (finding.outcome === "partial") return html`${DISC}<path class="sector" d="${sectorPath(ratioOf(finding))}"/>`;
	if (finding.outcome === "fail") return html`${DISC}<path d="M5.6 5.6L10.4 10.4M10.4 5.6L5.6 10.4"/>`;
	return finding.outcome === "unknown" ? BROKEN : html`${DISC}<path d="M5 8H11"/>`;
}

function ratioOf({ ratio = 0.5 }: MarkedFinding): number {
	return ratio;
}

/** Path of the filled part of a ratio's disc, clockwise from the top; `ratio` is strictly between 0 and 1. */
export function sectorPath(ratio: number): string {
	const angle = 2 * Math.PI * ratio;
	const x = CENTRE + RADIUS * Math.sin(angle);
	const y = CENTRE - RADIUS * Math.cos(angle);
	const large = ratio > 0.5 ? 1 : 0;
	return `M${CENTRE} ${CENTRE}V${CENTRE - RADIUS}A${RADIUS} ${RADIUS} 0 ${large} 1 ${x.toFixed(2)} ${y.toFixed(2)}Z`;
}
