import type { Schema } from "@cfworker/json-schema";
import type { SimulatedLift } from "#core/simulation.ts";
import { xOf, yOf } from "#site/brief/dual-axis-plot.ts";
import { findingParts, matrixOf, pillarParts, showPart } from "./highlight.ts";
import type { Painter } from "./leaving.ts";
import { element, factList, showOverlay } from "./overlays.ts";
import { type PageTool, siteInView, siteOf } from "./page-tool.ts";

const SVG = "http://www.w3.org/2000/svg";

/** Scores 0 to 100. */
interface LiftPaint {
	readonly domain: string;
	readonly current: number;
	readonly simulated: number;
	readonly axes: { readonly structure: number; readonly accessibility: number };
	readonly pillars: readonly { readonly key: string; readonly score: number }[];
	/** By check id: gain of its fix alone, and the score after it in the best order. */
	readonly gains: readonly { readonly id: string; readonly delta: number; readonly score: number }[];
}

const SCORE = { type: "number", minimum: 0, maximum: 100 } as const;
/** Drawing units within which labels would touch. */
const NEAR = 45;
const SHOWN_GAINS = 5;
const KEY = { type: "string", pattern: "^[a-z0-9-]{1,80}$" } as const;

/** @param required names of required members; no others are allowed */
function members(properties: Record<string, Schema>, ...required: readonly string[]): Schema {
	return { type: "object", properties, required: [...required], additionalProperties: false };
}

export const liftPainter: Painter = {
	schema: members(
		{
			domain: { type: "string", pattern: "^[a-z0-9.-]{1,253}$" },
			current: SCORE,
			simulated: SCORE,
			axes: members({ structure: SCORE, accessibility: SCORE }, "structure", "accessibility"),
			pillars: { type: "array", maxItems: 8, items: members({ key: KEY, score: SCORE }, "key", "score") },
			gains: {
				type: "array",
				maxItems: 200,
				items: members({ id: KEY, delta: SCORE, score: SCORE }, "id", "delta", "score"),
			},
		},
		...["domain", "current", "simulated", "axes", "pillars", "gains"],
	),
	paint: (lift: LiftPaint) => void paintLift(lift),
};

/** Paints only on a brief of the audit on which the estimate is based. @returns whether it is */
function paintLift(lift: LiftPaint): boolean {
	for (const painted of document.querySelectorAll(".tool-estimate")) painted.remove();
	const brief = document.querySelector<HTMLElement>("article.brief")?.dataset;
	const isOfBrief = brief?.domain === lift.domain && isScoreOf(lift, brief.score);
	if (isOfBrief) {
		paintMatrix(lift);
		paintPillars(lift);
		paintActions(lift);
		const matrix = matrixOf();
		if (matrix) showPart(matrix);
	}
	const other = brief?.domain === lift.domain && brief.score !== undefined && !isOfBrief;
	showOverlay(
		`What fixes would gain at ${lift.domain}`,
		...(other
			? [
					element("p", {
						text: `The brief on this page shows an older audit with a score of ${brief.score ?? ""}; the estimate is from a new audit.`,
					}),
				]
			: []),
		...gainsOf(lift),
	);
	return isOfBrief;
}

/** A brief shows a whole score, the estimate has tenths. */
function isScoreOf({ current }: LiftPaint, score = ""): boolean {
	return score !== "" && Math.abs(current - Number(score)) <= 0.55;
}

function gainsOf({ current, simulated, axes, gains }: LiftPaint): readonly HTMLElement[] {
	const first = gains.toSorted((a, b) => b.delta - a.delta).slice(0, SHOWN_GAINS);
	const rows = [
		{
			name: "Score",
			value: `${Math.round(current)} → ${Math.round(simulated)} (${Math.round(simulated) - Math.round(current) > 0 ? "+" : ""}${Math.round(simulated) - Math.round(current)})`,
		},
		{ name: "Structure", value: `${axes.structure} with these fixes` },
		{ name: "Accessibility", value: `${axes.accessibility} with these fixes` },
		...first.map(({ id, score }) => ({ name: id, value: `score ${Math.round(score)} after this and the fixes above` })),
	];
	return [
		factList(rows),
		element("p", {
			text: "Estimated from one audit. It is not a promise.",
			kind: "quiet",
		}),
	];
}

