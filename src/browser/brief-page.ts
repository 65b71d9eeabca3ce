import type { Occurrence } from "#core/occurrence.ts";
import { counted, positionWords } from "#core/wording.ts";

/** Copies and prints a brief, redirects old anchors to the findings page, and expands a linked finding. */
const brief = document.querySelector<HTMLElement>("[data-findings]");
const moved =
	/^#(?:finding-[a-z0-9-]+|pillar-[a-z]+|findings|wrong|unknown|following|passes|information|not-applicable|answers|responses)$/;

followAnchor();
addEventListener("hashchange", followAnchor);
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-print]")) {
	button.addEventListener("click", () => print());
	button.hidden = false;
}
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
	button.addEventListener("click", () => copy(button));
	button.hidden = false;
}
const search = document.querySelector<HTMLFormElement>("#place-search");
if (search) searchPlaces(search);

function followAnchor(): void {
	const { hash } = location;
	const findings = brief?.dataset.findings;
	if (findings !== undefined && moved.test(hash)) location.replace(`${findings}${hash}`);
	const named = document.getElementById(hash.slice(1));
	const folded = named?.closest("details:not([open])");
	if (!named || !folded) return;
	folded.setAttribute("open", "");
	named.scrollIntoView();
}

/** If the browser refuses, expands the text so that it can be selected. */
async function copy(button: HTMLButtonElement): Promise<void> {
	const { copy: id = "" } = button.dataset;
	const { done = "", failed = "" } = button.closest<HTMLElement>("[data-done]")?.dataset ?? {};
	const text = document.getElementById(id);
	if (!text) return;
	try {
		await navigator.clipboard.writeText(text.textContent);
		button.textContent = done;
	} catch {
		// No permission for the clipboard, or not HTTPS.
		button.textContent = failed;
		text.closest("details")?.setAttribute("open", "");
		getSelection()?.selectAllChildren(text);
	}
}

const MOST_PLACES = 200;

/** Filters the tables of faults and places, using the full list if it is stored. */
function searchPlaces(form: HTMLFormElement): void {
	const field = form.querySelector("input");
	const status = form.querySelector<HTMLElement>("[role=status]");
	if (!field || !status) return;
	const rows = [...document.querySelectorAll<HTMLTableRowElement>("table[data-searched] tbody tr")];
	const { list } = form.dataset;
	let all: Promise<readonly Occurrence[]> | undefined;
	const search = async () => {
		const asked = field.value;
		const terms = asked.toLowerCase().split(/\s+/).filter(Boolean);
		showPlaces([]);
		status.textContent = filterRows(rows, terms);
		if (list === undefined || terms.length === 0) return;
		all ??= fetchList(list);
		try {
			const found = (await all).filter((each) =>
				matches(`${each.page} ${each.check} ${titleOf(each)} ${each.excerpt}`, terms),
			);
			if (field.value !== asked) return;
			const first = found.length > MOST_PLACES ? `; the first ${MOST_PLACES} are shown` : "";
			status.textContent = `${counted(found.length, "place matches", "places match")}${first}.`;
			showPlaces(found.slice(0, MOST_PLACES));
		} catch (error) {
			all = undefined;
			status.textContent += ` The list of all places could not be loaded (${(error as Error).message}).`;
		}
	};
	field.addEventListener("input", () => void search());
	form.addEventListener("submit", (event) => event.preventDefault());
	form.hidden = false;
}

/** @returns a sentence with the number of matches; empty without search terms */
function filterRows(rows: readonly HTMLTableRowElement[], terms: readonly string[]): string {
	for (const row of rows) row.hidden = !matches(row.textContent, terms);
	if (terms.length === 0) return "";
	document.querySelector(".site-places")?.setAttribute("open", "");
	return `${counted(rows.filter((row) => !row.hidden).length, "row matches", "rows match")}.`;
}

function matches(text: string, terms: readonly string[]): boolean {
	const plain = text.toLowerCase();
	return terms.every((term) => plain.includes(term));
}

async function fetchList(address: string): Promise<readonly Occurrence[]> {
	const response = await fetch(address);
	if (!response.ok) throw new Error(`the server answered ${response.status}`);
	const lines = (await response.text()).split("\n").filter(Boolean);
	return lines.map((line) => JSON.parse(line));
}

/** Replaces the worst places, which are among them. Foreign text is inserted as text, never as markup. */
function showPlaces(found: readonly Occurrence[]): void {
	for (const added of document.querySelectorAll("tr[data-found]")) added.remove();
	const body = document.querySelector<HTMLTableSectionElement>("table[data-places] tbody");
	if (!body || found.length === 0) return;
	for (const row of body.rows) row.hidden = true;
	for (const occurrence of found) {
		const { page, check, line, column, excerpt } = occurrence;
		const row = body.insertRow();
		row.dataset.found = "";
		const link = Object.assign(document.createElement("a"), {
			href: `#finding-${check}`,
			textContent: titleOf(occurrence),
		});
		const code = Object.assign(document.createElement("code"), { textContent: excerpt });
		const head = Object.assign(document.createElement("th"), { scope: "row", textContent: page });
		row.append(head);
		row.insertCell().append(link);
		row.insertCell().append(positionWords(line, column));
		row.insertCell().append(code);
	}
}

/** The fault's title on the page; falls back to its id. */
function titleOf({ check }: Occurrence): string {
	return document.querySelector(`.site-faults a[href="#finding-${CSS.escape(check)}"]`)?.textContent ?? check;
}
