import type { Faults } from "./opinion-cache.ts";
import { LIGHTHOUSE_TOPICS } from "./shared-topics.ts";

const AUDITS = [...new Set(LIGHTHOUSE_TOPICS.flatMap(({ theirs }) => theirs))];
const QUIET = {
	pauseAfterLoadMs: 0,
	pauseAfterFcpMs: 0,
	networkQuietThresholdMs: 0,
	cpuQuietThresholdMs: 0,
	maxWaitForLoad: 10_000,
	maxWaitForFcp: 15_000,
} as const;

/** Lighthouse's own scores of a page, 0 to 100, by its own weights. */
export interface CategoryScores {
	readonly seo: number;
	readonly accessibility: number;
}

/**
 * Ids of the Lighthouse audits that the page fails, of those that ask what we ask; null where it cannot judge the page.
 * @param port of the browser's debugger
 */
export async function lighthouseFaults(port: number, url: string): Promise<Faults | null> {
	const { audits } = (await judge(port, url, { onlyAudits: AUDITS })) ?? {};
	if (!audits) return null;
	return Object.values(audits)
		.filter(({ score }) => score === 0)
		.map(({ id }) => id);
}

/** @param port of the browser's debugger */
export async function lighthouseScores(port: number, url: string): Promise<CategoryScores | null> {
	const { categories } = (await judge(port, url, { onlyCategories: ["seo", "accessibility"] })) ?? {};
	const [seo, accessibility] = [categories?.seo?.score, categories?.accessibility?.score];
	if (typeof seo !== "number" || typeof accessibility !== "number") return null;
	return { seo: Math.round(seo * 100), accessibility: Math.round(accessibility * 100) };
}

/** Null where a page paints nothing without its style sheets and scripts: it is none for Lighthouse. */
async function judge(port: number, url: string, asked: { onlyAudits: string[] } | { onlyCategories: string[] }) {
	const { default: lighthouse } = await import("lighthouse");
	const result = await lighthouse(
		url,
		{ port, logLevel: "silent", output: "json" },
		{
			extends: "lighthouse:default",
			settings: {
				...asked,
				throttlingMethod: "provided",
				formFactor: "desktop",
				screenEmulation: { disabled: true },
				disableFullPageScreenshot: true,
				disableStorageReset: true,
				...QUIET,
			},
		},
	);
	const { runtimeError } = result?.lhr ?? {};
	if (runtimeError?.code === "NO_FCP") return null;
	if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
	return result?.lhr ?? null;
}