function paintMatrix({ axes: { structure, accessibility } }: LiftPaint): void {
	const plot = matrixOf()?.querySelector("svg");
	const now = plot?.querySelector(".plot-point circle");
	if (!plot || !now) return;
	const [x, y] = [xOf(structure), yOf(accessibility)];
	const [fromX = "", fromY = ""] = ["cx", "cy"].map((name) => now.getAttribute(name) ?? "");
	const group = drawn("g", { class: "tool-estimate" });
	// Below its point, or below both if they are near, because today's label is above its point.
	const below = (Math.abs(y - Number(fromY)) < NEAR ? Math.max(y, Number(fromY)) : y) + 22;
	const [side, anchor] = structure > 50 ? [6, "end"] : [-6, "start"];
	const words = drawn("text", { x: String(x + side), y: String(below), "text-anchor": anchor });
	words.textContent = `${structure} / ${accessibility} with fixes`;
	group.append(
		drawn("path", { d: `M${fromX} ${fromY}L${x} ${y}` }),
		drawn("circle", { cx: String(x), cy: String(y), r: "6" }),
		words,
	);
	plot.append(group);
}

/** On its bar and as text; narrow screens, which have no bars, show it beside the name. */
function paintPillars({ pillars }: LiftPaint): void {
	const scores = new Map(pillars.map(({ key, score }) => [key, score]));
	for (const { key, element: row } of pillarParts()) {
		const score = scores.get(key);
		const bar = row.querySelector("svg.bar");
		const now = Number(row.querySelector(".number")?.textContent);
		if (score === undefined || !bar || score === now) continue;
		const reach = drawn("rect", { class: "tool-estimate", width: String(score), height: "6" });
		bar.querySelector(".bar-fill")?.before(reach);
		bar.after(estimate(`→ ${score}`, "with these fixes"));
		row.querySelector("th")?.append(" ", estimate(`→ ${score}`, "with these fixes", "narrow"));
	}
}

function paintActions({ gains }: LiftPaint): void {
	const byCheck = new Map(gains.map((gain) => [gain.id, gain]));
	for (const { key, element: action } of findingParts()) {
		const points = Math.round(byCheck.get(key)?.delta ?? 0);
		if (points > 0)
			action.querySelector(".gain")?.append(" ", estimate(`${points > 0 ? "+" : ""}${points} alone`, "as estimated"));
	}
}

/** In amber, with text for readers who cannot see colour. */
function estimate(text: string, says: string, kind = ""): HTMLElement {
	return element(
		"span",
		{ kind: `tool-estimate ${kind}`.trim() },
		text,
		element("span", { text: ` ${says}`, kind: "unseen" }),
	);
}

function drawn(
	name: "g" | "path" | "circle" | "text" | "rect",
	attributes: Readonly<Record<string, string>>,
): SVGElement {
	const made = document.createElementNS(SVG, name);
	for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
	return made;
}

export const simulateLift: PageTool = {
	async run({ input, api, place, signal, say }) {
		const site = siteOf(input.domain);
		say(`Computing what fixes would gain at ${site}.`);
		const lift = (await api.post("public/simulate-lift", { domain: site }, signal)) as SimulatedLift;
		const { domain } = lift;
		const paint = paintOf(lift);
		const answer = { data: lift, about: [domain] };
		const isInView = siteInView() === domain && matrixOf() !== undefined;
		// Pages of another origin cannot be painted.
		if (isInView || !place.isHere) {
			const where = isInView
				? [
						paintLift(paint)
							? "The brief on this page shows it in its matrix, pillars and actions."
							: "The brief on this page shows another audit, so the estimate is in an overlay.",
					]
				: [];
			if (!isInView) paintLift(paint);
			return { ...answer, text: [...wordsOf(lift), ...where].join("\n") };
		}
		const opens = `${place.links.brief(domain)}#dual-axis`;
		const text = [
			...wordsOf(lift),
			`The brief opens now with the estimate over it, and in its matrix, pillars and actions if it shows the same audit: ${opens}`,
		].join("\n");
		return { ...answer, text, opens, carries: { kind: "lift", data: paint } };
	},
};

/** Whole points as on a brief; `data` has tenths. */
function wordsOf({ current, simulated, axes, sequence }: SimulatedLift): string[] {
	return [
		`${Math.round(current)} of 100 now, ${Math.round(simulated)} with all fixes.`,
		`With these fixes: structure ${axes.structure}, accessibility ${axes.accessibility}.`,
		...(sequence.length > 0 ? ["Best order:"] : []),
		...sequence.map(({ id, score, fix }, at) => `${at + 1}. ${id}: score ${Math.round(score)} after this. ${fix}`),
		"Estimated from one audit. It is not a promise.",
	];
}

/** Only numbers and keys, no text of the site. */
function paintOf({ domain, current, simulated, axes, pillars, deltas, sequence }: SimulatedLift): LiftPaint {
	const after = new Map(sequence.map(({ id, score }) => [id, score]));
	const { structure, accessibility } = axes;
	return {
		domain,
		current,
		simulated,
		axes: { structure, accessibility },
		pillars: pillars.map(({ key, score }) => ({ key, score })),
		gains: deltas.map(({ id, delta }) => ({ id, delta: Math.max(0, delta), score: after.get(id) ?? simulated })),
	};
}
