import { BOT_TOKEN } from "#core/brand.ts";
import { defineSiteCheck } from "../define-check.ts";

const MEANING: Readonly<Record<number, string>> = {
	401: "it asks for a login",
	402: "it asks for payment",
	403: "it blocks our agent",
	404: "the page does not exist",
	410: "the page is permanently gone",
	451: "it is withheld for legal reasons",
	503: "the service is unavailable",
};
const CLOSED: ReadonlySet<number> = new Set([401, 402, 403, 451]);

export const homeStatus = defineSiteCheck({
	id: "home-status",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "page",
	weightReason: "People and machines start at the home page. While it does not open, they hardly find the rest.",
	tableStakes: true,
	title: "The home page opens",
	fault: "The home page does not open",
	problem: "your home page cannot be opened",
	consequence: "Visitors, search engines and assistants see an error instead of your site.",
	hours: 4,
	doneBy: "developer",
	why: "Search engines drop a home page that returns an error, and an assistant that opens your site has nothing to read.",
	howToFix:
		"Make the home page return 200 with its content, without a login, to visitors and to agents that identify themselves.",
	consumer: "browsers, Google Search, Bing, AI assistants",
	reference: "https://www.rfc-editor.org/rfc/rfc9110#section-15",
	reviewed: "2026-11-21",
	note: "If the response is a challenge or block page of a bot protection, as its vendor documents them, we know nothing about the site and deduct nothing. A refusal without that mark is counted as the site's own.",
	needs: ["home"],
	evaluate({ home }) {
		const { url, status } = home;
		if (home.state === "found" && status !== 404) {
			return { outcome: "pass", says: `The home page ${url} returns ${status} and a page.` };
		}
		if (status === 429) {
			return {
				outcome: "unknown",
				says: `${url} returned 429 (too many requests) and asked us to come back later, so we could not check it.`,
			};
		}
		return {
			outcome: "fail",
			says: `${url} returns ${status}: ${meaningOf(status)}.${home.state === "found" ? ` In its place, ${home.value.url} was judged.` : ""}`,
			fault: faultOf(status),
			fix: fixFor(url, status),
		};
	},
});

function meaningOf(status: number): string {
	return MEANING[status] ?? (status >= 500 ? "the server reports an error" : "it rejects the request");
}

function faultOf(status: number): string {
	if (status === 401) return "The home page asks for a login";
	if (status === 402) return "The home page asks for payment";
	if (status === 404 || status === 410) return "There is no page at your home address";
	return status >= 500 ? "The home page returns a server error" : "The home page rejects visitors";
}

function fixFor(url: string, status: number): string {
	if (CLOSED.has(status)) {
		return `Make ${url} return 200 without a login or payment, also to agents that identify themselves (ours is ${BOT_TOKEN}).`;
	}
	if (status >= 500) return `Fix what makes ${url} return ${status}. The server's error log shows the cause.`;
	return `Publish a page at ${url} that returns 200, or redirect it with a 301 to the page that people should see first.`;
}
