import { definePageCheck } from "../define-check.ts";
import { headerExhibit } from "../shared/exhibits.ts";

export const revalidation = definePageCheck({
	id: "revalidation",
	pillar: "delivery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "It saves both sides from sending unchanged pages. Without it crawlers still visit, only less often.",
	tableStakes: true,
	title: "Crawlers can ask whether the page has changed",
	fault: "Crawlers cannot ask whether the page has changed",
	problem: "crawlers may notice changes to your page late",
	consequence: "Crawlers fetch the whole page each time, or come less often and notice changes later.",
	hours: 1,
	doneBy: "host",
	why: 'With an ETag (a version label) or a date, a crawler asks "has it changed?" and a short "no" is enough. Without these, it fetches the whole page each time, or visits less often.',
	howToFix:
		"Send ETag or Last-Modified with every page, and return 304 (not modified) if the client already has that version.",
	consumer: "Googlebot, browsers, caches",
	reference: "https://developers.google.com/crawling/docs/crawlers-fetchers/overview-google-crawlers#http-caching",
	reviewed: "2026-11-21",
	note: "Google documents that its crawlers use ETag and Last-Modified. We look at the headers of one response and do not send a second request to see a 304. We skip pages that forbid storing a copy (no-store).",
	yieldsTo: ["auth-gate"],
	needs: ["https"],
	evaluate(page) {
		const { headers } = page.response;
		const cacheControl = headers["cache-control"] ?? "";
		if (/(?:^|[\s,])no-store(?:[\s,]|$)/i.test(cacheControl)) {
			const says = `${page.url} forbids storing a copy (no-store).`;
			return { outcome: "not-applicable", says, exhibits: headerExhibit(page, "cache-control") };
		}
		const sent = ["etag", "last-modified"].filter((name) => (headers[name] ?? "").trim() !== "");
		if (sent.length > 0) {
			const names = sent.map((name) => (name === "etag" ? "ETag" : "Last-Modified")).join(" and ");
			return {
				outcome: "pass",
				says: `${page.url} sends ${names}.`,
				exhibits: sent.flatMap((name) => headerExhibit(page, name)),
			};
		}
		return {
			outcome: "fail",
			says: `${page.url} sends no ETag or Last-Modified, so crawlers fetch the whole page each time.`,
			fix: `For ${page.url}, send an ETag that changes with the content, or Last-Modified with the time of the last change.`,
			exhibits: headerExhibit(page, "cache-control"),
		};
	},
});
