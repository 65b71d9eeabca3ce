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

/**
 * Ids of the Lighthouse audits that the page fails, of those that ask what we ask; null where it cannot judge the page.
 * @param port of the browser's debugger
 */
export async function lighthouseFaults(port: number, url: string): Promise<Faults | null> {
	const { default: lighthouse } = await import("lighthouse");
	const result = await lighthouse(
		url,
		{ port, logLevel: "silent", output: "json" },
		{
			extends: "lighthouse:default",
			settings: {
				onlyAudits: AUDITS,
				throttlingMethod: "provided",
				formFactor: "desktop",
				screenEmulation: { disabled: true },
				disableFullPageScreenshot: true,
				disableStorageReset: true,
				...QUIET,
			},
		},
	);
	const { audits = {}, runtimeError } = result?.lhr ?? {};
	// A page that paints nothing without its style sheets and scripts is none for Lighthouse.
	if (runtimeError?.code === "NO_FCP") return null;
	if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
	return Object.values(audits)
		.filter(({ score }) => score === 0)
		.map(({ id }) => id);
}
