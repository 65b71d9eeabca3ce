import { plainCount } from "#core/wording.ts";
import type { Barrier } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { describeBarriers, place, tallyBarriers } from "../shared/barriers.ts";
import { exhibitsOf } from "../shared/exhibits.ts";

export const tables = definePageCheck({
	id: "tables",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "A number without its header means little. The text around the table is still there.",
	tableStakes: true,
	title: "Data tables have header cells",
	fault: "Data tables have no header cells",
	problem: "your tables do not say what their numbers stand for",
	consequence: "Machines and people who cannot see the table get numbers without knowing what they stand for.",
	hours: 0.5,
	hoursPerPage: 0.25,
	doneBy: "editor",
	why: "Screen readers announce each number with the headers of its row and column, and engines use the headers to turn tables into facts. Without headers, a number means little.",
	howToFix: "Write the cells that name a row or column as <th> with scope, and the table's name as <caption>.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); programs that extract tables",
	reference: "https://www.w3.org/TR/WCAG22/#info-and-relationships",
	reviewed: "2026-11-21",
	note: "Old pages use tables for layout. So we judge a table without header cells only if its markup shows that it holds data (a caption, thead, border, scope, headers or role), or its cells do: short texts in even rows, names above or next to figures. We skip calendar months and the corner above row headers. A caption is good advice, but a missing one costs nothing.",
	evaluate(page) {
		const bare = tallyBarriers(page, ["table-no-header"]);
		const astray = tallyBarriers(page, ["table-headers"]);
		const empty = tallyBarriers(page, ["table-header-empty"]);
		const data = page.digest.tables.filter(({ layout }) => !layout);
		// A table with header cells contains data, even without other signs.
		const total = Math.max(bare.examined, bare.found + data.filter(({ headers }) => headers > 0).length);
		if (total + astray.examined === 0) return { outcome: "not-applicable", says: "The page has no data tables." };
		const barriers = [...bare.barriers, ...empty.barriers, ...astray.barriers];
		const [first] = barriers;
		if (!first) {
			const says = `${plainCount(total, "data table")}, ${total === 1 ? "" : "each "}with header cells.`;
			return { outcome: "pass", says, exhibits: exhibitsOf(page, data) };
		}
		const faults = [
			...(bare.found > 0 ? [`${bare.found} of ${plainCount(total, "data table")} without a header cell`] : []),
			...(empty.found > 0 ? [`${plainCount(empty.found, "empty header cell")} over a column of data`] : []),
			...(astray.found > 0
				? [`${plainCount(astray.found, "cell")} whose headers attribute points to nothing: ${describeBarriers(astray)}`]
				: []),
		];
		const details = {
			...(bare.found > 0 ? {} : { fault: faultOf(first) }),
			says: `${page.url} has ${faults.join(", and ")}.`,
			fix: remedy(first),
			exhibits: exhibitsOf(page, barriers),
		};
		const named = empty.found === 0 ? 1 : 1 - empty.found / (empty.examined + 1);
		const sound = total === 0 ? named : (1 - bare.found / total) * named;
		if (sound <= 0) return { outcome: "fail", ...details };
		return { outcome: "partial", ratio: astray.found > 0 ? sound / 2 : sound, ...details };
	},
});

function faultOf({ kind }: Barrier): string {
	return kind === "table-header-empty"
		? "A data table has empty header cells"
		: "Table cells refer to headers that do not exist";
}

function remedy(first: Barrier): string {
	if (first.kind === "table-header-empty") return `Write a name for the column into ${place(first)}.`;
	return first.kind === "table-no-header"
		? `Write the cells of the first row of ${place(first)} that name the columns as <th scope="col">, and the first cell of each row as <th scope="row"> if it names the row.`
		: `Make the headers attribute of ${place(first)} list ids of header cells in the same table, or remove it.`;
}
