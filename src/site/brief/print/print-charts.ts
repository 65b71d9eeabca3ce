import { BAND_MARK, bandBars } from "../band-mark.ts";
import type { Peers, ScoredBrief } from "../brief.ts";
import { BRIEF_PAGE_TEXTS as texts } from "../brief-page-texts.ts";
import { loweredWords, plotDescription } from "../brief-texts.ts";
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
} from "../dual-axis-plot.ts";
import { BAND_LINES, type FixPath, type PathColumn, pathColumns, WATERFALL } from "../path-chart.ts";
import { peerColumns, STRIP, STRIP_EDGES } from "../peers-strip.ts";
import { type PastScore, SINCE, sinceLine } from "../since-line.ts";
import { html, type Markup } from "./markup.ts";

/** The drawings of a brief as the page has them, by the same builders and classes; on paper nothing is pressed or read aloud. */

export function bandMark({ band }: ScoredBrief): Markup {
	const { size } = BAND_MARK;
	const bars = bandBars(band.level).map(
		({ x, y, width, height, full }) =>
			html`<rect class="${full && "full"}" x="${x}" y="${y}" width="${width}" height="${height}"/>`,
	);
	return html`<svg class="band-mark" data-tone="${band.tone}" viewBox="0 0 ${size} ${size}">${bars}</svg>`;
}

/** The way from today's score through each fix. */
export function waterfall(path: FixPath): Markup {
	const { width, height, left, right, bottom } = WATERFALL;
	const [ground, end] = [height - bottom, width - right];
	const columns = pathColumns(path, texts.path);
	const names = BAND_LINES.map(({ words, from, y }) => {
		const name = from > 0 ? `${from} ${words}` : words;
		return html`<text x="${end + 10}" y="${y + (from > 0 ? 4 : -2)}">${name}</text>`;
	});
	return html`<figure class="waterfall"><svg viewBox="0 0 ${width} ${height}">
<path class="waterfall-bands" d="${BAND_LINES.map(({ from, y }) => from > 0 && `M${left} ${y}H${end + 6}`)}"/>
<g class="waterfall-names">${names}</g>
<path class="waterfall-ground" d="M${left} ${ground}H${end}"/>
${columns.map((column, index) => waterfallColumn(column, ground, index === columns.length - 1))}
</svg><figcaption>${texts.path.caption(path)}</figcaption></figure>`;
}

function waterfallColumn({ kind, name, value, reach, ...box }: PathColumn, ground: number, last: boolean): Markup {
	const middle = box.x + box.width / 2;
	return html`<rect class="waterfall-${kind}" x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"/>
${!last && html`<path class="waterfall-reach" d="M${reach.from} ${reach.y}H${reach.to}"/>`}
<text class="waterfall-value" x="${middle}" y="${box.y - 6}" text-anchor="middle">${value}</text>
<text class="waterfall-name" x="${middle}" y="${ground + 18}" text-anchor="middle">${name}</text>`;
}

/** Where the site stands among those of its kind. */
export function peersStrip(peers: Peers, score: number): Markup {
	const { path, dotted, mark } = peerColumns(peers.scores, score);
	const { width, height, margin, base } = STRIP;
	const beside = { start: 10, middle: 0, end: -10 }[mark.anchor];
	const numbers = STRIP_EDGES.map((edge) => html`<text x="${edge.x}" y="${base + 30}">${edge.score}</text>`);
	return html`<figure class="peers"><svg viewBox="0 0 ${width} ${height}">
<path class="peers-line" d="M${margin} ${base}H${width - margin}"/>
<path class="peers-edges" d="${STRIP_EDGES.map(({ x }) => `M${x} ${base}v5`)}"/>
<g class="peers-numbers" text-anchor="middle">${numbers}</g>
<path class="${dotted ? "peers-dots" : "peers-bars"}" d="${path}"/>
<path class="peers-mark" d="M${mark.x} ${base + 2}l-6 11h12z"/>
<text class="peers-here" x="${mark.x + beside}" y="10" text-anchor="${mark.anchor}">${texts.peers.here}, ${score}</text>
<path class="peers-stem" d="M${mark.x} 14V${base + 2}"/>
</svg><figcaption>${peers.says}</figcaption></figure>`;
}

/** The plane of the two axes with the site on it, and where a cap brings it. */
export function dualAxisPlot(brief: ScoredBrief): Markup {
	const { axes, overallScore } = brief;
	const [right, bottom] = [PLOT.left + PLOT.side, PLOT.top + PLOT.side];
	const words = loweredWords(brief);
	const capped = words === undefined ? undefined : cappedPoint(axes, overallScore);
	const placed = placePoint(axes);
	const across = TICKS.map(
		(tick) => html`<text x="${xOf(tick)}" y="${bottom + 18}" text-anchor="middle">${tick}</text>`,
	);
	const up = TICKS.map(
		(tick) => html`<text x="${PLOT.left - 10}" y="${yOf(tick) + 4}" text-anchor="end">${tick}</text>`,
	);
	const bands = bandLabels(axes).map(({ words, x, y }) => html`<text x="${x}" y="${y}">${words}</text>`);
	const exits = BAND_CONTOURS.map(({ score, exitY }) => html`<text x="${right + 11}" y="${exitY + 4}">${score}</text>`);
	return html`<svg class="plot" viewBox="0 0 ${PLOT.width} ${PLOT.height}"><title>${plotDescription(brief)}</title>
<path class="plot-grid" d="${TICKS.map((tick) => `M${xOf(tick)} ${PLOT.top}V${bottom}M${PLOT.left} ${yOf(tick)}H${right}`)}"/>
<path class="plot-contours" d="${BAND_CONTOURS.map(({ path }) => path)}"/>
<path class="plot-exits" d="${BAND_CONTOURS.map(({ exitY }) => `M${right} ${exitY}h7`)}"/>
<g class="plot-numbers">${across}${up}${bands}${exits}</g>
<g class="plot-names"><text x="${right}" y="${bottom + 42}" text-anchor="end">Structure →</text>
<text x="${PLOT.left - 34}" y="${PLOT.top}" text-anchor="end" transform="rotate(-90 ${PLOT.left - 34} ${PLOT.top})">Accessibility →</text></g>
${capped && html`<path class="plot-cap" d="${contourOf(overallScore).path}"/>`}
<g class="plot-point"><path d="M${placed.x} ${bottom}V${placed.y}H${PLOT.left}"/>
<circle cx="${placed.x}" cy="${placed.y}" r="6"/>
<text x="${placed.label.x}" y="${placed.label.y}" text-anchor="${placed.label.anchor}">${axes.structure} / ${axes.accessibility}</text></g>
${capped && words && fallenPoint(placed, placePoint(capped), words)}
</svg>`;
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

/** Nothing below two scores. */
export function sparkline(points: readonly PastScore[]): Markup | undefined {
	const drawn = sinceLine(points);
	if (!drawn) return undefined;
	const { width, height, margin } = SINCE;
	const { path, ground, top, end } = drawn;
	return html`<svg class="since-line" viewBox="0 0 ${width} ${height}">
<path class="since-ground" d="M${margin} ${ground}H${width - margin}M${margin} ${top}H${width - margin}"/>
<path class="since-path" d="${path}"/>${end && html`<circle class="since-end" cx="${end.x}" cy="${end.y}" r="3.5"/>`}</svg>`;
}
