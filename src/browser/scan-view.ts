import type { AuditResult, AuditStage, CompletedAudit, FailedAudit } from "#core/audit-result.ts";
import { isFault } from "#core/verdict.ts";
import { bandOf } from "#site/brief/band.ts";
import { failureAdvice } from "#site/brief/failure-texts.ts";
import { verdictOf } from "#site/brief/verdict.ts";
import { shownText } from "#site/page/page-text.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { SCAN_TEXTS } from "#site/scan/scan-texts.ts";
import type { AuditEnd } from "./audit-stream.ts";

const TEXTS = SCAN_TEXTS;

/** The panel of one audit. What comes from the server is set as text, never as markup. */
export class ScanView {
	readonly #panel: HTMLElement;
	readonly #links;

	constructor(panel: HTMLElement) {
		this.#panel = panel;
		this.#links = createSiteLinks(panel.dataset.base ?? "");
	}

	/** Empties it for a new try. */
	begin(): void {
		for (const each of ["result", "failure"]) this.#part(each).hidden = true;
		for (const way of this.#panel.querySelectorAll<HTMLElement>("[data-way]")) way.hidden = true;
		this.#part("progress").hidden = false;
		this.#part("status").classList.remove("unseen");
		setText(this.#part("doing"), TEXTS.auditing);
		setText(this.#part("answers"), "");
		markStages(this.#panel, "");
		this.say(TEXTS.says.connecting);
	}

	stage(stage: AuditStage): void {
		const name = stage.stage === "collecting" ? stage.what : stage.stage;
		this.say(TEXTS.says[name]);
		if (stage.stage === "collecting") setText(this.#part("answers"), TEXTS.answers(stage.answers));
		if (name !== "waiting") markStages(this.#panel, name);
	}

	/** A sentence that is read aloud. */
	say(text: string): void {
		setText(this.#part("status"), text);
	}

	/** A sentence beside, which stays until the next. */
	note(text: string): void {
		setText(this.#part("note"), text);
		this.#part("note").hidden = text === "";
	}

	show(result: AuditResult): void {
		this.note("");
		if (result.ok) this.#showScored(result);
		else this.#showUnaudited(result);
	}

	refuse({ problem, waitSeconds, began }: Extract<AuditEnd, { kind: "problem" }>): void {
		this.note("");
		const id = problem.status >= 500 ? TEXTS.requestId(problem.instance.replace(/^urn:uuid:/, "")) : "";
		const wait = waitSeconds === undefined ? "" : TEXTS.wait(waitSeconds);
		this.fail(began ? TEXTS.notDone : TEXTS.notStarted, problem.detail, wait, id);
	}

	fail(title: string, says: string, todo = "", id = ""): void {
		const texts = { "failure-title": title, "failure-says": says, "failure-todo": todo, "failure-id": id };
		for (const [name, text] of Object.entries(texts)) setText(this.#part(name), text);
		this.say(title);
		this.#end("failure");
	}

	/** The buttons that begin an audit, and begin it again. */
	onButtons(run: () => void): void {
		for (const name of ["begin", "again"]) this.#part(name).addEventListener("click", run);
	}

	#part(name: string): HTMLElement {
		return partOf(this.#panel, name);
	}

	/** Shows what can be done with the result. @param href where it leads, unless it is a button */
	#way(name: string, href?: string): void {
		const way = this.#panel.querySelector<HTMLElement>(`[data-way="${name}"]`);
		if (!way) return;
		const link = way.querySelector("a");
		if (link && href !== undefined) link.href = href;
		way.hidden = false;
	}

	#end(shown: "result" | "failure"): void {
		this.#part("progress").hidden = true;
		this.#part(shown).hidden = false;
		this.#way("again");
		// What it says at the end stands below in full.
		this.#part("status").classList.add("unseen");
		setText(this.#part("doing"), TEXTS.audited);
	}

	/** The brief at the domain's address: not that of a deep audit, which a light one goes before, nor of a watched site's page. */
	#briefWays(domain: string, mode: AuditResult["mode"], names: readonly string[]): void {
		if (mode === "deep" || this.#panel.dataset.hasPage !== undefined) return;
		for (const name of names) this.#way(name, this.#links.brief(domain));
	}

	#showUnaudited({ domain, error, code, mode, receipt }: FailedAudit): void {
		this.fail(TEXTS.unaudited, error, failureAdvice(code));
		if (!receipt) return;
		this.#briefWays(domain, mode, ["brief"]);
		this.#way("receipt", this.#links.receipt(receipt.id));
	}

	#showScored(result: CompletedAudit): void {
		const { domain, overallScore, axes, mode, receipt } = result;
		const links = this.#links;
		showScore(this.#panel, result);
		setText(this.#part("axes"), TEXTS.axes(axes.structure, axes.accessibility));
		showFindings(this.#panel, result, (id) => links.check(id));
		this.say(`${TEXTS.says.done} ${overallScore} ${TEXTS.ofHundred}: ${bandOf(overallScore).words}.`);
		this.#end("result");
		this.#briefWays(domain, mode, ["brief", "pdf"]);
		this.#way("share", mode === "light" ? links.share(domain, receipt.id) : links.receipt(receipt.id));
		this.#way("watch", links.ownDomain(domain));
		this.#way("receipt", links.receipt(receipt.id));
	}
}

/** @param now name of the line that the audit is at; those before are done */
function markStages(panel: HTMLElement, now: string): void {
	const lines = [...panel.querySelectorAll<HTMLElement>("[data-stage]")];
	const nowAt = lines.findIndex(({ dataset }) => dataset.stage === now);
	for (const [at, line] of lines.entries()) {
		const isEnd = at === nowAt && now === "recorded";
		const state = at < nowAt || isEnd ? "done" : at === nowAt ? "now" : "open";
		line.dataset.state = state;
		if (state === "now") line.setAttribute("aria-current", "step");
		else line.removeAttribute("aria-current");
		const words = line.querySelector<HTMLElement>(".scan-state");
		if (words) setText(words, TEXTS.states[state]);
	}
}

/** A part of the panel by its name. */
function partOf(panel: HTMLElement, name: string): HTMLElement {
	const found = panel.querySelector<HTMLElement>(`#audit-${name}`);
	if (!found) throw new Error(`The page has no part ${name}.`);
	return found;
}

/** An element that says the same already is left alone: it would be read aloud again. */
function setText(element: HTMLElement, text: string): void {
	const shown = shownText(text);
	if (element.textContent !== shown) element.textContent = shown;
}

/** The score in its band, and the verdict with its cause. */
function showScore(panel: HTMLElement, result: CompletedAudit): void {
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
function showFindings(
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

function faultItem({ id, title, says, fix, lift }: Finding, href: string): HTMLElement {
	const item = document.createElement("li");
	item.dataset.check = id;
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
