import { defineSiteCheck } from "../define-check.ts";

const GOOD_MS = 800;
const POOR_MS = 1800;

export const ttfb = defineSiteCheck({
	id: "ttfb",
	pillar: "delivery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "quality",
	weightReason:
		"Crawlers visit slow servers less, and agents that answer a user give up. But one measurement proves neither.",
	title: "The server responds within 800 ms",
	fault: "The server responds slowly",
	consequence: "Visitors wait, and crawlers may visit a slow site less often.",
	hours: 6,
	doneBy: "host",
	why: "Crawlers visit a slow site less often, and an agent that answers a user has only seconds for all its sources.",
	howToFix: "Cache the page close to your visitors, and find out what the server does before it sends the first byte.",
	consumer: "visitors, Googlebot, AI assistants",
	reference: "https://web.dev/articles/ttfb",
	reviewed: "2026-11-21",
	note: "We show this but do not score it, because a single measurement from one place depends on the network and the hour. As on web.dev, it includes name lookup, connection and TLS, but not earlier redirects.",
	scored: false,
	yieldsTo: ["home-status"],
	needs: ["home", "https"],
	evaluate({ home }) {
		if (home.state === "absent") {
			return { outcome: "not-applicable", says: `The home page returns ${home.status}, so its speed does not count.` };
		}
		const { url, response } = home.value;
		const ms = Math.round(response.timings.ttfb);
		const own = Math.min(response.timings.ownDelay ?? 0, ms);
		if (gradeOf(ms - own) !== gradeOf(ms)) {
			const busy = `Our own machine was busy for ${own} ms of that time, so this says nothing about the site's speed.`;
			return { outcome: "unknown", says: `The first byte of ${url} came after ${ms} ms. ${busy}` };
		}
		const says = `The first byte of ${url} came after ${ms} ms, measured once. The next measurement may differ`;
		const exhibits = [{ url, at: "time to first byte", excerpt: `${ms} ms` }];
		if (gradeOf(ms) === "good") return { outcome: "pass", says: `${says}.`, exhibits };
		const fix = `Measure ${url} a few times at different hours. If it stays above ${GOOD_MS} ms, serve it from a cache.`;
		const details = {
			says: `${says}. ${ms <= POOR_MS ? "Up to 800 ms is good" : "More than 1,800 ms is poor"}.`,
			fix,
			exhibits,
		};
		return ms <= POOR_MS ? { outcome: "partial", ratio: 0.5, ...details } : { outcome: "fail", ...details };
	},
});

function gradeOf(ms: number): "good" | "fair" | "poor" {
	if (ms <= GOOD_MS) return "good";
	return ms <= POOR_MS ? "fair" : "poor";
}
