import { clip } from "../shared/exhibits.ts";
import { defineRobotsSignal } from "../unscored-signals.ts";

const SHOWN = 5;
/** Seconds. With more, a crawler that obeys reads fewer than 8,640 pages a day. */
const LONG = 10;
const DAY = 86_400;

export const crawlDelay = defineRobotsSignal({
	id: "crawl-delay",
	title: "The crawl delay leaves crawlers time to read the site",
	fault: "The crawl delay is too long for crawlers to read the site",
	consequence: "Crawlers that obey it, such as Bing's, read fewer pages a day and notice changes later.",
	howToFix: "Ask for ten seconds at most, or take the line out: Google has never followed it.",
	look({ kind, crawlDelays }, url) {
		if (kind === "html" || crawlDelays.length === 0) return undefined;
		const exhibits = crawlDelays.slice(0, SHOWN).map(({ at, excerpt }) => ({ url, at, excerpt: clip(excerpt) }));
		const slow = crawlDelays.find(({ seconds }) => seconds !== null && seconds > LONG);
		if (slow?.seconds) {
			const pages = Math.floor(DAY / slow.seconds).toString();
			return {
				exhibits,
				amiss: {
					says: `"${clip(slow.excerpt, 60)}" (${slow.at} of ${url}) lets a crawler that obeys it read ${pages} pages a day at most.`,
					fix: `Write "Crawl-delay: ${LONG}" or less in ${slow.at} of ${url}, or take the line out.`,
				},
			};
		}
		return { exhibits };
	},
});
