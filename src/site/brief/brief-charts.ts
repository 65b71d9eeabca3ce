import { scaleLinear } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import type { ReachRow } from "#core/report.ts";
import { round } from "../badge/svg-document.ts";
import { html, type Markup } from "../page/page-text.ts";
import { BAND_MARK, BANDS, bandBars, bandOf } from "./band.ts";
import type { Peers, ScoredBrief } from "./brief.ts";
import { loweredWords, plotDescription } from "./brief-words.ts";
import {
	BAND_CONTOURS,
	bandLabels,
	cappedPoint,
	contourOf,
	PLOT,
	placePoint,
	TICKS,
	xOf,
	yOf,
} from "./dual-axis-plot.ts";
import { type Words, wordsIn } from "./languages.ts";
import { type FixPath, risingSteps } from "./recommendation.ts";
import type { Repair } from "./repair.ts";

/** For the page and the command line's document. Charts that repeat nearby text are hidden from screen readers. */

export function bandMark(score: number | undefined): Markup {
	const { size } = BAND_MARK;
	const band = score === undefined ? undefined : bandOf(score);
	const bars = bandBars(band?.level ?? 0).map(
		({ x, y, width, height, full }) =>
			html`<rect${full && html` class="full"`} x="${x}" y="${y}" width="${width}" height="${height}"/>`,
	);
	return html`<svg class="band-mark" data-tone="${band?.tone ?? "none"}" viewBox="0 0 ${size} ${size}" aria-hidden="true">${bars}</svg>`;
}

export function bandScale(score: number): Markup {
	const edges = BANDS.map(({ from }) => from > 0 && `M${from} 2v6`);
	return html`<svg class="band-scale" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><path class="band-scale-line" d="M0 5H100"/><path class="band-scale-reach" d="M0 5H${score}"/><path class="band-scale-edges" d="${edges}"/></svg>`;
}

export function scoreBar(score: number): Markup {
	return html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="bar-track" width="100" height="6"/><rect class="bar-fill" width="${score}" height="6"/></svg>`;
}

/** Shape, colour and word each show by themselves whether an engine is let in. */
const STATES = {
	allowed: { tone: "green", path: html`<path class="tick" d="M5 8.2L7.2 10.4L11.2 5.8"/>` },
	partly: { tone: "amber", path: html`<path class="sector" d="M8 2A6 6 0 0 1 8 14Z"/>` },
	blocked: { tone: "red", path: html`<path class="stroke" d="M5.6 5.6L10.4 10.4M10.4 5.6L5.6 10.4"/>` },
	unknown: { tone: undefined, path: undefined },
} as const;

export function stateMark(state: ReachRow["state"], { REACH }: Words): Markup {
	const { tone, path } = STATES[state];
	return html`<span class="state" data-state="${state}"${tone && html` data-tone="${tone}"`}><svg class="mark" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6"/>${path}</svg><span>${REACH.states[state]}</span></span>`;
}

/** A row for today, for each step that raises the score, and for all repairs. */
export function pathRows(
	{ path, repair }: { readonly path: FixPath; readonly repair?: Repair | undefined },
	{ PATH, filled, pluralOf }: Pick<Words, "PATH" | "filled" | "pluralOf">,
) {
	const row = (name: string, from: number, to: number) => ({ name, from: Math.round(from), to: Math.round(to) });
	const steps = risingSteps(path).map(({ number, takesIn = 0, title, from, to }) => {
		const numbers = takesIn === 0 ? String(number) : `${number}–${number + takesIn}`;
		return row(`${numbers}. ${title}`, from, to);
	});
	const rest = repair && repair.to > path.reachable && repair.fixes > repair.first.steps ? repair : undefined;
	return [
		row(PATH.today, path.from, path.from),
		...steps,
		...(rest ? [row(filled(pluralOf(PATH.all, rest.fixes), { count: rest.fixes }), path.reachable, rest.to)] : []),
	];
}

export function pathChart(brief: Parameters<typeof pathRows>[0], words: Words): Markup {
	const rows = pathRows(brief, words).map(
		({ name, from, to }) =>
			html`<li><span class="path-name">${name}</span><svg class="path-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="bar-track" width="100" height="8"/><rect class="path-before" width="${from}" height="8"/><rect class="path-step" x="${from}" width="${to - from}" height="8"/></svg><b class="path-score">${to}</b></li>`,
	);
	return html`<ol class="path">${rows}</ol>`;
}

