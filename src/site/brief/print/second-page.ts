import { PILLARS } from "#core/pillar.ts";
import { digitGroups } from "#core/wording.ts";
import { html, type Markup } from "../../page/markup.ts";
import type { Brief, ScoredBrief } from "../brief.ts";
import { dualAxisPlot, peersStrip, sparkline, waterfall } from "../brief-charts.ts";
import type { ReceiptPlace } from "../brief-content.ts";
import { BRIEF_PAGE_TEXTS as texts } from "../brief-page-texts.ts";
import { plotCaption, readingsOf } from "../brief-texts.ts";
import { risingSteps } from "../fix-path.ts";
import { AXIS_WORDS } from "../receipt-words.ts";
import { section, terms } from "./first-page.ts";

/** The way up, and the place among peers where they are enough. */
export function charts({ path, peers, overallScore }: ScoredBrief): Markup {
	const way = path && risingSteps(path).length > 0 && waterfall(path);
	return html`<div class="charts">${way && html`<section id="path"><h2>${texts.path.title}</h2>${way}</section>`}
${peers && html`<section id="peers"><h2>${texts.peers.title}</h2>${peersStrip(peers, overallScore)}</section>`}</div>`;
}

/** How the number came about: the matrix, the readings, the pillars, and what caps it. */
export function scoreOrigin(brief: ScoredBrief): Markup {
	const say = texts.number;
	const readings = readingsOf(brief).flatMap((group) => group.readings);
	const pillars = [...brief.pillars, ...brief.notApplicable.map((pillar) => ({ ...pillar, score: undefined }))];
	const rows = pillars.map(
		({ key, label, score }) =>
			html`<tr><th scope="row">${label} <span class="quiet">${AXIS_WORDS[PILLARS[key].axis].name}</span></th><td class="numeric"><span class="number">${score ?? say.none}</span></td></tr>`,
	);
	const gates = brief.gates.map(
		({ cap, says }) => html`<li><span class="gate-cap">${say.gateCap(cap)}</span> ${says}</li>`,
	);
	return section(
		"pillars",
		say.title,
		html`<div class="origin"><figure class="matrix">${dualAxisPlot(brief)}<figcaption>${plotCaption(brief)}</figcaption></figure>
<div class="origin-words">${terms(
			"readings",
			readings.map(({ label, score }) => [label, html`<span class="number">${score ?? "–"}</span>`]),
		)}
<table class="pillars"><thead><tr><th scope="col">${say.pillar}</th><th scope="col" class="numeric">${say.score}</th></tr></thead><tbody>${rows}</tbody></table></div></div>
${gates.length > 0 && html`<div><h3 class="gates-title">${say.gates}</h3><ul class="gates-list">${gates}</ul></div>`}`,
	);
}

/** The home page as a machine reads it; a receipt that does not say has no such part. */
export function seenPage({ seen }: Brief): Markup | undefined {
	if (!seen) return undefined;
	const say = texts.seen;
	const { lang = "", dir = "auto" } = seen;
	const quoted = (text: string | undefined, absent: string) =>
		text ? html`<bdi lang="${lang}" dir="${dir}">${text}</bdi>` : html`<span class="quiet">${absent}</span>`;
	const item = (term: string, body: Markup, name = "") =>
		html`<div class="${name}"><dt>${term}</dt><dd>${body}</dd></div>`;
	const passage = seen.text ? html`<p lang="${lang}" dir="${dir}">${seen.text}</p>` : quoted(undefined, say.noText);
	const items = [
		item(say.pageTitle, quoted(seen.title, say.noTitle)),
		item(say.description, quoted(seen.description, say.noDescription)),
		item(say.text, passage, "seen-text"),
		item(say.types, quoted(seen.types.join(", "), say.noTypes)),
		item(say.language, quoted(seen.lang, say.noLanguage)),
	];
	return section("seen", say.title, html`<dl class="seen">${items}</dl>`);
}

/** The history in a sentence and a line, where it is known. */
export function pastScores({ since }: Brief): Markup | undefined {
	if (!since) return undefined;
	const words = html`<p id="since-words">${since.says}</p>`;
	return section("since", texts.since.title, html`<div class="past">${sparkline(since.points)}${words}</div>`);
}

/** Receipt, method, limits and the refusal; of a receipt whose place nobody has looked up, none is said. */
export function record(brief: Brief, place: ReceiptPlace): Markup {
	const say = texts.record;
	const { logIndex, id, evidenceDigest } = brief.receipt;
	const waits = place === "pending" ? say.proofWaits : undefined;
	const kind = brief.ok ? ` ${brief.preset.label}. ${brief.preset.says}` : "";
	const rows = terms("brief-record", [
		[say.receipt, html`<code>${id}</code>`],
		[say.proof, logIndex === undefined ? waits : `${say.leaf(digitGroups(logIndex))}.`],
		[say.evidence, html`<code>${evidenceDigest}</code>`],
		[say.again, brief.ok && html`<code>${brief.cli}</code>`],
		[say.method, `${say.methodSays(brief.engineVersion, brief.methodology, brief.mode)}${kind}`],
		[say.limits, say.limitsSay],
	]);
	return section("receipt", say.title, html`${rows}<p class="brief-refusal">${brief.refusal}</p>`);
}
