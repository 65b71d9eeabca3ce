/** Runs an audit on the page; without this script the server answers the form. */

import type { AuditResult, AuditStage, CompletedAudit, FailedAudit } from "#core/audit-result.ts";
import { isFault } from "#core/verdict.ts";
import { counted, filled, listing, plural, pluralOf } from "#core/wording.ts";
import { bandOf } from "#site/brief/band.ts";
import { ADVICE, CAUSES, GATE_VERDICTS, VERDICT } from "#site/brief/texts.ts";
import { verdictOf } from "#site/brief/verdict.ts";
import { shownText } from "#site/page/page-text.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import {
	AUDITING,
	axesWords,
	NOT_DONE,
	remainWords,
	STAGE_SAYS,
	UNAUDITED,
	UNREADABLE,
	waitWords,
} from "#site/scan/scan.ts";
import { type AuditEnd, followAudit } from "./audit-stream.ts";

/** Only the part of the catalog that a verdict needs, to keep the page small. */
const VERDICT_WORDS = { CAUSES, GATE_VERDICTS, VERDICT, filled, listing, pluralOf };

/** Inserts server data as text, never as markup. */
class ScanView {
	readonly #panel: HTMLElement;
	readonly #links;

	constructor(panel: HTMLElement) {
		this.#panel = panel;
		this.#links = createSiteLinks(panel.dataset.base ?? "");
	}

