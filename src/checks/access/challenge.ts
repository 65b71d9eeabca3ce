import { BOT_TOKEN } from "#core/brand.ts";
import type { Verdict } from "#core/verdict.ts";
import { listing, plainCount } from "#core/wording.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

type Seen = Pick<Evidence, "robots" | "sitemap" | "feed" | "homeAgain" | "visits">;

/** A single page may have met a temporary challenge; from this number on it is systematic. */
const REPEATED = 3;
const HALF = 0.5;
const LET_HONEST_AGENTS_PASS = `In your bot protection settings, allow agents that identify themselves, follow robots.txt and send few requests (ours is ${BOT_TOKEN})`;

export const challenge = defineSiteCheck({
	id: "challenge",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason: "Only agents that are not on an allowlist are blocked, and most large vendors are on one.",
	tableStakes: true,
	title: "No CAPTCHA or bot challenge blocks well-behaved agents",
	fault: "A CAPTCHA or bot challenge blocks well-behaved agents",
	problem: "your bot protection stops assistants and smaller search engines",
	consequence:
		"Assistants and smaller search engines that your bot protection does not know see a challenge instead of your pages.",
	hours: 1,
	doneBy: "host",
	why: "A challenge expects a person in a browser. Assistants, feed readers and smaller search engines are neither, so they see the challenge instead of your page.",
	howToFix:
		"Set your bot protection to allow agents that identify themselves and follow robots.txt, at least for pages, robots.txt, sitemap and feeds. Keep challenges for forms and logins.",
	consumer: "AI assistants, feed readers, smaller search engines",
	reference: "https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/",
	reviewed: "2026-11-21",
	note: `This is what our own agent saw from our own address during the audit. It never poses as another bot, so this says nothing about Googlebot or any other. If the home page shows a challenge, there is no score at all. The check fails only if pages that robots.txt allows were challenged at least ${REPEATED} times.`,
	needs: ["home"],
	wants: ["https", "robots", "sitemap", "feed", "homeAgain", "visits"],
	evaluate({ home, https, ...seen }) {
		if (https.state === "failed" && https.code === "not-shown") {
			return { outcome: "not-applicable", says: "A folder has no bot protection." };
		}
		if (home.state === "absent") {
			return {
				outcome: "not-applicable",
				says: `The home page returns ${home.status}, and the response is the site's own.`,
			};
		}
		return judgePages(seen) ?? judgeFiles(seen) ?? { outcome: "pass", says: "None of the responses was a challenge." };
	},
});

/** Pages that a deep audit requested; robots.txt allowed us all of them. */
function judgePages({ visits }: Seen): Verdict | undefined {
	if (visits.state !== "found") return undefined;
	const challenged = visits.value.filter(({ failure }) => failure === "challenged");
	const [first] = challenged;
	if (!first) return undefined;
	const share = challenged.length / visits.value.length;
	const details = {
		says: `${challenged.length} of ${plainCount(visits.value.length, "page")} that robots.txt allows us to read responded with a challenge, for example ${clip(first.url, 120)}.`,
		fix: `${LET_HONEST_AGENTS_PASS}.`,
	};
	if (challenged.length >= REPEATED && share >= HALF) return { outcome: "fail", ...details };
	return { outcome: "partial", ratio: Math.max(0.05, 1 - share), ...details };
}

function judgeFiles({ robots, sitemap, feed, homeAgain }: Seen): Verdict | undefined {
	const seen = [robots, sitemap, feed, homeAgain];
	const challenged = seen.flatMap((each) => (each.state === "failed" && each.code === "challenged" ? [each] : []));
	const [first] = challenged;
	if (!first) return undefined;
	return {
		outcome: "partial",
		ratio: HALF,
		says: `The home page let us in, but we met a challenge at ${listing(challenged.map(({ url }) => url))}: ${first.reason}`,
		fix: `${LET_HONEST_AGENTS_PASS}. Serve ${first.url} without a challenge.`,
	};
}
