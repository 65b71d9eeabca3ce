import type { SimulatedLift } from "#core/simulation.ts";
import { AUDIT_TOOL_TEXTS } from "#site/tools/audit-tool-texts.ts";
import { siteInView, siteOf } from "./asked-site.ts";
import { type LiftPaint, paintLift } from "./lift-paint.ts";
import { matrixOf } from "./page-parts.ts";
import type { PageTool } from "./page-tool.ts";

const TEXTS = AUDIT_TOOL_TEXTS.lift;

/** Has the server compute what fixes would gain, and paints it on the brief: on the one in view, or on the page that it opens. */
export const simulateLift: PageTool = {
	async run({ input, api, place, signal, say }) {
		const site = siteOf(input.domain);
		say(TEXTS.begins(site));
		const lift = (await api.post("public/simulate-lift", { domain: site }, signal)) as SimulatedLift;
		const { domain } = lift;
		const paint = paintOf(lift);
		const isInView = siteInView() === domain && matrixOf() !== undefined;
		// Pages of another origin take no paint.
		const isPaintedHere = isInView || !place.isHere;
		const opens = `${place.links.brief(domain)}#dual-axis`;
		if (isPaintedHere) paintLift(paint);
		const where = isInView ? [TEXTS.painted] : isPaintedHere ? [] : [TEXTS.opens(opens)];
		return {
			text: [...wordsOf(lift), ...where].join("\n"),
			data: lift,
			about: [domain],
			...(!isPaintedHere && { opens, carries: { kind: "lift", data: paint } }),
		};
	},
};

function wordsOf({ current, simulated, axes, sequence }: SimulatedLift): string[] {
	return [
		TEXTS.now(current, simulated),
		TEXTS.axes(axes.structure, axes.accessibility),
		...(sequence.length > 0 ? [TEXTS.order] : []),
		...sequence.map(({ id, score, fix }, at) => TEXTS.step(at + 1, id, score, fix)),
		TEXTS.estimate,
	];
}

/** Numbers and keys alone: words of the site stay behind. */
function paintOf({ domain, current, simulated, axes, pillars, deltas, sequence }: SimulatedLift): LiftPaint {
	const after = new Map(sequence.map(({ id, score }) => [id, score]));
	const gains = deltas.map(({ id, delta }) => ({ id, delta, ...(after.has(id) && { score: after.get(id) ?? 0 }) }));
	return { domain, current, simulated, axes, pillars, gains };
}
