import type { AccessReport } from "#core/access/access-report.ts";
import type { AgencyBrand, BriefSection } from "#core/agency/agency.ts";
import { PRODUCT } from "#core/brand.ts";
import { PILLARS } from "#core/pillar.ts";
import type { Rehearsal } from "#core/rehearsal.ts";
import { shortDigest } from "#core/wording.ts";
import { agencyHead, type HeadLine } from "../agency/agency-head.ts";
import { agencyStyleSheet } from "../agency/agency-style.ts";
import { html, Markup, type Part } from "../page/page-text.ts";
import { type Brief, briefSections, type ScoredBrief, shownBrief, type UnscoredBrief } from "./brief.ts";
import { bandMark, bandScale, dualAxisPlot, pathChart, peersStrip, sparkline, stateMark } from "./brief-charts.ts";
import { accessPeriodWords, accessRows, type ReceiptPlace } from "./brief-content.ts";
import {
	coverageWords,
	kindWords,
	plotCaption,
	reachSummary,
	reachTable,
	readingsOf,
	repairWords,
	triedRequests,
} from "./brief-words.ts";
import { type Words, wordsIn } from "./languages.ts";
import { placeIn, sourceWords } from "./receipt-words.ts";
import { type Action, risingSteps } from "./recommendation.ts";
import { rehearsalRows } from "./rehearsal-rows.ts";
import { fixedWords } from "./since.ts";

/** Even if text were injected as markup, nothing would load or run. */
export const PRINT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:";

/** No CSS in the bottom margin, where the printing browser writes title and page number. */
export const PRINT_PAPER =
	"@page { margin: 11mm 14mm 13mm; @bottom-left { content: none } @bottom-right { content: none } }";

type Measured = Pick<Brief, "agencyName" | "methodology"> & {
	readonly receipt: Pick<Brief["receipt"], "id" | "logIndex">;
};

export interface BesidePrint {
	readonly place?: ReceiptPlace;
	readonly access?: AccessReport | undefined;
	readonly rehearsal?: Rehearsal | undefined;
	/** The agency's logo, a PNG. */
	readonly logo?: Uint8Array | undefined;
}

/**
 * Renders the 2 printed pages of a brief. Does not use the site's components, because the CLI has no Astro.
 * Self-contained: loads and runs nothing. @param styles with embedded fonts
 */
export function briefHtml(given: Brief, styles: string, { place, access, rehearsal, logo }: BesidePrint = {}): string {
	const brief = shownBrief(given);
	const words = wordsIn(brief.lang);
	const { PAGE, filled, spokenDate } = words;
	const title = `${filled(PAGE.title, { site: brief.displayDomain })}, ${spokenDate(brief.auditedAt)}`;
	const { agency } = brief;
	const [first = [], ...pages] = briefSections(brief).map((page) => page.map((each) => sectionOf(each, brief, words)));
	const opening = [
		agency && agencyOpening(brief, agency, words, logo),
		masthead(brief, words, place),
		brief.ok ? verdict(brief, words) : failedVerdict(brief, words),
	];
	const sheets = [[...opening, ...first], ...pages];
	sheets.at(-1)?.push(accessPart(access, words), rehearsalPart(rehearsal, words), record(brief, words, place));
	const own = agency ? agencyStyleSheet(agency) : "";
	const document = html`<!doctype html><html lang="${brief.lang}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${PRINT_POLICY}"><title>${title}</title><style>${new Markup(`${styles}\n${own}${PRINT_PAPER}`)}</style></head>
<body><main><article class="brief">${sheets.map((parts) => html`<div class="sheet">${parts}</div>`)}</article></main>${agency && agencyFoot(brief, words, place)}</body></html>`;
	return `${document.text}\n`;
}

function sectionOf(section: BriefSection, brief: Brief, words: Words): Part {
	if (section === "history") return pastScores(brief, words);
	if (section === "engines") return reach(brief, words);
	if (section === "fixes") return actionList(brief.actions, words);
	if (section === "seen") return seenPage(brief, words);
	if (!brief.ok) return undefined;
	return section === "outlook" ? charts(brief, words) : scoreOrigin(brief, words);
}

