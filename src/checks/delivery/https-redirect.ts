import { defineSiteCheck } from "../define-check.ts";

export const httpsRedirect = defineSiteCheck({
	id: "https-redirect",
	pillar: "delivery",
	engines: ["search", "answers"],
	grade: "convention",
	atStake: "advice",
	weightReason: "Browsers try HTTPS first and crawlers follow the canonical address, so few still come over http.",
	title: "Visits over http are redirected to https",
	fault: "Visits over http are not redirected to https",
	consequence: "People who follow an old link or type the address are served without encryption.",
	effort: "small",
	doneBy: "host",
	why: "Old links and typed addresses still begin with http. Where the site answers them unencrypted, anyone on the way can read and change the page.",
	howToFix: "Answer every http:// address with a 301 redirect to the same address under https://.",
	consumer: "browsers",
	reference: "https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring",
	reviewed: "2026-11-21",
	note: "Shown and not scored: no standard asks for the redirect. MDN's HTTP Observatory does; a site that does not answer over http at all has nothing to redirect.",
	yieldsTo: ["https"],
	needs: ["https"],
	wants: ["plainHttp"],
	evaluate({ plainHttp: seen }) {
		if (seen.state === "failed") {
			return { outcome: "not-applicable", says: `Nothing is served at ${seen.url} that could be redirected.` };
		}
		if (seen.state === "absent") {
			return { outcome: "not-applicable", says: `${seen.url} answers ${seen.status}, so no page is served over http.` };
		}
		const { start, end, hops } = seen.value;
		const exhibits = [{ url: start, at: "status line", excerpt: `${hops[0]?.status ?? seen.status}` }];
		if (end.startsWith("https:")) {
			return { outcome: "pass", says: `${start} leads to ${end}.`, exhibits };
		}
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${start} is served without encryption${hops.length > 0 ? ` and ends at ${end}` : ""}.`,
			fix: `Redirect ${start} with 301 to ${start.replace(/^http:/, "https:")}, and every other http:// address to the same one under https://.`,
			exhibits,
		};
	},
});
