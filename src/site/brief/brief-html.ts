import { escapeMarkup } from "../page/page-text.ts";
import type { BriefContent } from "./brief-content.ts";
import { BRIEF_CONTENT_TEXTS as say } from "./brief-content-texts.ts";

/** Paper, ink and hairlines, as the site's own print; it loads nothing. */
const STYLE = `
@page { margin: 16mm 18mm; }
html { font: 10pt/1.45 system-ui, "Noto Sans", sans-serif; color: #1c1b19; }
h1 { font-size: 17pt; line-height: 1.2; margin: 0 0 4mm; }
h2 { font-size: 11.5pt; margin: 6mm 0 2mm; border-top: .3mm solid #c9c5bc; padding-top: 2mm; break-after: avoid; }
p, ul, ol, table, dl { margin: 0 0 2.5mm; }
.lead { font-size: 12pt; font-weight: 600; }
.quiet { color: #5d5a54; font-size: 8.5pt; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: 1mm 3mm 1mm 0; border-bottom: .15mm solid #dedad2; }
td.number { text-align: end; font-variant-numeric: tabular-nums; }
li { margin-bottom: 1.5mm; break-inside: avoid; }
tr, dd { break-inside: avoid; }
dt { font-weight: 600; } dd { margin: 0 0 1.5mm; }
q, code { unicode-bidi: isolate; overflow-wrap: anywhere; }
code { font: 8.5pt ui-monospace, "Noto Sans Mono", monospace; }`;

/** Should a text ever be read as markup, it loads and runs nothing all the same. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

const text = escapeMarkup;

/** A brief as one HTML document for paper: whole, with nothing to load and nothing that runs. */
export function briefHtml(content: BriefContent): string {
	const { title, under, verdict, outlook, tally, proof } = content;
	const [lead = "", ...rest] = verdict;
	const body = [
		`<h1>${text(title)}</h1>`,
		`<p class="lead">${text(lead)}</p>`,
		...rest.map(paragraph),
		...under.map((line) => `<p class="quiet">${text(line)}</p>`),
		reachPart(content),
		part(say.headings.fixes, fixList(content)),
		part(say.headings.outlook, outlook.map(paragraph).join("")),
		part(say.headings.numbers, numberTable(content)),
		part(say.headings.seen, seenList(content)),
		part(say.headings.faults, faultList(content)),
		...tally.map(paragraph),
		part(say.headings.proof, `<ul class="quiet">${proof.map((line) => `<li>${text(line)}</li>`).join("")}</ul>`),
	];
	return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${text(title)}</title><style>${STYLE}</style><body>${body.join("\n")}</body></html>\n`;
}

function reachPart({ reach }: BriefContent): string {
	const rows = reach.map(({ name, state, says }) => row([text(name), text(state), text(says)]));
	const lines = new Map(reach.flatMap(({ line }) => (line ? [[line.where, line.quoted] as const] : [])));
	const causes = [...lines].map(
		([where, quoted]) => `<p class="quiet">${say.line} ${text(where)}: <code>${text(quoted)}</code></p>`,
	);
	return part(say.headings.reach, rows.length === 0 ? "" : `<table>${rows.join("")}</table>${causes.join("")}`);
}

function fixList({ fixes }: BriefContent): string {
	if (fixes.length === 0) return "";
	const items = fixes.map(
		({ title, gain, says }) => `<li><b>${text(title)}</b> (${text(gain)})<br>${says.map(text).join(" ")}</li>`,
	);
	return `<ol>${items.join("")}</ol>`;
}

function numberTable({ readings, pillars }: BriefContent): string {
	const all = [...readings.map(([label, score]) => [label, score, ""] as const), ...pillars];
	const rows = all.map(([label, score, summary]) => {
		const number = `<td class="number">${score ?? "–"}</td>`;
		return `<tr><td>${text(label)}</td>${number}<td>${text(summary)}</td></tr>`;
	});
	return rows.length === 0 ? "" : `<table>${rows.join("")}</table>`;
}

function seenList({ seen, quotedIn: { lang, dir = "auto" } }: BriefContent): string {
	if (seen.length === 0) return "";
	const of = `${lang === undefined ? "" : ` lang="${text(lang)}"`} dir="${text(dir)}"`;
	const items = seen.map(({ label, quoted, absent = "" }) => {
		const value = quoted === undefined ? text(absent) : `<q${of}>${text(quoted)}</q>`;
		return `<dt>${text(label)}</dt><dd>${value}</dd>`;
	});
	return `<dl>${items.join("")}</dl>`;
}

function faultList({ faults }: BriefContent): string {
	const items = faults.map(({ title, says, fix }) => `<li><b>${text(title)}.</b> ${text(`${says} ${fix}`)}</li>`);
	return items.length === 0 ? "" : `<ul>${items.join("")}</ul>`;
}

function part(heading: string, html: string): string {
	return html === "" ? "" : `<h2>${text(heading)}</h2>${html}`;
}

function paragraph(line: string): string {
	return `<p>${text(line)}</p>`;
}

function row(cells: readonly string[]): string {
	return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}
