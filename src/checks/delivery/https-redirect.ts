import { defineSiteCheck } from "../define-check.ts";

export const httpsRedirect = defineSiteCheck({
	id: "https-redirect",
	pillar: "delivery",
	engines: ["search", "answers"],
	grade: "convention",
	atStake: "advice",
	weightReason: "Browsers try HTTPS first and crawlers follow the canonical address, so few visits still use http.",
	title: "Visits over http are redirected to https",
	fault: "Visits over http are not redirected to https",
	consequence: "People who follow an old link or type the address get an unencrypted page.",
	hours: 0.5,
	doneBy: "host",
	why: "Old links and typed addresses still start with http. If your site serves them unencrypted, anyone on the network can read and change the page.",
	howToFix: "Redirect every http:// address with a 301 (a permanent redirect) to the same address under https://.",
	consumer: "browsers",
	reference: "https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring",
	reviewed: "2026-11-21",
	note: "We show this but do not score it, because no standard requires the redirect. MDN's HTTP Observatory does. A site that does not respond over http at all has nothing to redirect.",
	yieldsTo: ["https"],
	needs: ["https"],
	wants: ["plainHttp"],
	evaluate({ plainHttp: seen }) {
		if (seen.state === "failed") {
			return { outcome: "not-applicable", says: `${seen.url} serves nothing to redirect.` };
		}
		if (seen.state === "absent") {
			return {
				outcome: "not-applicable",
				says: `${seen.url} returns ${seen.status}, so the site serves no page over http.`,
			};
		}
		const { start, end, hops } = seen.value;
		const exhibits = [{ url: start, at: "status line", excerpt: `${hops[0]?.status ?? seen.status}` }];
		if (end.startsWith("https:")) {
			return { outcome: "pass", says: `${start} redirects to ${end}.`, exhibits };
		}
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${start} is served without encryption${hops.length > 0 ? ` and ends at ${end}` : ""}.`,
			fix: `Redirect ${start} with 301 to ${start.replace(/^http:/, "https:")}, and every other http:// address to the same address under https://.`,
			exhibits,
		};
	},
});
