import { clip } from "../shared/exhibits.ts";
import { defineRobotsSignal } from "../unscored-signals.ts";

const SHOWN = 5;
/** Seconds. With a longer delay, an obedient crawler reads fewer than 8,640 pages a day. */
const LONG = 10;
const DAY = 86_400;

export const crawlDelay = defineRobotsSignal({
	id: "crawl-delay",
	title: "The crawl delay is short enough for crawlers to read your site",
	fault: "The crawl delay is too long for crawlers to read your site",
	consequence: "Crawlers that follow it, such as Bing's, read fewer pages a day and notice changes later.",
	howToFix: "Set it to 10 seconds or less, or delete the line. Google has never followed it.",
	look({ kind, crawlDelays }, url) {
		if (kind === "html" || crawlDelays.length === 0) return undefined;
		const exhibits = crawlDelays.slice(0, SHOWN).map(({ at, excerpt }) => ({ url, at, excerpt: clip(excerpt) }));
		const slow = crawlDelays.find(({ seconds }) => seconds !== null && seconds > LONG);
		if (slow?.seconds) {
			const pages = Math.floor(DAY / slow.seconds).toString();
			return {
				exhibits,
				amiss: {
					says: `"${clip(slow.excerpt, 60)}" (${slow.at} of ${url}) limits crawlers that follow it to ${pages} pages a day.`,
					fix: `Write "Crawl-delay: ${LONG}" or less in ${slow.at} of ${url}, or delete the line.`,
				},
			};
		}
		return { exhibits };
	},
});