	begin(): void {
		for (const each of ["result", "found", "failure"]) this.#part(each).hidden = true;
		for (const way of this.#panel.querySelectorAll<HTMLElement>("[data-way]")) way.hidden = true;
		this.#part("progress").hidden = false;
		this.#part("status").classList.remove("unseen");
		setText(this.#part("doing"), AUDITING);
		setText(this.#part("answers"), "");
		markStages(this.#panel, "");
		this.say(STAGE_SAYS.connecting);
	}

	stage(stage: AuditStage): void {
		const name = stage.stage === "collecting" ? stage.what : stage.stage;
		this.say(STAGE_SAYS[name]);
		if (stage.stage === "collecting") setText(this.#part("answers"), soFar(stage));
		if (name !== "waiting") markStages(this.#panel, name);
	}

	say(text: string): void {
		setText(this.#part("status"), text);
	}

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
		const id = problem.status >= 500 ? `Request ${problem.instance.replace(/^urn:uuid:/, "")}` : "";
		const wait = waitSeconds === undefined ? "" : waitWords(waitSeconds);
		this.fail(began ? NOT_DONE : "The audit did not start", problem.detail, wait, id);
	}

	fail(title: string, says: string, todo = "", id = ""): void {
		const texts = { "failure-title": title, "failure-says": says, "failure-todo": todo, "failure-id": id };
		for (const [name, text] of Object.entries(texts)) setText(this.#part(name), text);
		this.say(title);
		this.#end("failure");
	}

	onButtons(run: () => void): void {
		for (const name of ["begin", "again"]) this.#part(name).addEventListener("click", run);
	}

	#part(name: string): HTMLElement {
		return partOf(this.#panel, name);
	}

	/** @param href target, unless it is a button */
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
		this.#part("found").hidden = shown === "failure";
		this.#way("again");
		this.#part("status").classList.add("unseen");
		setText(this.#part("doing"), "The audit of");
	}

	/** No brief for a deep audit, because a light one takes precedence, or if the watched site has a page. */
	#briefWays(domain: string, mode: AuditResult["mode"], names: readonly string[]): void {
		if (mode === "deep" || this.#panel.dataset.hasPage !== undefined) return;
		for (const name of names) this.#way(name, this.#links.brief(domain));
	}

	#showUnaudited({ domain, error, code, mode, receipt }: FailedAudit): void {
		this.fail(UNAUDITED, error, ADVICE[code]);
		if (!receipt) return;
		this.#briefWays(domain, mode, ["brief"]);
		this.#way("receipt", this.#links.receipt(receipt.id));
	}

	#showScored(result: CompletedAudit): void {
		const { domain, overallScore, axes, mode, receipt } = result;
		const links = this.#links;
		showScore(this.#panel, result);
		setText(this.#part("axes"), axesWords(axes));
		showFindings(this.#panel, result, (id) => links.check(id));
		this.say(`${STAGE_SAYS.done} ${overallScore} of 100: ${bandOf(overallScore).words}.`);
		this.#end("result");
		this.#briefWays(domain, mode, ["brief", "pdf"]);
		this.#way("share", mode === "light" ? links.share(domain, receipt.id) : links.receipt(receipt.id));
		this.#way("watch", links.ownDomain(domain));
		this.#way("receipt", links.receipt(receipt.id));
	}
}

const STATES = { open: "waiting", now: "now", done: "done" } as const;

/** @param now the current stage; earlier ones are done */
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
		if (words) setText(words, STATES[state]);
	}
}

function partOf(panel: HTMLElement, name: string): HTMLElement {
	const found = panel.querySelector<HTMLElement>(`#audit-${name}`);
	if (!found) throw new Error(`The page has no part ${name}.`);
	return found;
}

/** Does not touch an element with the same text, which screen readers would announce again. */
function setText(element: HTMLElement, text: string): void {
	const shown = shownText(text);
	if (element.textContent !== shown) element.textContent = shown;
}

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
	const verdict = verdictOf({ displayDomain: panel.dataset.name ?? "", gates, recommendations }, VERDICT_WORDS);
	setText(partOf(panel, "verdict"), [verdict, remainWords(result)].filter(Boolean).join(" "));
}

function restWords(unknown: number, without: number): string {
	const seen = unknown > 0 ? [`${counted(unknown, "check")} could not be checked`] : [];
	const none = without > 0 ? [`${without} ${plural(without, "does", "do")} not apply`] : [];
	const words = [...seen, ...none].join("; ");
	return words === "" ? "" : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

type Finding = CompletedAudit["findings"][number];

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
	const none = faults.length === 0 ? ["All scored checks pass."] : [];
	const sentences = [...none, `${passed} of ${passed + faults.length} checks pass.`, restWords(unknown, without)];
	setText(partOf(panel, "passes"), sentences.filter(Boolean).join(" "));
}

function faultItem({ id, title, says, fix, lift }: Finding, href: string): HTMLElement {
	const item = document.createElement("li");
	item.dataset.check = id;
	const head = element("h4", "");
	const link = element("a", title);
	link.href = href;
	head.append(
		link,
		" ",
		element(
			"span",
			lift > 0 ? `+${lift} ${plural(lift, "point")}` : "counts after more serious faults are fixed",
			"quiet",
		),
	);
	item.append(head, element("p", says));
	if (fix !== undefined) item.append(element("p", `Fix: ${fix}`));
	return item;
}

function element<Name extends "a" | "p" | "h4" | "span">(name: Name, text: string, kind?: string) {
	const made = document.createElement(name);
	if (kind) made.className = kind;
	made.textContent = shownText(text);
	return made;
}

/** Seconds before each retry after a lost connection; then the page gives up. */
const TRIES = [2, 5, 10];
/** Milliseconds. An older audit was started by someone else; a newer one may have aged in transit. */
const SHARED_MS = 2_000;
const SLOW_MS = 6_000;

const form = document.querySelector<HTMLFormElement>("form#scan");
form?.addEventListener("submit", (event) => {
	event.preventDefault();
	const typed = new FormData(form);
	const query = new URLSearchParams({ url: String(typed.get("url") ?? "").trim() });
	if (typed.get("mode") === "deep") query.set("mode", "deep");
	// For an empty field, the server shows the error.
	if (query.get("url") === "") form.submit();
	else location.assign(`${form.action.replace(/\?.*/, "")}?${query}`);
});

function start(panel: HTMLElement): void {
	const view = new ScanView(panel);
	let running: AbortController | undefined;
	const run = () => {
		running?.abort();
		running = new AbortController();
		follow(panel, view, running.signal).catch((error: unknown) => {
			view.fail(NOT_DONE, UNREADABLE);
			throw error;
		});
	};
	view.onButtons(run);
	// A page in the back/forward cache must not show a running audit.
	addEventListener("pagehide", () => running?.abort());
	// If another site linked here, the visitor must start the audit.
	if (panel.dataset.begins === undefined) return;
	const [visit] = performance.getEntriesByType("navigation");
	if ((visit as PerformanceNavigationTiming | undefined)?.type === "reload")
		view.note("The page was reloaded. The running audit continues.");
	run();
}

/** Reconnects after a lost connection, which joins the running audit. */
async function follow({ dataset }: HTMLElement, view: ScanView, signal: AbortSignal): Promise<void> {
	const { endpoint = "", host: domain = "", mode = "light" } = dataset;
	view.begin();
	for (let lost = 0; ; lost += 1) {
		const hearing = new Hearing(view);
		const asked = followAudit({ endpoint, domain, mode, signal }, (stage, agoMs) => hearing.hear(stage, agoMs));
		const end = await asked.catch(unlessAborted(signal)).finally(() => hearing.end());
		if (!end || signal.aborted) return;
		if (end.kind !== "lost") return show(end, view, hearing.knownMs);
		const seconds = TRIES[lost];
		if (seconds === undefined)
			return view.fail(NOT_DONE, "The connection was lost several times. Check it, then run the audit again.");
		await again(seconds, view, signal);
		if (signal.aborted) return;
		view.begin();
	}
}

function unlessAborted(signal: AbortSignal) {
	return (error: unknown) => {
		if (!signal.aborted) throw error;
	};
}

function show(end: Exclude<AuditEnd, { kind: "lost" }>, view: ScanView, knownMs: number | undefined): void {
	if (end.kind === "result") {
		view.show(end.result);
		if (knownMs !== undefined && knownMs > SHARED_MS)
			view.note(
				`This audit is ${counted(Math.round(knownMs / 1000), "second")} old. You can audit a site once a minute.`,
			);
	} else if (end.kind === "problem") view.refuse(end);
	else view.fail(NOT_DONE, `${UNREADABLE} (${end.status})`);
}

async function again(seconds: number, view: ScanView, signal: AbortSignal): Promise<void> {
	const isOnline = navigator.onLine;
	view.say(
		isOnline
			? `The connection was lost. Trying again in ${counted(seconds, "second")}.`
			: "Your device is offline. We reconnect when it is back.",
	);
	await new Promise<void>((resolve) => {
		if (isOnline) setTimeout(resolve, seconds * 1000);
		else addEventListener("online", () => resolve(), { once: true });
		signal.addEventListener("abort", () => resolve(), { once: true });
	});
}

class Hearing {
	readonly #view: ScanView;
	#slow: number | undefined;
	/** Age of the result, once there is one. */
	knownMs: number | undefined;

	constructor(view: ScanView) {
		this.#view = view;
	}

	hear(stage: AuditStage, agoMs: number): void {
		if (stage.stage === "requested" && agoMs > SHARED_MS)
			this.#view.note(`This audit started ${counted(Math.round(agoMs / 1000), "second")} ago: you are following it.`);
		if (stage.stage === "recorded") this.knownMs = agoMs;
		this.#view.stage(stage);
		clearTimeout(this.#slow);
		this.#slow = window.setTimeout(
			() => this.#view.note("The site is slow. An audit takes at most 20 seconds, a deep audit at most a minute."),
			SLOW_MS,
		);
	}

	end(): void {
		clearTimeout(this.#slow);
	}
}

// At the end, because classes are not hoisted.
const panel = document.getElementById("scan-panel");
if (panel) start(panel);

function soFar({ answers, pages }: Extract<AuditStage, { stage: "collecting" }>): string {
	if (!pages) return `${counted(answers, "response")} received`;
	return `${counted(pages.read, "page")} read, ${counted(pages.left, "page")} left to read`;
}
