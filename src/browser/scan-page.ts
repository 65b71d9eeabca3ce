/** The scan page: leads its form to an address of its own, and follows the audit there. Without this script the form is answered. */

import type { AuditStage } from "#core/audit-result.ts";
import { SCAN_TEXTS } from "#site/scan/scan-texts.ts";
import { type AuditEnd, followAudit } from "./audit-stream.ts";
import { ScanView } from "./scan-view.ts";

/** Seconds before each further try after the connection was lost; of a connection that is always cut there is an end. */
const TRIES = [2, 5, 10];
/** From this age on, somebody else began the audit; below, the way to here may have taken it. */
const SHARED_MS = 2_000;
/** Where nothing changes for so long, the page says that the site is slow. */
const SLOW_MS = 6_000;

const form = document.querySelector<HTMLFormElement>("form#scan");
form?.addEventListener("submit", (event) => {
	event.preventDefault();
	const typed = new FormData(form);
	const query = new URLSearchParams({ url: String(typed.get("url") ?? "").trim() });
	if (typed.get("mode") === "deep") query.set("mode", "deep");
	// The server says what is wrong with an empty field.
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
			view.fail(SCAN_TEXTS.notDone, SCAN_TEXTS.unreadable);
			throw error;
		});
	};
	view.onButtons(run);
	// What the browser keeps of a page that was left shows no audit under way.
	addEventListener("pagehide", () => running?.abort());
	// Another site may have led here: then the visitor begins it, not the page.
	if (panel.dataset.begins === undefined) return;
	const [visit] = performance.getEntriesByType("navigation");
	if ((visit as PerformanceNavigationTiming | undefined)?.type === "reload") view.note(SCAN_TEXTS.reloaded);
	run();
}

/** Asks until there is an end; a lost connection is taken up again, which joins the audit where it goes on. */
async function follow({ dataset }: HTMLElement, view: ScanView, signal: AbortSignal): Promise<void> {
	const { endpoint = "", host: domain = "", mode = "light" } = dataset;
	view.begin();
	for (let lost = 0; ; lost += 1) {
		const hearing = new Hearing(view);
		const asked = followAudit({ endpoint, domain, mode, signal }, (stage, agoMs) => hearing.hear(stage, agoMs));
		const end = await asked.catch(unlessAborted(signal)).finally(() => hearing.end());
		// Left, or run again.
		if (!end || signal.aborted) return;
		if (end.kind !== "lost") return show(end, view, hearing.knownMs);
		const seconds = TRIES[lost];
		if (seconds === undefined) return view.fail(SCAN_TEXTS.notDone, SCAN_TEXTS.gaveUp);
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
		if (knownMs !== undefined && knownMs > SHARED_MS) view.note(SCAN_TEXTS.known(Math.round(knownMs / 1000)));
	} else if (end.kind === "problem") view.refuse(end);
	else view.fail(SCAN_TEXTS.notDone, `${SCAN_TEXTS.unreadable} (${end.status})`);
}

/** Waits for the time to try again; while the device is offline, for its return. */
async function again(seconds: number, view: ScanView, signal: AbortSignal): Promise<void> {
	const isOnline = navigator.onLine;
	view.say(isOnline ? SCAN_TEXTS.lost(seconds) : SCAN_TEXTS.offline);
	await new Promise<void>((resolve) => {
		if (isOnline) setTimeout(resolve, seconds * 1000);
		else addEventListener("online", () => resolve(), { once: true });
		signal.addEventListener("abort", () => resolve(), { once: true });
	});
}

/** What is heard of one try. */
class Hearing {
	readonly #view: ScanView;
	#slow: number | undefined;
	/** How old the result is; undefined while there is none. */
	knownMs: number | undefined;

	constructor(view: ScanView) {
		this.#view = view;
	}

	hear(stage: AuditStage, agoMs: number): void {
		if (stage.stage === "requested" && agoMs > SHARED_MS) this.#view.note(SCAN_TEXTS.shared(Math.round(agoMs / 1000)));
		if (stage.stage === "recorded") this.knownMs = agoMs;
		this.#view.stage(stage);
		clearTimeout(this.#slow);
		this.#slow = window.setTimeout(() => this.#view.note(SCAN_TEXTS.slow), SLOW_MS);
	}

	end(): void {
		clearTimeout(this.#slow);
	}
}

// At the end: classes are there from their line on.
const panel = document.getElementById("scan-panel");
if (panel) start(panel);
