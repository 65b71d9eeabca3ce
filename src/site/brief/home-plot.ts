import type { PublicSite } from "../publication/public-site.ts";
import type { PlotPoint } from "./dual-axis-plot.ts";

/** The plane of the two axes with every listed site that has a score. */
export interface HomePlot {
	readonly points: readonly PlotPoint[];
	/** For those who do not see it. */
	readonly label: string;
	readonly caption: string;
}

export function homePlot(sites: readonly PublicSite[]): HomePlot {
	const points = sites.flatMap(({ history: [{ scores }] }) => (scores ? [scores.axes] : []));
	const plane =
		"A plane with structure to the right and accessibility upwards, divided by curves of equal overall score.";
	const reading = "Each curve joins equal overall scores: both axes must rise.";
	if (points.length === 0) return { points, label: plane, caption: reading };
	const many = points.length === 1 ? "one audited site" : `${points.length} audited sites`;
	return {
		points,
		label: `${plane} It shows ${many}.`,
		caption: `Each mark is ${points.length === 1 ? "the one site" : "one of the sites"} on the wall. ${reading}`,
	};
}
