import { counted } from "#core/wording.ts";
import { INPUT_LABELS } from "#tools/tool-titles.ts";
import { element } from "./tools/overlays.ts";
import { readPlace } from "./tools/place.ts";
import { callRegistered, isRegistrationTried, registeredTools, TOOLS_CHANGED } from "./tools/registration.ts";

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
		state.textContent = isRegistered ? "Registered now." : whyNot(entry);
		state.dataset.tone = isRegistered ? "green" : "";
		part<HTMLButtonElement>(entry, "button").disabled = !isRegistered;
	}
	const place = document.getElementById("tools-here");
	if (place) place.textContent = wordsFor(registered.size);
}

function wordsFor(count: number): string {
	if (count > 0)
		return isNative()
			? `Your browser supports WebMCP: its agent finds ${counted(count, "tool")} on this page.`
			: `Your browser has no WebMCP, or it is off. This page provides it, with ${counted(count, "tool")} for extensions and scripts.`;
	if (!isRegistrationTried()) return "Registering the tools…";
	return isSecureContext
		? "Your browser did not accept the tools. A policy of this site or an extension may block them."
		: "No tools here: browsers accept tools only over HTTPS or from localhost.";
}

function whyNot({ dataset }: HTMLElement): string {
	if (dataset.session === "signed_in")
		return readPlace()?.isHere
			? "Not registered: it needs a signed-in browser session."
			: "Not registered: it works only on the live server's pages.";
	return isRegistrationTried() ? "Not registered: the browser did not accept it." : "Not registered yet.";
}

/** The polyfill's methods are own properties (tools/polyfill.ts). */
function isNative(): boolean {
	return document.modelContext !== undefined && !Object.hasOwn(document.modelContext, "registerTool");
}

async function attemptCall(entry: HTMLElement): Promise<void> {
	const [button, status] = [part(entry, "button"), part(entry, ".tool-answered")];
	// Not disabled, to keep the focus; a second press is a no-op.
	if (button.ariaDisabled === "true") return;
	if (isLacking(entry, status)) return;
	button.ariaDisabled = "true";
	status.textContent = "The tool is running.";
	const result = await callRegistered(entry.dataset.tool ?? "", inputOf(entry), undefined, "person").finally(() => {
		button.ariaDisabled = null;
	});
	status.textContent = result.isError ? "The tool failed:" : "The tool answered:";
	const text = result.content.map((each) => each.text).join("\n");
	part(entry, ".tool-answer").replaceChildren(
		written("The tool answered:", text),
		element(
			"details",
			{},
			element("summary", { text: "JSON" }),
			written("JSON", JSON.stringify(result.structuredContent, null, 2)),
		),
	);
}

/** Also marks and focuses the first empty field. */
function isLacking(entry: HTMLElement, status: HTMLElement): boolean {
	const fields = [...entry.querySelectorAll<HTMLInputElement>("input[aria-required=true]")];
	for (const field of fields) field.ariaInvalid = field.value.trim() === "" ? "true" : null;
	const lacking = fields.find(({ ariaInvalid }) => ariaInvalid === "true");
	if (!lacking) return false;
	status.textContent = `Fill in the field “${INPUT_LABELS[lacking.dataset.input ?? ""] ?? ""}” first.`;
	lacking.focus();
	return true;
}

/** Long text scrolls, also by keyboard. */
function written(label: string, text: string): HTMLElement {
	return element("pre", { kind: "tool-copy", text, with: { tabindex: "0", role: "group", "aria-label": label } });
}

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
