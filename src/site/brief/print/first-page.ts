import { digitGroups, percent, shortDigest, spokenTime } from "#core/wording.ts";
import type { Action } from "../actions.ts";
import { BANDS } from "../band.ts";
import type { Brief, ScoredBrief, UnscoredBrief } from "../brief.ts";
import type { ReceiptPlace } from "../brief-content.ts";
import { BRIEF_CONTENT_TEXTS } from "../brief-content-texts.ts";
import { BRIEF_PAGE_TEXTS as texts } from "../brief-page-texts.ts";
import { byteWords } from "../brief-texts.ts";
import { reachTable } from "../reach-table.ts";
import { FOLDER_NOTICE, SOURCE_WORDS } from "../receipt-words.ts";
import { html, type Markup, type Part } from "./markup.ts";
import { bandMark } from "./print-charts.ts";

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
		[texts.evidence, SOURCE_WORDS[brief.source]],
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
	const { overallScore, band, coverage } = brief;
	const edges = BANDS.map(({ from }) => from > 0 && `M${from} 2v6`);
	return html`<section class="verdict"><div class="verdict-score" data-tone="${band.tone}"><h2>
<span class="verdict-label">${texts.overall}</span>
<span class="verdict-number">${overallScore}</span> <span class="verdict-scale">${texts.of100}</span>
<span class="verdict-band">${bandMark(brief)} ${band.words}</span></h2>
<svg class="band-scale" viewBox="0 0 100 8" preserveAspectRatio="none"><path class="band-scale-line" d="M0 5H100"/>
<path class="band-scale-reach" d="M0 5H${overallScore}"/><path class="band-scale-edges" d="${edges}"/></svg></div>
<div class="verdict-words"><p class="verdict-says">${brief.verdict}</p>
${!brief.verdict.includes(band.means) && html`<p>${band.means}</p>`}
${coverage < 1 && html`<p class="quiet">${texts.coverage(percent(coverage))}</p>`}</div></section>`;
}

/** Most of a site that gave no home page is its redirects. */
const TRIED = 4;

/** In place of a score: what was tried, what came back, what to do. */
export function failedVerdict({ responses, clientDomain, failure, verdict: says, cli }: UnscoredBrief): Markup {
	const { failed } = texts;
	const tried = responses
		.slice(0, TRIED)
		.map(({ url, status, bytes }) => `${failed.asked(url)}: ${failed.answered(status, byteWords(bytes))}`);
	const lines = tried.length > 0 ? tried : [`${failed.asked(`https://${clientDomain}/`)}: ${failed.noAnswer}`];
	const facts = terms("plain", [
		[failed.tried, html`<ul class="inline-list">${lines.map((line) => html`<li>${line}</li>`)}</ul>`],
		[failed.back, failure.says],
		[failed.todo, failure.advice],
		[failed.again, html`<code>${cli}</code>`],
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

type State = NonNullable<Brief["reach"]>[number]["state"];
const STATES = {
	allowed: { tone: "green", path: html`<path class="tick" d="M5 8.2L7.2 10.4L11.2 5.8"/>` },
	partly: { tone: "amber", path: html`<path class="sector" d="M8 2A6 6 0 0 1 8 14Z"/>` },
	blocked: { tone: "red", path: html`<path class="stroke" d="M5.6 5.6L10.4 10.4M10.4 5.6L5.6 10.4"/>` },
	unknown: { tone: "none", path: undefined },
} satisfies Record<State, object>;

function stateMark(state: State): Markup {
	const { tone, path } = STATES[state];
	return html`<span class="state" data-state="${state}" data-tone="${tone}"><svg class="mark" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6"/>${path}</svg><span>${texts.reach.states[state]}</span></span>`;
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