export function agencyOpening(
	{ client: whose }: Pick<Brief, "client">,
	agency: AgencyBrand,
	words: Words,
	logo: Uint8Array | undefined,
): Markup {
	const { AGENCY, filled } = words;
	const { name, lines, client, note, lead } = agencyHead(agency, { client: whose });
	const picture = logo && `data:image/png;base64,${Buffer.from(logo).toString("base64")}`;
	const link = ({ text, href }: HeadLine) =>
		href === undefined ? html`<span>${text}</span>` : html`<a href="${href}">${text}</a>`;
	return html`<section class="agency-block">${picture && html`<span class="agency-plate"><img src="${picture}" alt=""></span>`}
<p class="agency-name"><b>${name}</b></p><address class="agency-contact">${lines.map(link)}</address></section>
<div class="agency-words">${client !== undefined && html`<p class="agency-client">${filled(AGENCY.preparedFor, { client })}</p>`}
${note.length > 0 && html`<p class="agency-note">${note.map((line) => html`<span>${line}</span>`)}</p>`}
${lead && html`<p class="agency-action">${link({ href: lead.href, text: lead.text ?? AGENCY.action })}</p>`}</div>`;
}

export function agencyFoot(brief: Measured, words: Words, place: ReceiptPlace): Markup {
	const { agencyName: agency, methodology, receipt } = brief;
	const { AGENCY, PAGE, filled } = words;
	const says = filled(AGENCY.measured, { product: PRODUCT, methodology, agency });
	return html`<footer class="site-footer"><p class="agency-foot">${says} ${PAGE.receipt} <code>${shortDigest(receipt.id, 8)}</code> ${placeWords(brief, words, place)}</p></footer>`;
}

function section(id: string, title: string, body: Part): Markup {
	return html`<section class="section" id="${id}"><div class="section-head"><h2>${title}</h2></div><div class="section-body">${body}</div></section>`;
}

function accessPart(access: AccessReport | undefined, words: Words): Markup | false {
	const rows = accessRows(access, words);
	if (rows.length === 0) return false;
	const lines = terms(
		"facts",
		rows.map(({ name, says }) => [name, says] as const),
	);
	return section("access", words.ACCESS.title, html`${lines}<p class="quiet">${accessPeriodWords(access, words)}</p>`);
}

function rehearsalPart(rehearsal: Rehearsal | undefined, words: Words): Markup | false {
	if (!rehearsal) return false;
	const { title, summary, stops, note } = rehearsalRows(rehearsal, words);
	const lines = terms(
		"facts",
		stops.map(({ name, says }) => [name, says] as const),
	);
	return section("rehearsal", title, html`<p>${summary}</p>${stops.length > 0 && lines}<p class="quiet">${note}</p>`);
}

/** Omits rows without a body. */
function terms(name: string, rows: readonly (readonly [term: string, body: Part])[]): Markup {
	const items = rows.map(
		([term, body]) => body !== undefined && body !== false && html`<div><dt>${term}</dt><dd>${body}</dd></div>`,
	);
	return html`<dl class="${name}">${items}</dl>`;
}

function masthead(brief: Brief, words: Words, place: ReceiptPlace): Markup {
	const { MODES, PAGE, SOURCES, filled, spokenTime } = words;
	const { displayDomain: name, clientDomain, agencyName, receipt } = brief;
	const long = name.length > 80 ? "data-long data-longest" : name.length > 30 ? "data-long" : "";
	const facts = terms("facts", [
		[PAGE.audited, spokenTime(brief.auditedAt)],
		[PAGE.evidence, sourceWords(brief, words)],
		[PAGE.kindOfSite, brief.ok ? brief.preset.label : undefined],
		[PAGE.methodology, `${brief.methodology}, ${filled(PAGE.mode, { mode: MODES[brief.mode] })}`],
	]);
	const tick = place === "logged" && html`<path class="receipt-tick" d="M8.4 12.2L11 14.8L15.8 9.4"/>`;
	return html`<header class="masthead"><div class="masthead-name"><p class="kind">${PAGE.kind}
${agencyName !== "" && !brief.agency && html`<span class="agency">${filled(PAGE.preparedBy, { agency: agencyName })}</span>`}</p>
<h1 ${long}><bdi>${name}</bdi></h1>
${name !== clientDomain && html`<p class="ascii">${clientDomain}</p>`}</div>
<p class="receipt-mark"><svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="10.5"/><circle cx="12" cy="12" r="7.5"/>${tick}</svg>
<span>${PAGE.receipt} <code>${shortDigest(receipt.id, 8)}</code> <span class="quiet">${placeWords(brief, words, place)}</span></span></p>
${facts}${brief.source === "folder" && html`<p class="notice">${SOURCES.folderNotice}</p>`}</header>`;
}

function placeWords(
	{ receipt: { logIndex } }: Pick<Measured, "receipt">,
	{ MARKDOWN, PAGE, digitGroups, filled }: Words,
	place: ReceiptPlace,
): string {
	if (place === undefined) return "";
	return logIndex === undefined ? MARKDOWN.places[place] : filled(PAGE.inLog, { leaf: digitGroups(logIndex) });
}

