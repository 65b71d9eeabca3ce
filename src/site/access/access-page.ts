import type { AccessBot, AccessReport } from "#core/access/access-report.ts";
import { digitGroups, listing, shortDate } from "#core/wording.ts";
import { html, type Markup } from "../page/page-text.ts";
import { botRow, isNumber, refusedSentence, shownColumns, weeksOf, weekTable } from "./access-tables.ts";
import {
	ACCESS_COLUMNS,
	ACCESS_TITLE,
	accessLead,
	CHANGES_TITLE,
	ENGINES_TITLE,
	lineWords,
	MISSED_TITLE,
	periodWords,
	rangesWords,
	UNREAD_WORDS,
	unreadWords,
	WEEKS_TITLE,
} from "./access-words.ts";

const STYLE = `:root{color-scheme:light dark;--ink:light-dark(#16191b,#e9e8e3);--quiet:light-dark(#555b5f,#a5abae);--rule:light-dark(#d5d6d1,#343a3d);--bad:light-dark(#a3270f,#ff9478);--bar:light-dark(#1d6b3f,#7ccb98);background:light-dark(#fcfcfa,#131618);color:var(--ink);font:1.0625rem/1.5 "Source Sans 3",system-ui,sans-serif}
body{max-inline-size:80rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:2.25rem;line-height:1.15;margin:0}h2{font-size:1.4rem;margin:2.5rem 0 .75rem}h3{font-size:1.1rem}
p{max-inline-size:44rem}.quiet{color:var(--quiet)}.bad{color:var(--bad)}
.scroll{overflow-x:auto}table{border-collapse:collapse;inline-size:100%;font-variant-numeric:tabular-nums}
th,td{padding:.4rem .6rem .4rem 0;border-block-end:1px solid var(--rule);text-align:start;vertical-align:top}
th{font-weight:600;color:var(--quiet);font-size:.9em}.scroll td{white-space:nowrap}.number{text-align:end}
dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.5rem 1.5rem;max-inline-size:60rem}dt{font-weight:600}dd{margin:0;grid-column:2}
svg{display:block;inline-size:100%;max-inline-size:60rem;block-size:4.5rem}
code{font:.9em ui-monospace,Consolas,monospace;overflow-wrap:anywhere}
@media (max-width:40rem){dl{grid-template-columns:1fr;gap:0}dd{grid-column:1;margin-block-end:.75rem}}
@media print{body{padding:0;font-size:10pt}.scroll{overflow:visible}.scroll td{white-space:normal}th,td{padding-inline-end:.4rem}tr,svg{break-inside:avoid}h2,h3{break-after:avoid}}`;

