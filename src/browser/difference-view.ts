import type { ChangeItem } from "#site/history/change-words.ts";
import type { ChangeGroup, DifferenceText, NumberRow } from "#site/history/difference-words.ts";

/** Lays a difference out in the page. Everything foreign enters as text, never as markup. */
export function differenceView(text: DifferenceText): HTMLElement {
	return element("div", "difference", [
		element("p", "lead", text.headline),
		...(text.why.length > 0
			? [
					element(
						"ul",
						"rules",
						text.why.map((each) => element("li", "", each)),
					),
				]
			: []),
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
		...charged.map((sentence) => element("p", "quiet", `Charged to it: ${sentence}`)),
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
