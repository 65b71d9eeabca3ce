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
			? `Your browser has WebMCP: its agent finds ${counted(count, "tool")} on this page.`
			: `Your browser has no WebMCP of its own, or it is off. The page has brought it along, with ${counted(count, "tool")} that extensions and scripts find.`;
	if (!isRegistrationTried()) return "The tools are being registered.";
	return isSecureContext
		? "Your browser has taken none of the tools: a policy of this site, or an extension, may keep them out."
		: "There are none here: browsers take tools only over HTTPS, or from this machine itself.";
}

function whyNot({ dataset }: HTMLElement): string {
	if (dataset.session === "signed_in")
		return readPlace()?.isHere
			? "Not registered: it needs a signed-in browser session."
			: "Not registered: it works on pages of the server alone.";
	return isRegistrationTried() ? "Not registered: the browser has not taken it." : "Not registered yet.";
}

/** Members of what the page brought along are the object's own (tools/polyfill.ts). */
function isNative(): boolean {
	return document.modelContext !== undefined && !Object.hasOwn(document.modelContext, "registerTool");
}

async function attemptCall(entry: HTMLElement): Promise<void> {
	const [button, status] = [part(entry, "button"), part(entry, ".tool-answered")];
	// It keeps the focus, so it is not disabled; pressed again, it does nothing.
	if (button.ariaDisabled === "true") return;
	if (isLacking(entry, status)) return;
	button.ariaDisabled = "true";
	status.textContent = "The tool is at work.";
	const result = await callRegistered(entry.dataset.tool ?? "", inputOf(entry), undefined, "person").finally(() => {
		button.ariaDisabled = null;
	});
	status.textContent = result.isError ? "The tool did not do it:" : "The tool has answered:";
	const text = result.content.map((each) => each.text).join("\n");
	part(entry, ".tool-answer").replaceChildren(
		written("The tool has answered:", text),
		element(
			"details",
			{},
			element("summary", { text: "The same for programs" }),
			written("The same for programs", JSON.stringify(result.structuredContent, null, 2)),
		),
	);
}

/** Also says so at the first empty field, and leads there. */
function isLacking(entry: HTMLElement, status: HTMLElement): boolean {
	const fields = [...entry.querySelectorAll<HTMLInputElement>("input[aria-required=true]")];
	for (const field of fields) field.ariaInvalid = field.value.trim() === "" ? "true" : null;
	const lacking = fields.find(({ ariaInvalid }) => ariaInvalid === "true");
	if (!lacking) return false;
	status.textContent = `Fill in the field “${INPUT_LABELS[lacking.dataset.input ?? ""] ?? ""}” first.`;
	lacking.focus();
	return true;
}

/** Long text scrolls, by keys too. */
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
