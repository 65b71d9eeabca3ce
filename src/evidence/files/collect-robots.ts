import type { RobotsTxt } from "../evidence-map.ts";
import type { Observation } from "../observation.ts";
import type { SiteSource } from "../site/site-source.ts";

/** The audited host's robots.txt. Goes first, since it may close the door to everything else. */
export async function collectRobots(source: SiteSource, host: string): Promise<Observation<RobotsTxt>> {
	const visit = await source.robots();
	if (visit.state === "failed") {
		const { code, message } = visit.failure;
		return { state: "failed", url: `https://${host}/robots.txt`, code, reason: message };
	}
	const { url, status } = visit.response;
	return visit.state === "none"
		? { state: "absent", url, status }
		: { state: "found", url, status, value: visit.robots };
}