function verdict(brief: ScoredBrief, { PAGE }: Words): Markup {
	const { overallScore, band, peers } = brief;
	const coverage = coverageWords(brief);
	const beside = repairWords(brief);
	return html`<section class="verdict"><div class="verdict-score" data-tone="${band.tone}"><h2>
<span class="verdict-label">${PAGE.overall}</span>
<span class="verdict-number">${overallScore}</span> <span class="verdict-scale">${PAGE.of100}</span>
<span class="verdict-band">${bandMark(overallScore)} ${band.words}</span></h2>
${bandScale(overallScore)}</div>
<div class="verdict-words"><p class="verdict-says">${brief.verdict}</p>
${beside.length > 0 && html`<p>${beside.join(" ")}</p>`}${peers && html`<p>${peers.says}</p>`}
${coverage !== undefined && html`<p class="quiet">${coverage}</p>`}</div></section>`;
}

function failedVerdict(brief: UnscoredBrief, { FAILED, PAGE }: Words): Markup {
	const { failure, verdict: says, cli } = brief;
	const facts = terms("plain", [
		[FAILED.tried, html`<ul class="inline-list">${triedRequests(brief).map((line) => html`<li>${line}</li>`)}</ul>`],
		[FAILED.back, failure.says],
		[FAILED.todo, failure.advice],
		[PAGE.auditAgain, html`<code>${cli}</code>`],
	]);
	return html`<section class="verdict verdict-failed"><div class="verdict-score"><h2><span class="verdict-label">${PAGE.overall}</span>
<span class="verdict-none">${FAILED.none}</span></h2></div>
<div class="verdict-words"><p class="verdict-says">${says}</p>${facts}</div></section>`;
}

function reach({ reach: rows = [] }: Brief, words: Words): Markup | undefined {
	const { REACH, filled, pluralOf } = words;
	if (rows.length === 0) return undefined;
	const { groups, lines, tally } = reachTable(rows);
	const bodies = groups.map(
		({ kind, rows: named }) =>
			html`<tbody><tr class="reach-kind"><th colspan="2">${REACH.kinds[kind]}</th></tr>${named.map(
				({ names, state, says, line }) =>
					html`<tr><th scope="row">${names.join(", ")}</th><td><div class="reach-cell">${stateMark(state, words)}<span>${says} ${line !== undefined && filled(REACH.cause, { number: line })}</span></div></td></tr>`,
			)}</tbody>`,
	);
	const causes = lines.map(({ url, at, excerpt }) => {
		const where = placeIn({ url, at }, words);
		return html`<li><code>${excerpt}</code> <bdi class="quiet">${where}</bdi></li>`;
	});
	return section(
		"reach",
		REACH.title,
		html`<p class="reach-summary">${reachSummary(tally, words)}</p><table class="reach">${bodies}</table>
${lines.length > 0 && html`<div class="reach-lines"><h3 class="reach-lines-title">${pluralOf(REACH.causes, lines.length)}</h3><ol>${causes}</ol></div>`}`,
	);
}

function actionList(actions: readonly Action[], { ACTIONS, VERDICT }: Words): Markup {
	const items = actions.map(({ title, consequence, pages, fix, who, time, gain }) => {
		const facts = terms("action-facts", [
			[ACTIONS.who, who && [who, time].filter(Boolean).join(", ")],
			[ACTIONS.gain, html`<span class="gain">${gain}</span>`],
		]);
		return html`<li><div class="action-words"><h3 class="action-title">${title}</h3>
${consequence !== undefined && html`<p class="consequence">${consequence}</p>`}
${pages !== undefined && html`<p class="quiet">${pages}</p>`}
<p class="action-fix"><b>${ACTIONS.fix}</b> <span class="fix">${fix}</span></p></div>${facts}</li>`;
	});
	return section(
		"fix-first",
		ACTIONS.title,
		items.length === 0 ? html`<p>${VERDICT.nothingLeft}</p>` : html`<ol class="actions">${items}</ol>`,
	);
}

function charts({ path, peers, overallScore, repair }: ScoredBrief, words: Words): Markup {
	const { PATH, PEERS } = words;
	const way = path && risingSteps(path).length > 0 && pathChart({ path, repair }, words);
	return html`<div class="charts">${way && html`<section id="path"><h2>${PATH.title}</h2>${way}</section>`}
${peers && html`<section id="peers"><h2>${PEERS.title}</h2>${peersStrip(peers, overallScore, words)}</section>`}</div>`;
}

