import { TOOL_TITLES } from "#tools/tool-titles.ts";
import { button, element, type Fact, factList } from "./overlays.ts";

export type Asker = "agent" | "person";

export interface Question {
	readonly title: string;
	readonly effect: string;
	readonly data: readonly Fact[];
	readonly agree: string;
}

const CONFIRMATIONS = {
	get_cli_snippet: {
		effect: "This copies the command that repeats the audit on your own machine.",
		agree: "Copy the command",
	},
	request_quote: {
		effect:
			"This opens the contact page with a quote request, filled in as shown here. Nothing is sent until you send it.",
		agree: "Open the request",
	},
	book_consult: {
		effect:
			"This opens the contact page with a consultation request, filled in as shown here. Nothing is sent until you send it.",
		agree: "Open the form",
	},
	open_dashboard: { effect: "This opens your dashboard.", agree: "Open the dashboard" },
	open_agency_portal: { effect: "This opens the agency portal.", agree: "Open the agency portal" },
	export_ticket: {
		effect: "This copies the list of fixes as a ticket, and passes it to the page's ticket exporter if it has one.",
		agree: "Copy the ticket",
	},
	mint_badge: {
		effect: "This shows the seal of the newest logged receipt on the page.",
		agree: "Show the seal",
	},
	get_session: {
		effect: "The agent gets your email address and your visitor key. If you cancel, it gets only your plan.",
		agree: "Share both",
	},
} as const;

export function questionOf(
	name: keyof typeof CONFIRMATIONS,
	data: readonly { readonly name: string; readonly value: string | undefined }[] = [],
): Question {
	const given = data.filter((fact): fact is Fact => fact.value !== undefined && fact.value !== "");
	return { title: TOOL_TITLES[name], ...CONFIRMATIONS[name], data: given };
}

/** Focuses Cancel first, so that a stray key does not confirm. @throws the signal's reason once it aborts */
export function isConfirmed(question: Question, signal: AbortSignal, asker: Asker): Promise<boolean> {
	signal.throwIfAborted();
	const { promise, resolve, reject } = Promise.withResolvers<boolean>();
	const dialog = dialogOf(question, asker, (isAgreed) => {
		resolve(isAgreed);
		dialog.close();
	});
	const abort = () => {
		reject(signal.reason);
		dialog.close();
	};
	signal.addEventListener("abort", abort, { once: true });
	dialog.addEventListener("close", () => {
		// Only the first call has an effect.
		resolve(false);
		signal.removeEventListener("abort", abort);
		dialog.remove();
	});
	document.body.append(dialog);
	dialog.showModal();
	return promise;
}

function dialogOf(
	{ title, effect, data, agree }: Question,
	asker: Asker,
	answer: (isAgreed: boolean) => void,
): HTMLDialogElement {
	const asks =
		asker === "agent"
			? "An agent in your browser wants to use a tool on this page."
			: "You are trying a tool on this page.";
	const cancel = button("Cancel", () => answer(false));
	cancel.autofocus = true;
	const agreed = button(agree, () => answer(true));
	agreed.dataset.kind = "main";
	return element(
		"dialog",
		{ kind: "tool-dialog", with: { "aria-labelledby": "tool-dialog-title", "aria-describedby": "tool-dialog-effect" } },
		element(
			"div",
			{},
			element("p", { text: asks, kind: "quiet" }),
			element("h2", { text: title, with: { id: "tool-dialog-title" } }),
			element("p", { text: effect, with: { id: "tool-dialog-effect" } }),
		),
		...(data.length === 0 ? [] : [dataOf(data)]),
		element("div", { kind: "tool-buttons" }, agreed, cancel),
	);
}

/** Scrolls separately, also by keyboard, so that our text and the buttons stay visible. */
function dataOf(data: readonly Fact[]): HTMLElement {
	const folded = data.map(({ name, value }) => ({ name, value: value.replace(/(?:[^\S\n]*\n){3,}/g, "\n\n") }));
	const parts = { tabindex: "0", role: "group", "aria-label": "Input" };
	return element("div", { kind: "tool-dialog-data", with: parts }, factList(folded));
}
