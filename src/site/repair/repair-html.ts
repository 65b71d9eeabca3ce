import type { AgencyBrand, BriefClient } from "#core/agency/agency.ts";
import { agencyStyleSheet } from "../agency/agency-style.ts";
import { agencyFoot, agencyOpening, PRINT_PAPER, PRINT_POLICY } from "../brief/brief-html.ts";
import type { Words } from "../brief/languages.ts";
import { html, Markup } from "../page/page-text.ts";
import type { RepairProof } from "./repair-proof.ts";
import { repairWords } from "./repair-words.ts";

/** Addresses on the site; without them there are no links. */
export interface RepairLinks {
	check(id: string): string;
	receipt(id: string): string;
	receiptFile(id: string, ending: "json" | "tlog-proof"): string;
}

/** Everything below the page header. @param command shell command that recomputes the proof */
export function repairSections(proof: RepairProof, command: string, words: Words, links?: RepairLinks): Markup {
	const { agreed, groups, receipts } = repairWords(proof, words);
	const { REPAIR_PROOF: say, PAGE } = words;
	const named = (id: string, title: string) =>
		links ? html`<a href="${links.check(id)}">${title}</a>` : html`${title}`;
	const rows = agreed.map(
		({ id, fault, who, predicted, result }) =>
			html`<tr><th scope="row">${named(id, fault)}<span class="quiet">${who}</span></th><td>${result}</td><td class="numeric">${predicted}</td></tr>`,
	);
	const table = html`<table><thead><tr><th scope="col">${say.fault}, ${say.who.toLowerCase()}</th><th scope="col">${say.result}</th><th scope="col" class="numeric">${say.predicted}</th></tr></thead><tbody>${rows}</tbody></table>`;
	const files = (id: string) =>
		links &&
		html` <a href="${links.receipt(id)}">${PAGE.receipt}</a> <a href="${links.receiptFile(id, "json")}" download>JSON</a> <a href="${links.receiptFile(id, "tlog-proof")}" download>${say.proofFile}</a>`;
	return html`${section("agreed", say.agreed, say.agreedNote, agreed.length > 0 ? table : html`<p>${say.agreedNone}</p>`)}
${groups.map(({ key, title, note, items }) =>
	section(
		key,
		title,
		note,
		html`<ul class="rules">${items.map((item) => html`<li><b>${named(item.id, item.title)}</b>${item.says !== "" && html`<br>${item.says}`}</li>`)}</ul>`,
	),
)}
${section("proof", say.proof, "", html`<ul class="rules">${receipts.map(({ id, says }) => html`<li>${says}${files(id)}</li>`)}</ul><p>${say.proofSays}</p><p><code>${command}</code></p>`)}`;
}

function section(id: string, title: string, note: string, body: Markup): Markup {
	return html`<section class="section" id="${id}" aria-labelledby="${id}-title"><div class="section-head"><h2 id="${id}-title">${title}</h2>${note !== "" && html`<div class="section-note"><p>${note}</p></div>`}</div><div class="section-body">${body}</div></section>`;
}

export interface RepairBrand {
	readonly agency?: AgencyBrand | undefined;
	readonly agencyName?: string | undefined;
	readonly client?: BriefClient | undefined;
	/** A PNG. */
	readonly logo?: Uint8Array | undefined;
}

/** A self-contained document for print. @param styles with embedded fonts */
export function repairHtml(
	proof: RepairProof,
	styles: string,
	command: string,
	words: Words,
	brand: RepairBrand = {},
): string {
	const { title, verdict } = repairWords(proof, words);
	const { REPAIR_PROOF: say, PAGE, filled } = words;
	const { agency, client, agencyName = agency?.name ?? "", logo } = brand;
	const { to } = proof;
	const of = {
		agencyName,
		methodology: to.methodology,
		receipt: { id: to.receipt, ...(to.logIndex === undefined ? {} : { logIndex: to.logIndex }) },
	};
	const head = html`<header class="masthead"><div class="masthead-name"><p class="kind">${say.kind}${agencyName !== "" && !agency && html` <span class="agency">${filled(PAGE.preparedBy, { agency: agencyName })}</span>`}</p><h1><bdi>${proof.displayDomain}</bdi></h1></div></header>
<div class="verdict-words">${verdict.map((sentence) => html`<p>${sentence}</p>`)}</div>`;
	const own = agency ? agencyStyleSheet(agency) : "";
	const document = html`<!doctype html><html lang="${words.lang}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${PRINT_POLICY}"><title>${title}</title><style>${new Markup(`${styles}\n${own}${PRINT_PAPER}`)}</style></head>
<body><main><article class="brief"><div class="sheet">${agency && agencyOpening({ client }, agency, words, logo)}${head}${repairSections(proof, command, words)}</div></article></main>${agency && agencyFoot(of, words, to.logIndex === undefined ? undefined : "logged")}</body></html>`;
	return `${document.text}\n`;
}