export function peersStrip(peers: Peers, score: number, { PEERS, digitGroups, filled, pluralOf }: Words): Markup {
	const { path, dotted, mark } = peerColumns(peers.scores, score);
	const { width, height, margin, base } = STRIP;
	const beside = { start: 10, middle: 0, end: -10 }[mark.anchor];
	const { length } = peers.scores;
	const label = filled(pluralOf(PEERS.label, length), { count: digitGroups(length), score });
	const numbers = STRIP_EDGES.map((edge) => html`<text x="${edge.x}" y="${base + 30}">${edge.score}</text>`);
	return html`<figure class="peers"><svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="peers-label peers-words"><title id="peers-label">${label}</title>
<path class="peers-line" d="M${margin} ${base}H${width - margin}"/>
<path class="peers-edges" d="${STRIP_EDGES.map(({ x }) => `M${x} ${base}v5`)}"/>
<g class="peers-numbers" text-anchor="middle">${numbers}</g>
<path class="${dotted ? "peers-dots" : "peers-bars"}" d="${path}"/>
<path class="peers-mark" d="M${mark.x} ${base + 2}l-6 11h12z"/>
<text class="peers-here" x="${mark.x + beside}" y="10" text-anchor="${mark.anchor}">${filled(PEERS.here, { score })}</text>
<path class="peers-stem" d="M${mark.x} 14V${base + 2}"/>
</svg><figcaption id="peers-words">${peers.says}</figcaption></figure>`;
}

export function dualAxisPlot(brief: ScoredBrief): Markup {
	const { axes, overallScore } = brief;
	const [right, bottom] = [PLOT.left + PLOT.side, PLOT.top + PLOT.side];
	const { AXIS_WORDS, BAND_TEXTS, SCORE, filled } = wordsIn(brief.lang);
	const lowered = loweredWords(brief);
	const capped = lowered === undefined ? undefined : cappedPoint(axes, overallScore);
	const placed = placePoint(axes);
	const grid = TICKS.map(
		(tick) => html`<path d="M${xOf(tick)} ${PLOT.top}V${bottom}M${PLOT.left} ${yOf(tick)}H${right}"/>`,
	);
	const across = TICKS.map((tick) => html`<text x="${xOf(tick)}" y="${bottom + 18}">${tick}</text>`);
	const up = TICKS.map((tick) => html`<text x="${PLOT.left - 10}" y="${yOf(tick) + 4}">${tick}</text>`);
	const bands = bandLabels(axes).map(({ key, x, y }) => bandLabel(BAND_TEXTS[key].name, x, y));
	const exits = BAND_CONTOURS.map(({ score, exitY }) => html`<text x="${right + 11}" y="${exitY + 4}">${score}</text>`);
	return html`<svg class="plot" viewBox="0 0 ${PLOT.width} ${PLOT.height}" role="img" aria-label="${plotDescription(brief)}"><g class="plot-grid">${grid}</g>
<g class="plot-contours">${BAND_CONTOURS.map(({ path }) => html`<path d="${path}"/>`)}</g>
<path class="plot-exits" d="${BAND_CONTOURS.map(({ exitY }) => `M${right} ${exitY}h7`)}"/>
<g class="plot-numbers"><g text-anchor="middle">${across}</g><g text-anchor="end">${up}</g>${bands}${exits}</g>
<g class="plot-names"><text x="${right}" y="${bottom + 42}" text-anchor="end">${filled(SCORE.arrow, { axis: AXIS_WORDS.structure.name })}</text>
<text x="${PLOT.left - 34}" y="${PLOT.top}" text-anchor="end" transform="rotate(-90 ${PLOT.left - 34} ${PLOT.top})">${filled(SCORE.arrow, { axis: AXIS_WORDS.accessibility.name })}</text></g>
${capped && html`<g class="plot-cap"><path d="${contourOf(overallScore).path}"/></g>`}
<g class="plot-point"><path d="M${placed.x} ${bottom}V${placed.y}H${PLOT.left}"/>
<circle cx="${placed.x}" cy="${placed.y}" r="6"/>
<text x="${placed.label.x}" y="${placed.label.y}" text-anchor="${placed.label.anchor}">${axes.structure} / ${axes.accessibility}</text></g>
${capped && lowered && fallenPoint(placed, placePoint(capped), lowered)}
</svg>`;
}

/** Breaks a label that would be too wide. */
function bandLabel(name: string, x: number, y: number): Markup {
	const [first = "", second] = name.length > "Mostly ready".length ? name.split(/ (?=\S+$)/) : [name];
	return second === undefined
		? html`<text x="${x}" y="${y}">${first}</text>`
		: html`<text x="${x}" y="${y - 8}">${first}<tspan x="${x}" dy="1.1em">${second}</tspan></text>`;
}