function scoreOrigin(brief: ScoredBrief, { AXIS_WORDS, SCORE, filled }: Words): Markup {
	const readings = readingsOf(brief).flatMap((group) => group.readings);
	const pillars = [...brief.pillars, ...brief.notApplicable.map((pillar) => ({ ...pillar, score: undefined }))];
	const rows = pillars.map(
		({ key, label, score }) =>
			html`<tr><th scope="row">${label} <span class="quiet">${AXIS_WORDS[PILLARS[key].axis].name}</span></th><td class="numeric"><span class="number">${score ?? SCORE.none}</span></td></tr>`,
	);
	const gates = brief.gates.map(
		({ cap, says }) => html`<li><span class="gate-cap">${filled(SCORE.gateCap, { cap })}</span> ${says}</li>`,
	);
	return section(
		"pillars",
		SCORE.title,
		html`<div class="origin"><figure class="matrix">${dualAxisPlot(brief)}<figcaption>${plotCaption(brief)}</figcaption></figure>
<div class="origin-words">${terms(
			"readings",
			readings.map(({ label, score }) => [label, html`<span class="number">${score ?? "–"}</span>`]),
		)}
<table class="pillars"><thead><tr><th scope="col">${SCORE.pillar}</th><th scope="col" class="numeric">${SCORE.score}</th></tr></thead><tbody>${rows}</tbody></table></div></div>
${gates.length > 0 && html`<div><h3 class="gates-title">${SCORE.gates}</h3><ul class="gates-list">${gates}</ul></div>`}`,
	);
}

function seenPage({ seen }: Brief, { SEEN }: Words): Markup | undefined {
	if (!seen) return undefined;
	const { lang = "", dir = "auto" } = seen;
	const quoted = (text: string | undefined, absent: string) =>
		text ? html`<bdi lang="${lang}" dir="${dir}">${text}</bdi>` : html`<span class="quiet">${absent}</span>`;
	const item = (term: string, body: Markup, name = "") =>
		html`<div class="${name}"><dt>${term}</dt><dd>${body}</dd></div>`;
	const passage = seen.text ? html`<p lang="${lang}" dir="${dir}">${seen.text}</p>` : quoted(undefined, SEEN.noText);
	const items = [
		item(SEEN.pageTitle, quoted(seen.title, SEEN.noTitle)),
		item(SEEN.description, quoted(seen.description, SEEN.noDescription)),
		item(SEEN.text, passage, "seen-text"),
		item(SEEN.types, quoted(seen.types.join(", "), SEEN.noTypes)),
		item(SEEN.language, quoted(seen.lang, SEEN.noLanguage)),
	];
	return section("seen", SEEN.title, html`<dl class="seen">${items}</dl>`);
}

function pastScores({ since, fixed }: Brief, words: Words): Markup | undefined {
	if (!since) return undefined;
	const says = html`<p id="since-words">${since.says}</p>`;
	const lines = fixedWords(fixed, words).map(
		({ says, receipts }) =>
			html`<li>${says} <span class="quiet">${words.SINCE.receipts} ${receipts.map((id) => html`<code>${shortDigest(id, 8)}</code> `)}</span></li>`,
	);
	const past = html`<div class="past">${sparkline(since.points, words)}${says}</div>`;
	return section("since", words.SINCE.title, html`${past}${lines.length > 0 && html`<ul class="fixed">${lines}</ul>`}`);
}

function record(brief: Brief, words: Words, place: ReceiptPlace): Markup {
	const { AGENCY, MODES, RECORD, digitGroups, filled } = words;
	const { logIndex, id, evidenceDigest } = brief.receipt;
	const waits = place === "pending" ? RECORD.proofWaits : undefined;
	const kind = brief.ok ? ` ${kindWords(brief)}` : "";
	const { engineVersion: engine, methodology, agency } = brief;
	const mode = MODES[brief.mode];
	const method = agency
		? filled(AGENCY.method, { methodology, mode })
		: filled(RECORD.methodSays, { engine, methodology, mode });
	const rows = terms("brief-record", [
		[RECORD.receipt, html`<code>${id}</code>`],
		[RECORD.proof, logIndex === undefined ? waits : `${filled(RECORD.leaf, { leaf: digitGroups(logIndex) })}.`],
		[RECORD.evidence, html`<code>${evidenceDigest}</code>`],
		[RECORD.again, brief.ok && !agency && html`<code>${brief.cli}</code>`],
		[RECORD.method, method + kind],
		[RECORD.limits, RECORD.limitsSay],
	]);
	return section(
		"receipt",
		RECORD.title,
		html`${rows}${!agency && html`<p class="brief-refusal">${brief.refusal}</p>`}`,
	);
}
