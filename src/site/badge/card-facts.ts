import type { PlotPoint } from "../brief/dual-axis-plot.ts";
import type { BadgeFacts } from "./badge-facts.ts";

/** What a social card is drawn from. */
export interface CardFacts extends BadgeFacts {
	/** The two axes of the score; absent where there is none. */
	readonly axes?: PlotPoint;
}
