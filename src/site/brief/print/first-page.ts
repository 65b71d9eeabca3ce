import { digitGroups, shortDigest, spokenTime } from "#core/wording.ts";
import { html, type Markup, type Part } from "../../page/markup.ts";
import type { Action } from "../actions.ts";
import type { Brief, ScoredBrief, UnscoredBrief } from "../brief.ts";
import { bandMark, bandScale, stateMark } from "../brief-charts.ts";
import type { ReceiptPlace } from "../brief-content.ts";
import { BRIEF_CONTENT_TEXTS } from "../brief-content-texts.ts";
import { BRIEF_PAGE_TEXTS as texts } from "../brief-page-texts.ts";
import { coverageWords, triedRequests } from "../brief-texts.ts";
import { reachTable } from "../reach-table.ts";
import { FOLDER_NOTICE, sourceWords } from "../receipt-words.ts";

/** A part with its heading, as sections of the page are. */
export function section(id: string, title: string, body: Part): Markup {
	return html`<section class="section" id="${id}"><div class="section-head"><h2>${title}</h2></div><div class="section-body">${body}</div></section>`;
}

/** Rows of a term and what is said of it; a row without a body is left out. */
export function terms(name: string, rows: readonly (readonly [term: string, body: Part])[]): Markup {
	const items = rows.map(
		([term, body]) => body !== undefined && body !== false && html`<div><dt>${term}</dt><dd>${body}</dd></div>`,
	);
	return html`<dl class="${name}">${items}</dl>`;
}

export function masthead(brief: Brief, place: ReceiptPlace): Markup {
	const { displayDomain: name, clientDomain, agencyName, receipt } = brief;
	const long = name.length > 80 ? "data-long data-longest" : name.length > 30 ? "data-long" : "";
	const facts = terms("facts", [
		[texts.audited, spokenTime(brief.auditedAt)],
		[texts.evidence, sourceWords(brief)],
		[texts.kindOfSite, brief.ok ? brief.preset.label : undefined],
		[texts.methodology, `${brief.methodology}, ${texts.mode(brief.mode)}`],
	]);
	const tick = place === "logged" && html`<path class="receipt-tick" d="M8.4 12.2L11 14.8L15.8 9.4"/>`;
	return html`<header class="masthead"><div class="masthead-name"><p class="kind">${texts.kind}
${agencyName !== "" && html`<span class="agency">${texts.preparedBy(agencyName)}</span>`}</p>
<h1 ${long}><bdi>${name}</bdi></h1>
${name !== clientDomain && html`<p class="ascii">${clientDomain}</p>`}</div>
<p class="receipt-mark"><svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="10.5"/><circle cx="12" cy="12" r="7.5"/>${tick}</svg>
<span>${texts.receiptMark} <code>${shortDigest(receipt.id, 8)}</code> <span class="quiet">${placeWords(brief, place)}</span></span></p>
${facts}${brief.source === "folder" && html`<p class="notice">${FOLDER_NOTICE}</p>`}</header>`;
}

function placeWords({ receipt: { logIndex } }: Brief, place: ReceiptPlace): string {
	if (place === undefined) return "";
	return logIndex === undefined ? BRIEF_CONTENT_TEXTS.places[place] : texts.inLog(digitGroups(logIndex));
}

/** Score, band, its word and mark, beside the sentence with its cause. */
export function verdict(brief: ScoredBrief): Markup {
	const { overallScore, band } = brief;
	const coverage = coverageWords(brief);
	return html`<section class="verdict"><div class="verdict-score" data-tone="${band.tone}"><h2>
<span class="verdict-label">${texts.overall}</span>
<span class="verdict-number">${overallScore}</span> <span class="verdict-scale">${texts.of100}</span>
<span class="verdict-band">${bandMark(overallScore)} ${band.words}</span></h2>
${bandScale(overallScore)}</div>
<div class="verdict-words"><p class="verdict-says">${brief.verdict}</p>
${coverage !== undefined && html`<p class="quiet">${coverage}</p>`}</div></section>`;
}

/** In place of a score: what was tried, what came back, what to do. */
export function failedVerdict(brief: UnscoredBrief): Markup {
	const { failure, verdict: says, cli } = brief;
	const { failed } = texts;
	const facts = terms("plain", [
		[failed.tried, html`<ul class="inline-list">${triedRequests(brief).map((line) => html`<li>${line}</li>`)}</ul>`],
		[failed.back, failure.says],
		[failed.todo, failure.advice],
		[texts.again, html`<code>${cli}</code>`],
	]);
	return html`<section class="verdict verdict-failed"><div class="verdict-score"><h2><span class="verdict-label">${texts.overall}</span>
<span class="verdict-none">${failed.none}</span></h2></div>
<div class="verdict-words"><p class="verdict-says">${says}</p>${facts}</div></section>`;
}

/** Who may read the home page, by kind, and each line that keeps some of them out. */
export function reach({ reach: rows = [] }: Brief): Markup | undefined {
	if (rows.length === 0) return undefined;
	const { groups, lines, tally } = reachTable(rows);
	const say = texts.reach;
	const bodies = groups.map(
		({ kind, rows: named }) =>
			html`<tbody><tr class="reach-kind"><th colspan="2">${say.kinds[kind]}</th></tr>${named.map(
				({ names, state, says, line }) =>
					html`<tr><th scope="row">${names.join(", ")}</th><td><div class="reach-cell">${stateMark(state)}<span>${says} ${line !== undefined && say.line(line)}</span></div></td></tr>`,
			)}</tbody>`,
	);
	const causes = lines.map(({ url, at, excerpt }) => {
		const where = at === undefined ? url : `${url}, ${at}`;
		return html`<li><code>${excerpt}</code> <bdi class="quiet">${where}</bdi></li>`;
	});
	return section(
		"reach",
		say.title,
		html`<p class="reach-summary">${say.summary(tally)}</p><table class="reach">${bodies}</table>
${lines.length > 0 && html`<div class="reach-lines"><h3 class="reach-lines-title">${say.linesTitle(lines.length)}</h3><ol>${causes}</ol></div>`}`,
	);
}

/** What to do first, each with who does it, how long it takes and what it gains. */
export function actionList(actions: readonly Action[]): Markup {
	const say = texts.actions;
	const items = actions.map(({ title, consequence, fix, who, effort, gain }) => {
		const facts = terms("action-facts", [
			[say.who, who && [who, effort].filter(Boolean).join(", ")],
			[say.gain, html`<span class="gain">${gain}</span>`],
		]);
		return html`<li><div class="action-words"><h3 class="action-title">${title}</h3>
${consequence !== undefined && html`<p class="consequence">${consequence}</p>`}
<p class="action-fix"><b>${say.fix}</b> <span class="fix">${fix}</span></p></div>${facts}</li>`;
	});
	return section(
		"fix-first",
		say.title,
		items.length === 0 ? html`<p>${say.none}</p>` : html`<ol class="actions">${items}</ol>`,
	);
}
