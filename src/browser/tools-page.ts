/** The page about the tools: says which of them are registered now, and why others are not, and calls each as an agent would. */

import { INPUT_LABELS, TOOLS_PAGE_TEXTS } from "#site/tools/tools-page-texts.ts";
import { element } from "./tools/overlays/elements.ts";
import { readPlace } from "./tools/place.ts";
import { callRegistered, isRegistrationTried, registeredTools, TOOLS_CHANGED } from "./tools/registration.ts";

const { attempt, here, states } = TOOLS_PAGE_TEXTS;
const entries = [...document.querySelectorAll<HTMLElement>("[data-tool]")];

document.addEventListener(TOOLS_CHANGED, showRegistered);
showRegistered();
for (const entry of entries) {
	part(entry, "button").addEventListener("click", () => attemptCall(entry));
	entry.addEventListener("keydown", ({ key, target }) => {
		if (key === "Enter" && target instanceof HTMLInputElement) part(entry, "button").click();
	});
}

function showRegistered(): void {
	const registered = new Set(registeredTools());
	for (const entry of entries) {
		const { tool = "" } = entry.dataset;
		const isRegistered = registered.has(tool);
		const state = part(entry, ".tool-state");
		state.textContent = isRegistered ? states.registered : whyNot(entry);
		state.dataset.tone = isRegistered ? "green" : "";
		part<HTMLButtonElement>(entry, "button").disabled = !isRegistered;
	}
	const place = document.getElementById("tools-here");
	if (place) place.textContent = wordsFor(registered.size);
}

/** What the page has found out about this browser. */
function wordsFor(count: number): string {
	if (count > 0) return isNative() ? here.native(count) : here.polyfilled(count);
	if (!isRegistrationTried()) return here.waiting;
	return isSecureContext ? here.none : here.insecure;
}

function whyNot({ dataset }: HTMLElement): string {
	if (dataset.session === "signed_in") return readPlace()?.isHere ? states.signIn : states.elsewhere;
	return isRegistrationTried() ? states.refused : states.waiting;
}

/** Whether the browser has the interface itself: members of what the page brought along are the object's own (tools/polyfill.ts). */
function isNative(): boolean {
	return document.modelContext !== undefined && !Object.hasOwn(document.modelContext, "registerTool");
}

async function attemptCall(entry: HTMLElement): Promise<void> {
	const [button, status] = [part(entry, "button"), part(entry, ".tool-answered")];
	// It keeps the focus, so it is not disabled; pressed again, it does nothing.
	if (button.ariaDisabled === "true") return;
	if (isLacking(entry, status)) return;
	button.ariaDisabled = "true";
	status.textContent = attempt.running;
	const result = await callRegistered(entry.dataset.tool ?? "", inputOf(entry), undefined, "person").finally(() => {
		button.ariaDisabled = null;
	});
	status.textContent = result.isError ? attempt.failed : attempt.answered;
	const text = result.content.map((each) => each.text).join("\n");
	part(entry, ".tool-answer").replaceChildren(
		written(attempt.answered, text),
		element(
			"details",
			{},
			element("summary", { text: attempt.data }),
			written(attempt.data, JSON.stringify(result.structuredContent, null, 2)),
		),
	);
}

/** Says at the first field that is needed and empty that it is, and leads there. */
function isLacking(entry: HTMLElement, status: HTMLElement): boolean {
	const fields = [...entry.querySelectorAll<HTMLInputElement>("input[aria-required=true]")];
	for (const field of fields) field.ariaInvalid = field.value.trim() === "" ? "true" : null;
	const lacking = fields.find(({ ariaInvalid }) => ariaInvalid === "true");
	if (!lacking) return false;
	status.textContent = attempt.lacking(INPUT_LABELS[lacking.dataset.input ?? ""] ?? "");
	lacking.focus();
	return true;
}

/** What is longer than its place scrolls, by keys too. */
function written(label: string, text: string): HTMLElement {
	return element("pre", { kind: "tool-copy", text, with: { tabindex: "0", role: "group", "aria-label": label } });
}

/** What was typed; a field that was left empty is not given. */
function inputOf(entry: HTMLElement): Record<string, string | number> {
	const fields = entry.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-input]");
	const typed = [...fields].filter(({ value }) => value !== "");
	return Object.fromEntries(
		typed.map(({ dataset, type, value }) => [dataset.input ?? "", type === "number" ? Number(value) : value]),
	);
}

function part<Kind extends HTMLElement = HTMLElement>(entry: HTMLElement, selector: string): Kind {
	const found = entry.querySelector<Kind>(selector);
	if (!found) throw new Error(`The page has no part ${selector}.`);
	return found;
}
