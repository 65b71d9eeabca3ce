import type { SimulatedLift } from "#core/simulation.ts";
import { AUDIT_TOOL_TEXTS } from "#site/tools/audit-tool-texts.ts";
import { siteInView, siteOf } from "../asked-site.ts";
import type { PageTool } from "../page-tool.ts";
import { type LiftPaint, paintLift } from "./lift-paint.ts";
import { matrixOf } from "./page-parts.ts";

const TEXTS = AUDIT_TOOL_TEXTS.lift;

/** Has the server compute what fixes would gain, and paints it on the brief: on the one in view, or on the page that it opens. */
export const simulateLift: PageTool = {
	async run({ input, api, place, signal, say }) {
		const site = siteOf(input.domain);
		say(TEXTS.begins(site));
		const lift = (await api.post("public/simulate-lift", { domain: site }, signal)) as SimulatedLift;
		const { domain } = lift;
		const paint = paintOf(lift);
		const answer = { data: lift, about: [domain] };
		const isInView = siteInView() === domain && matrixOf() !== undefined;
		// Pages of another origin take no paint.
		if (isInView || !place.isHere) {
			const where = isInView ? [paintLift(paint) ? TEXTS.painted : TEXTS.otherAudit] : [];
			if (!isInView) paintLift(paint);
			return { ...answer, text: [...wordsOf(lift), ...where].join("\n") };
		}
		const opens = `${place.links.brief(domain)}#dual-axis`;
		const text = [...wordsOf(lift), TEXTS.opens(opens)].join("\n");
		return { ...answer, text, opens, carries: { kind: "lift", data: paint } };
	},
};

/** Whole points, as a brief shows them; data has tenths. */
function wordsOf({ current, simulated, axes, sequence }: SimulatedLift): string[] {
	return [
		TEXTS.now(Math.round(current), Math.round(simulated)),
		TEXTS.axes(axes.structure, axes.accessibility),
		...(sequence.length > 0 ? [TEXTS.order] : []),
		...sequence.map(({ id, score, fix }, at) => TEXTS.step(at + 1, id, Math.round(score), fix)),
		TEXTS.estimate,
	];
}

/** Numbers and keys alone: words of the site stay behind. */
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
