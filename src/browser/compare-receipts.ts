import type { Rubric } from "#core/methodology.ts";
import type { Receipt } from "#core/receipt.ts";
import { lengthen, type ShortReceipt } from "#core/receipt-form.ts";
import { spokenTime } from "#core/wording.ts";
import {
	type ChangeGroup,
	type ChangeItem,
	type DifferenceText,
	differenceText,
	type NumberRow,
} from "#site/history/difference-texts.ts";
import { differReceipts, type JudgedAgain } from "#site/history/receipt-difference.ts";

interface Choice {
	readonly id: string;
	readonly file: string;
	readonly words: string;
	/** The audit after a change of methodology with both scores by the new one; without evidence only its id. */
	readonly again?: string | undefined;
}

type Audit = { readonly receipt: Receipt; readonly choice: Choice };

const form = document.querySelector<HTMLFormElement>("#compare-form");
const [from, to] = form?.querySelectorAll("select") ?? [];
const status = document.querySelector<HTMLElement>("#compare-status");
const result = document.querySelector<HTMLElement>("#compare-result");
const choices = readChoices();
/** Counts requests, so that a slow response never replaces a newer one. */
let asked = 0;

if (form && from && to && status && result && choices.length > 1) {
	for (const select of [from, to]) select.append(...choices.map(({ id, words }) => new Option(words, id)));
	const shared = new URLSearchParams(location.search);
	from.value = known(shared.get("from")) ?? choices[1]?.id ?? "";
	to.value = known(shared.get("to")) ?? choices[0]?.id ?? "";
	form.hidden = false;
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		const address = new URL(location.href);
		address.search = new URLSearchParams({ from: from.value, to: to.value }).toString();
		history.replaceState(null, "", address);
		compare(from.value, to.value, { status, result });
	});
	if (known(shared.get("from")) && known(shared.get("to"))) compare(from.value, to.value, { status, result });
}

function readChoices(): Choice[] {
	return [...document.querySelectorAll<HTMLAnchorElement>("a[data-receipt]")].map((link) => {
		const row = link.closest("tbody");
		const when = row?.querySelector("time")?.textContent ?? "";
		const score = row?.querySelector(".number")?.textContent?.trim() ?? "";
		const deep = link.dataset.receipt === "deep" ? ", deep" : "";
		const file = link.href.replace(/\/$/, ".json");
		const words = `${when}: ${score === "–" ? "no score" : score}${deep}`;
		return { id: file.slice(-69, -5), file, words, again: link.dataset.again };
	});
}

function known(id: string | null): string | undefined {
	return choices.find((choice) => choice.id === id)?.id;
}

/** Shows the older before the newer, regardless of the order of selection. */
async function compare(one: string, other: string, place: { status: HTMLElement; result: HTMLElement }): Promise<void> {
	const mine = ++asked;
	place.result.replaceChildren();
	if (one === other) {
		place.status.textContent = "Choose 2 different audits.";
		return;
	}
	place.status.textContent = "Reading both receipts…";
	try {
		const pair = await Promise.all([read(one), read(other)]);
		if (mine !== asked) return;
		const [before, after] = pair.sort((a, b) => (a.receipt.auditedAt < b.receipt.auditedAt ? -1 : 1)) as [Audit, Audit];
		const difference = differReceipts(before.receipt, after.receipt, judged(before, after));
		place.result.replaceChildren(differenceView(differenceText(difference)));
		const span = [before, after].map(({ receipt }) => spokenTime(receipt.auditedAt));
		place.status.textContent = `From ${span.join(" to ")}`;
	} catch (error) {
		if (mine !== asked) return;
		place.status.textContent = `The receipts could not be compared: ${error instanceof Error ? error.message : error}. Check the connection and try again.`;
	}
}

function judged({ choice: { again = "" } }: Audit, after: Audit): JudgedAgain | undefined {
	const [id, score] = again.split(" ");
	if (id !== after.choice.id) return undefined;
	return score === undefined ? { kept: false } : { kept: true, score: Number(score) };
}

async function read(id: string): Promise<Audit> {
	const choice = choices.find((each) => each.id === id);
	if (!choice) throw new RangeError(`There is no audit ${id} on this page.`);
	const short: ShortReceipt = await load(choice.file);
	// Our own file, which the build has validated.
	const receipt = lengthen(short, await loadRubric(short.methodology)) as unknown as Receipt;
	return { choice, receipt };
}

/** Undefined if the site has no rubric of that methodology. */
async function loadRubric(version: string): Promise<Rubric | undefined> {
	const response = await fetch(`${form?.dataset.rubrics}${encodeURIComponent(version)}.json`);
	return response.ok ? response.json() : undefined;
}

async function load<T>(address: string): Promise<T> {
	const response = await fetch(address);
	if (!response.ok) throw new Error(`the server answered ${response.status} to ${new URL(address).pathname}`);
	return response.json();
}

/** Inserts foreign text as text, never as markup. */
function differenceView(text: DifferenceText): HTMLElement {
	const why = text.why.map((each) => element("li", "", each));
	return element("div", "difference", [
		element("p", "lead", text.headline),
		...(text.why.length > 0 ? [element("ul", "rules", why)] : []),
		...text.notes.map((note) => element("p", "difference-note", note)),
		...(text.numbers.length > 0 ? [numberTable(text.numbers)] : []),
		...text.groups.map(groupView),
	]);
}

function numberTable(rows: readonly NumberRow[]): HTMLElement {
	const compared = rows.some(({ change }) => change !== "");
	const words = ["", "Before", "After", ...(compared ? ["Change"] : [])];
	const head = words.map((word, index) => {
		const cell = element(index === 0 ? "td" : "th", index === 0 ? "" : "numeric", word);
		if (index > 0) cell.setAttribute("scope", "col");
		return cell;
	});
	const body = rows.map(({ label, before, after, change }) => {
		const name = element("th", "", label);
		name.setAttribute("scope", "row");
		return element("tr", "", [
			name,
			...[before, after, ...(compared ? [change] : [])].map((value) => element("td", "numeric", value)),
		]);
	});
	return element("table", "difference-table", [
		element("thead", "", [element("tr", "", head)]),
		element("tbody", "", body),
	]);
}

function groupView({ title, note, items }: ChangeGroup): HTMLElement {
	return element("div", "difference-group", [
		element("h3", "difference-kind", title),
		...(note === undefined ? [] : [element("p", "quiet", note)]),
		element("ul", "changes", items.map(itemView)),
	]);
}

function itemView({ title, place, before, after, charged }: ChangeItem): HTMLElement {
	return element("li", "", [
		element("p", "change-title", title),
		element("p", "quiet", place),
		answerView("Before", before),
		answerView("After", after),
		...charged.map((sentence) => element("p", "quiet", `Follows from it: ${sentence}`)),
	]);
}

function answerView(when: string, { outcome, says }: ChangeItem["before"]): HTMLElement {
	return element("p", "", [element("b", "", `${when}: ${outcome}.`), ` ${says}`]);
}

function element(name: string, className: string, content: string | readonly (Node | string)[]): HTMLElement {
	const made = document.createElement(name);
	if (className !== "") made.className = className;
	made.append(...(typeof content === "string" ? [content] : content));
	return made;
}
