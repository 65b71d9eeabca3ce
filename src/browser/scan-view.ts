import type { AuditResult, AuditStage, CompletedAudit, FailedAudit } from "#core/audit-result.ts";
import { bandOf } from "#site/brief/band.ts";
import { failureAdvice } from "#site/brief/failure-texts.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { SCAN_TEXTS } from "#site/scan/scan-texts.ts";
import type { AuditEnd } from "./audit-stream.ts";
import { partOf, setText, showFindings, showScore, showWay } from "./scan-result.ts";

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
		delete this.#panel.dataset.ended;
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

	onAgain(run: () => void): void {
		this.#part("again").addEventListener("click", run);
	}

	#part(name: string): HTMLElement {
		return partOf(this.#panel, name);
	}

	#way(name: string, href?: string): void {
		showWay(this.#panel, name, href);
	}

	#end(shown: "result" | "failure"): void {
		this.#part("progress").hidden = true;
		this.#part(shown).hidden = false;
		this.#way("again");
		this.#panel.dataset.ended = "";
		setText(this.#part("doing"), TEXTS.audited);
	}

	#showUnaudited({ domain, error, code, receipt }: FailedAudit): void {
		this.fail(TEXTS.unaudited, error, failureAdvice(code));
		if (!receipt) return;
		this.#way("brief", this.#links.brief(domain));
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
		this.#way("brief", links.brief(domain));
		this.#way("share", mode === "light" ? links.share(domain, receipt.id) : links.receipt(receipt.id));
		this.#way("pdf", links.brief(domain));
		this.#way("watch", links.ownDomain(domain));
		this.#way("receipt", links.receipt(receipt.id));
	}
}

const TEXTS = SCAN_TEXTS;

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
