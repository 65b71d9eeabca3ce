import { BOT_TOKEN } from "#core/brand.ts";
import type { Verdict } from "#core/verdict.ts";
import { listing, plainCount } from "#core/wording.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

type Seen = Pick<Evidence, "robots" | "sitemap" | "feed" | "homeAgain" | "visits">;

/** One page alone may have met a passing mood of the protection; from here on it is a habit. */
const REPEATED = 3;
const HALF = 0.5;
const LET_HONEST_AGENTS_PASS = `In the settings of the bot protection, let agents pass that name themselves, keep to robots.txt and ask slowly; ours is ${BOT_TOKEN}`;

export const challenge = defineSiteCheck({
	id: "challenge",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason: "Agents that are on no list are shut out; those of the large vendors mostly are on one.",
	tableStakes: true,
	title: "No CAPTCHA or bot challenge stops honest agents",
	fault: "A CAPTCHA or bot challenge stops honest agents",
	consequence:
		"Assistants and smaller search engines that your bot protection does not know see a challenge in place of your pages.",
	effort: "small",
	doneBy: "host",
	why: "A challenge asks for a browser and a person. Assistants, readers and smaller search engines are neither, and see its page in place of yours.",
	howToFix:
		"Let the bot protection pass agents that say who they are and follow robots.txt, at least for pages, robots.txt, sitemap and feeds; keep challenges for forms and logins.",
	consumer: "AI assistants, feed readers, smaller search engines",
	reference: "https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/",
	reviewed: "2026-11-21",
	note: `What our own agent met from our own address, at the time of the audit. It never poses as another bot, so nothing is said about Googlebot or any other. A challenged home page gives no score at all, and it fails only where pages that robots.txt leaves open were refused at least ${REPEATED} times.`,
	needs: ["home"],
	wants: ["https", "robots", "sitemap", "feed", "homeAgain", "visits"],
	evaluate({ home, https, ...seen }) {
		if (https.state === "failed" && https.code === "not-shown") {
			return { outcome: "not-applicable", says: "No bot protection stands before a folder." };
		}
		if (home.state === "absent") {
			return { outcome: "not-applicable", says: `The home page answers ${home.status}, with an answer of its own.` };
		}
		return ofPages(seen) ?? ofFiles(seen) ?? { outcome: "pass", says: "No answer that we got was a challenge." };
	},
});

/** Pages that a deep audit asked for; robots.txt had left all of them open to us. */
function ofPages({ visits }: Seen): Verdict | undefined {
	if (visits.state !== "found") return undefined;
	const challenged = visits.value.filter(({ failure }) => failure === "challenged");
	const [first] = challenged;
	if (!first) return undefined;
	const share = challenged.length / visits.value.length;
	const details = {
		says: `${challenged.length} of ${plainCount(visits.value.length, "page")} that robots.txt leaves open to us answered with a challenge, for instance ${clip(first.url, 120)}.`,
		fix: `${LET_HONEST_AGENTS_PASS}.`,
	};
	if (challenged.length >= REPEATED && share >= HALF) return { outcome: "fail", ...details };
	return { outcome: "partial", ratio: Math.max(0.05, 1 - share), ...details };
}

function ofFiles({ robots, sitemap, feed, homeAgain }: Seen): Verdict | undefined {
	const seen = [robots, sitemap, feed, homeAgain];
	const challenged = seen.flatMap((each) => (each.state === "failed" && each.code === "challenged" ? [each] : []));
	const [first] = challenged;
	if (!first) return undefined;
	return {
		outcome: "partial",
		ratio: HALF,
		says: `The home page let us in, but a challenge stood at ${listing(challenged.map(({ url }) => url))}: ${first.reason}`,
		fix: `${LET_HONEST_AGENTS_PASS}; let ${first.url} answer everybody.`,
	};
}