function fallenPoint(
	from: Pick<ReturnType<typeof placePoint>, "x" | "y">,
	{ x, y }: typeof from,
	words: string,
): Markup {
	return html`<g class="plot-cap"><path class="plot-fall" d="M${from.x} ${from.y}L${x} ${y}"/>
<circle class="plot-fallen" cx="${x}" cy="${y}" r="6"/>
<text x="${x + 11}" y="${y + (y > from.y + 18 ? 5 : 20)}">${words}</text></g>`;
}

/** Labelled by `#since-words`; undefined for fewer than 2 scores. */
export function sparkline(points: readonly PastScore[], { SINCE: texts }: Words): Markup | undefined {
	const drawn = sinceLine(points);
	if (!drawn) return undefined;
	const { width, height, margin } = SINCE;
	const { path, ground, top, end } = drawn;
	return html`<svg class="since-line" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="since-title since-words"><title id="since-title">${texts.label}</title>
<path class="since-ground" d="M${margin} ${ground}H${width - margin}M${margin} ${top}H${width - margin}"/>
<path class="since-path" d="${path}"/>${end && html`<circle class="since-end" cx="${end.x}" cy="${end.y}" r="3.5"/>`}</svg>`;
}

export const STRIP = { width: 420, height: 96, margin: 10, base: 62, step: 7 } as const;

const acrossStrip = scaleLinear([0, 100], [STRIP.margin, STRIP.width - STRIP.margin]);
const upright = line().digits(1);

/** Sites within so many points are stacked in a column. */
const COLUMN = 2;
const ROOM = STRIP.base - 22;
const TALLEST = Math.floor(ROOM / STRIP.step);

export const STRIP_EDGES = [0, ...BANDS.map(({ from }) => from).filter(Boolean), 100]
	.toSorted((a, b) => a - b)
	.map((score) => ({ score, x: round(acrossStrip(score)) }));

/** Draws bars if a column of dots is too tall, so that 1,000 sites take no more bytes. @param scores includes `mark` */
export function peerColumns(scores: readonly number[], mark: number) {
	const counts = new Map<number, number>();
	for (const score of scores) counts.set(columnOf(score), (counts.get(columnOf(score)) ?? 0) + 1);
	counts.set(columnOf(mark), (counts.get(columnOf(mark)) ?? 1) - 1);
	const tallest = Math.max(1, ...counts.values());
	const dotted = tallest <= TALLEST;
	// A zero-length line would not draw a dot.
	const height = (count: number) => (dotted ? (count - 1) * STRIP.step + 0.1 : (count / tallest) * ROOM);
	const filled = [...counts].filter(([, count]) => count > 0).toSorted(([a], [b]) => a - b);
	const path = filled.map(([column, count]) => {
		const place = acrossStrip(Math.min(100, column * COLUMN + COLUMN / 2));
		const ground = STRIP.base - 6;
		return upright([
			[place, ground],
			[place, ground - height(count)],
		]);
	});
	const anchor = mark > 85 ? ("end" as const) : mark < 15 ? ("start" as const) : ("middle" as const);
	return { path: path.join(""), dotted, mark: { x: round(acrossStrip(mark)), anchor } };
}

function columnOf(score: number): number {
	return Math.floor(score / COLUMN);
}

export interface PastScore {
	readonly at: string;
	readonly score?: number | undefined;
}

/** In SVG units; the y axis is always 0 to 100. */
export const SINCE = { width: 240, height: 56, margin: 5 } as const;

type Place = { readonly x: number; readonly y: number };

const draw = line<Place>(
	(place) => place.x,
	(place) => place.y,
)
	.curve(curveStepAfter)
	.digits(1);

/** Breaks at audits without a score; undefined for fewer than 2 scores. */
export function sinceLine(points: readonly PastScore[]) {
	const scored = points.filter(({ score }) => score !== undefined);
	if (scored.length < 2) return undefined;
	const times = points.map(({ at }) => Date.parse(at));
	const x = scaleLinear([Math.min(...times), Math.max(...times)], [SINCE.margin, SINCE.width - SINCE.margin]);
	const y = scaleLinear([0, 100], [SINCE.height - SINCE.margin, SINCE.margin]);
	const runs: Place[][] = [[]];
	for (const { at, score } of points) {
		if (score === undefined) runs.push([]);
		else runs.at(-1)?.push({ x: round(x(Date.parse(at))), y: round(y(score)) });
	}
	const filled = runs.filter(({ length }) => length > 0);
	const end = filled.at(-1)?.at(-1);
	return { path: filled.map((run) => draw(run) ?? "").join(""), ground: round(y(0)), top: round(y(100)), end };
}