/** @returns a self-contained HTML document */
export function accessPage(report: AccessReport): string {
	const { domain, bots, assistants, unread } = report;
	const doubt = unreadWords(report);
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${ACCESS_TITLE}: ${domain}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${ACCESS_TITLE}</h1>
<p class="quiet">${domain} · ${periodWords(report)}</p>
<p>${accessLead(report)}</p>
${changesPart(report)}
${enginesPart(report)}
${bots.length > 0 ? html`<h2>By bot</h2>${botsTable(report)}` : ""}
${weeksPart(report)}
${refusedPart(bots)}
${edgesPart(bots)}
${missedPart(bots)}
${trapsPart(bots)}
${
	assistants.length > 0
		? html`<h2>Visitors from assistants</h2><dl>${assistants.map(
				({ name, visits }) => html`<dt>${name}</dt><dd>${digitGroups(visits)}</dd>`,
			)}</dl>`
		: ""
}
<h2>How this was counted</h2>
<p>${lineWords(report)}</p>
${doubt === undefined ? "" : html`<p class="bad">${doubt}</p>`}
${
	unread.length > 0
		? html`<ul>${unread.map(
				({ log, line, why, form }) => html`<li>${log}, line ${line}: ${UNREAD_WORDS[why]}: <code>${form}</code></li>`,
			)}</ul>`
		: ""
}
<p class="quiet">${rangesWords(report)}</p>
</main>
</body>
</html>
`.text;
}

const FINE: ReadonlySet<string> = new Set(["reads", "never-came", "forbidden-and-absent", "unverifiable"]);

function changesPart({ changes }: AccessReport): Markup | string {
	if (changes.length === 0) return "";
	return html`<h2>${CHANGES_TITLE}</h2><ul>${changes.map(({ says }) => html`<li class="bad">${says}</li>`)}</ul>`;
}

function enginesPart({ engines = [], findings = [] }: AccessReport): Markup | string {
	if (engines.length === 0) return "";
	const rows = engines.map(({ name, says, outcome, robots, because, audit }) => {
		const todo = findings.find((each) => each.engine === name)?.todo;
		return html`<dt>${name}</dt><dd><span${FINE.has(outcome) ? "" : html` class="bad"`}>${says}</span>${
			todo === undefined ? "" : html` ${todo}`
		}<br><span class="quiet">Your rules: ${robots}${because === undefined ? "" : html` (<code>${because}</code>)`} · ${audit}</span></dd>`;
	});
	return html`<h2>${ENGINES_TITLE}</h2><dl>${rows}</dl>`;
}

function botsTable(report: AccessReport): Markup {
	const columns = shownColumns(report);
	const rows = report.bots.map((bot) => {
		const row = botRow(bot);
		return html`<tr>${columns.map((name) => {
			const value = row[name];
			const text = typeof value === "number" ? digitGroups(value) : value;
			return isNumber(name) ? html`<td class="number">${text}</td>` : html`<td>${text}</td>`;
		})}</tr>`;
	});
	const heads = columns.map(
		(name) => html`<th scope="col"${isNumber(name) ? html` class="number"` : ""}>${ACCESS_COLUMNS[name]}</th>`,
	);
	return html`<div class="scroll"><table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Further bars would be too thin. */
const MOST_WEEKS = 60;

function weekRows(report: AccessReport): Markup | string {
	const [heads = [], ...rows] = weekTable(report);
	const cells = (row: readonly string[], tag: "td" | "th") =>
		row.map((text, at) =>
			tag === "td"
				? html`<td${at > 0 ? html` class="number"` : ""}>${text}</td>`
				: html`<th scope="col"${at > 0 ? html` class="number"` : ""}>${text}</th>`,
		);
	if (rows.length === 0) return "";
	return html`<h3>${WEEKS_TITLE}</h3><div class="scroll"><table><thead><tr>${cells(heads, "th")}</tr></thead><tbody>${rows.map((row) => html`<tr>${cells(row, "td")}</tr>`)}</tbody></table></div>`;
}

function weeksPart(report: AccessReport): Markup | string {
	const weeks = weeksOf(report.bots).slice(-MOST_WEEKS);
	const most = Math.max(...weeks.map(({ verified }) => verified), 1);
	if (weeks.length < 2) return "";
	const width = 100 / weeks.length;
	const bars = weeks.map(({ verified, refused }, at) => {
		const [all, shut] = [(verified / most) * 40, (refused / most) * 40];
		const x = (at * width + width * 0.1).toFixed(2);
		const wide = (width * 0.8).toFixed(2);
		return html`<rect x="${x}" y="${(40 - all).toFixed(2)}" width="${wide}" height="${all.toFixed(2)}" fill="var(--bar)"/><rect x="${x}" y="${(40 - shut).toFixed(2)}" width="${wide}" height="${shut.toFixed(2)}" fill="var(--bad)"/>`;
	});
	const words = weeks.map(
		({ from, verified, refused }) => `${shortDate(from)}: ${digitGroups(verified)}, ${digitGroups(refused)} refused`,
	);
	return html`<h2>By week</h2><svg viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label="Verified requests by week. ${listing(words, 8)}">${bars}</svg><p class="quiet">Verified requests, from the week of ${shortDate(weeks[0]?.from ?? "")} to that of ${shortDate(weeks.at(-1)?.from ?? "")}; at most ${digitGroups(most)} in a week. Red: refused.</p>${weekRows(report)}`;
}

function refusedPart(bots: readonly AccessBot[]): Markup | string {
	const rows = bots.flatMap(({ token, refused }) =>
		refused.map(
			(each, at) =>
				html`<tr><td>${at === 0 ? token : ""}</td><td><code>${each.path}</code></td><td>${refusedSentence(each)}</td></tr>`,
		),
	);
	if (rows.length === 0) return "";
	return html`<h2>Where verified bots were refused</h2><div class="scroll"><table><thead><tr><th scope="col">Bot</th><th scope="col">Path</th><th scope="col">Answers</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function edgesPart(bots: readonly AccessBot[]): Markup | string {
	const rows = bots.flatMap(({ token, edges }) =>
		edges
			.filter(({ refused }) => refused > 0)
			.map(
				({ edge, requests, refused }) =>
					html`<tr><td>${token}</td><td>${edge}</td><td class="number">${digitGroups(requests)}</td><td class="number">${digitGroups(refused)}</td></tr>`,
			),
	);
	if (rows.length === 0) return "";
	return html`<h2>CDN locations that refused verified bots</h2><div class="scroll"><table><thead><tr><th scope="col">Bot</th><th scope="col">Location</th><th scope="col" class="number">Verified requests</th><th scope="col" class="number">Refused or failed</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function missedPart(bots: readonly AccessBot[]): Markup | string {
	const rows = bots.flatMap(({ token, site }) =>
		site && site.missed.length > 0
			? html`<dt>${token}</dt><dd>${site.missed.map((path, at) => html`${at > 0 ? html`, ` : ""}<code>${path}</code>`)}${
					site.of - site.fetched > site.missed.length
						? html` and ${site.of - site.fetched - site.missed.length} more`
						: ""
				}</dd>`
			: [],
	);
	return rows.length === 0 ? "" : html`<h2>${MISSED_TITLE}</h2><dl>${rows}</dl>`;
}

function trapsPart(bots: readonly AccessBot[]): Markup | string {
	const rows = bots.flatMap(({ token, traps }) =>
		traps.map(
			({ path, queries }, at) =>
				html`${at === 0 ? html`<dt>${token}</dt>` : ""}<dd><code>${path}</code>: ${digitGroups(queries)} different queries</dd>`,
		),
	);
	return rows.length === 0 ? "" : html`<h2>Pages requested with many different queries</h2><dl>${rows}</dl>`;
}
