/** What came of an audit, in the panel of the scan page. Everything is set as text. */

import type { CompletedAudit } from "#core/audit-result.ts";
import { isFault } from "#core/verdict.ts";
import { bandOf } from "#site/brief/band.ts";
import { verdictOf } from "#site/brief/verdict.ts";
import { shownText } from "#site/page/page-text.ts";
import { SCAN_TEXTS } from "#site/scan/scan-texts.ts";

const TEXTS = SCAN_TEXTS;

/** A part of the panel by its name. */
export function partOf(panel: HTMLElement, name: string): HTMLElement {
	const found = panel.querySelector<HTMLElement>(`#audit-${name}`);
	if (!found) throw new Error(`The page has no part ${name}.`);
	return found;
}

/** An element that says the same already is left alone: it would be read aloud again. */
export function setText(element: HTMLElement, text: string): void {
	const shown = shownText(text);
	if (element.textContent !== shown) element.textContent = shown;
}

/** What can be done with the result. @param href where it leads, unless it is a button */
export function showWay(panel: HTMLElement, name: string, href?: string): void {
	const way = panel.querySelector<HTMLElement>(`[data-way="${name}"]`);
	if (!way) return;
	const link = way.querySelector("a");
	if (link && href !== undefined) link.href = href;
	way.hidden = false;
}

/** The score in its band, and the verdict with its cause. */
export function showScore(panel: HTMLElement, result: CompletedAudit): void {
	const { overallScore, gates, findings, firstFixes = [] } = result;
	const band = bandOf(overallScore);
	const shown = partOf(panel, "result");
	shown.dataset.tone = band.tone;
	setText(partOf(panel, "number"), String(overallScore));
	setText(partOf(panel, "band"), band.words);
	for (const mark of shown.querySelectorAll<HTMLElement>("[data-band]"))
		mark.hidden = mark.dataset.band !== String(band.from);
	const recommendations = firstFixes.flatMap(({ id }) => findings.find((each) => each.id === id) ?? []);
	const { means } = band;
	setText(
		partOf(panel, "verdict"),
		verdictOf({ displayDomain: panel.dataset.name ?? "", gates, recommendations, means }),
	);
}

type Finding = CompletedAudit["findings"][number];

/** What is wrong, what gains most first; the rest as counts. */
export function showFindings(
	panel: HTMLElement,
	{ findings, firstFixes = [] }: CompletedAudit,
	linkOf: (id: string) => string,
) {
	const order = new Map(firstFixes.map(({ id }, at) => [id, at]));
	const rank = ({ id }: Finding) => order.get(id) ?? order.size;
	const faults = findings
		.filter(({ scored, outcome }) => scored && isFault(outcome))
		.toSorted((a, b) => rank(a) - rank(b) || b.lift - a.lift);
	const items = faults.map((finding) => faultItem(finding, linkOf(finding.id)));
	partOf(panel, "faults").replaceChildren(...items);
	const scored = findings.filter((each) => each.scored);
	const countOf = (outcome: Finding["outcome"]) => scored.filter((each) => each.outcome === outcome).length;
	const [passed, unknown, without] = [countOf("pass"), countOf("unknown"), countOf("not-applicable")];
	const none = faults.length === 0 ? [TEXTS.nothingWrong] : [];
	const sentences = [...none, TEXTS.passes(passed, passed + faults.length), TEXTS.rest(unknown, without)];
	setText(partOf(panel, "passes"), sentences.filter(Boolean).join(" "));
}

function faultItem({ title, says, fix, lift }: Finding, href: string): HTMLElement {
	const item = document.createElement("li");
	const head = element("h4", "");
	const link = element("a", title);
	link.href = href;
	head.append(link, " ", element("span", TEXTS.gain(lift), "quiet"));
	item.append(head, element("p", says));
	if (fix !== undefined) item.append(element("p", `${TEXTS.fix} ${fix}`));
	return item;
}

function element<Name extends "a" | "p" | "h4" | "span">(name: Name, text: string, kind?: string) {
	const made = document.createElement(name);
	if (kind) made.className = kind;
	made.textContent = shownText(text);
	return made;
}
