import { listing, percent } from "#core/wording.ts";
import effect from "./effect.json" with { type: "json" };

/** A mean over pages with its 95 % confidence interval. */
export interface Estimate {
	readonly value: number;
	readonly low: number;
	readonly high: number;
	/** Sample size. */
	readonly pages: number;
}

/** The readers that a fault affects, and what they lose. */
const CONSUMERS = {
	text: { who: "text extractors", of: "the main text" },
	answers: { who: "a retriever", of: "the answers" },
	metadata: { who: "metadata readers", of: "their facts" },
	shown: { who: "search results", of: "title, description, site name and breadcrumb" },
	data: { who: "a JSON-LD reader", of: "its statements" },
	links: { who: "crawlers", of: "the links" },
	controls: { who: "agents and screen readers", of: "the named controls" },
	forms: { who: "agents that fill in forms", of: "the named fields and buttons" },
	structure: { who: "the accessibility tree", of: "headings, landmarks, lists and header cells" },
	images: { who: "image search and screen readers", of: "the names of images" },
} as const;
export type Consumer = keyof typeof CONSUMERS;
export const CONSUMER_KEYS = Object.keys(CONSUMERS) as readonly Consumer[];

export interface EffectRow {
	readonly check: string;
	/** The mutation: `removing the title`. */
	readonly did: string;
	/** Pages that had something to damage. */
	readonly pages: number;
	/** Share that each consumer loses, averaged over its readers; null if none had anything to lose. */
	readonly losses: Readonly<Record<Consumer, Estimate | null>>;
	/** The same per reader. */
	readonly readers: readonly (Estimate & { readonly consumer: string; readonly reader: string })[];
	/** Growth of the page's source and of its Markdown text, in tokens (bytes / 4); negative if they shrink. */
	readonly tokens: { readonly source: Estimate | null; readonly markdown: Estimate | null };
}

export interface Prediction {
	/** Our score. */
	readonly score: string;
	/** What external readers found on the same pages. */
	readonly against: string;
	/** Spearman's rank correlation over the original pages. */
	readonly asTheyAre: Estimate;
	/** Over the same pages plus a copy of each with one fault. */
	readonly withFaults: Estimate;
}

/** How much each check's fault costs external readers; measured by `npm run effect`. */
export interface Effect {
	readonly pages: number;
	/** Pages whose main text was reviewed by people. */
	readonly reviewed: number;
	readonly rows: readonly EffectRow[];
	readonly unmeasured: readonly { readonly check: string; readonly why: string }[];
	readonly predictions: readonly Prediction[];
	/** Correlation of one text extractor's results with those of the others. */
	readonly ceiling: Estimate;
}

export const EFFECT: Effect = effect;

/** Fewer pages are not representative of the web. */
export const FEWEST_PAGES = 10;
/** Less rounds to 0 %. */
const SMALLEST = 0.005;
const NO_READER = "none of the tools that we tested anything";

/** The cost of a check's fault to readers, as a sentence; undefined for pillars that are not measured. */
export function effectWords(check: string, { rows, unmeasured, pages }: Effect = EFFECT): string | undefined {
	const row = rows.find((each) => each.check === check);
	if (!row) {
		const reason = unmeasured.find((each) => each.check === check);
		return reason && `Not measured. ${reason.why}`;
	}
	if (row.pages < FEWEST_PAGES)
		return `Only ${row.pages} of ${pages} pages have what the fault spoils, too few to measure.`;
	const losses = CONSUMER_KEYS.flatMap((key) => {
		const loss = row.losses[key];
		return loss && loss.low >= SMALLEST ? [{ ...CONSUMERS[key], loss }] : [];
	});
	const costs = losses
		.filter(({ loss }) => isLoss(loss))
		.toSorted((a, b) => b.loss.value - a.loss.value)
		.map(({ who, of, loss }) => `${who} ${percent(loss.value)} of ${of}`);
	const unsure = losses.filter(({ loss }) => loss.pages < FEWEST_PAGES).map(({ who }) => who);
	const { source } = row.tokens;
	return [
		`On ${row.pages} real pages, ${row.did} cost ${costs.length > 0 ? listing(costs, costs.length) : NO_READER}.`,
		...(source && isLoss(source) ? [`The page's source grew by ${percent(source.value)}.`] : []),
		...(unsure.length > 0 ? [`We tested too few pages to say what ${listing(unsure, unsure.length)} lost.`] : []),
	].join(" ");
}

/** Statistically significant, on enough pages. */
export function isLoss({ low, pages }: Estimate): boolean {
	return low >= SMALLEST && pages >= FEWEST_PAGES;
}

export function predictionWords({ score, against, asTheyAre, withFaults }: Prediction): string {
	const faults = `with a fault in every second page, ${correlation(withFaults)}`;
	return `${score}, compared with the ${against}: rank correlation ${correlation(asTheyAre)}; ${faults}.`;
}

/** Why no score of a page can predict much more. */
export function ceilingWords(ceiling: Estimate): string {
	const most = "Most pages give these readers nearly all their answers, so there is little left to rank";
	return `${most}: the answers that one text extractor finds and those that the others find on the same page correlate at ${correlation(ceiling)}.`;
}

function correlation({ value, low, high, pages }: Estimate): string {
	return `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}, ${pages} pages)`;
}
