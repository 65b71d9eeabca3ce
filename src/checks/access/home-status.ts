import { BOT_TOKEN } from "#core/brand.ts";
import { defineSiteCheck } from "../define-check.ts";

const MEANING: Readonly<Record<number, string>> = {
	401: "it asks for a login",
	402: "it asks for a payment",
	403: "it refuses our agent",
	404: "it says that there is no such page",
	410: "it says that the page is gone for good",
	451: "it is withheld for legal reasons",
	503: "it says that the service is not available",
};
const CLOSED: ReadonlySet<number> = new Set([401, 402, 403, 451]);

export const homeStatus = defineSiteCheck({
	id: "home-status",
	pillar: "access",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "page",
	weightReason:
		"The home page is the address that people and machines know; while it cannot be opened, the rest is hardly found.",
	tableStakes: true,
	title: "The home page can be opened",
	fault: "The home page cannot be opened",
	consequence: "Visitors, search engines and assistants that get this answer find nothing of your site.",
	effort: "medium",
	doneBy: "developer",
	why: "A home page that answers with an error is dropped from search results, and an agent that is sent to the site has nothing to read.",
	howToFix:
		"Let the home page answer 200 with its content, without a login, to visitors and to agents that say who they are.",
	consumer: "browsers, Google Search, Bing, AI assistants",
	reference: "https://www.rfc-editor.org/rfc/rfc9110#section-15",
	reviewed: "2026-11-21",
	note: "Where the page is a challenge or a block page of a bot protection, as its vendor documents them, nothing is known of the site and nothing is deducted. A refusal without such a mark is the site's own.",
	needs: ["home"],
	evaluate({ home }) {
		if (home.state === "found") {
			return { outcome: "pass", says: `The home page ${home.url} answers ${home.status} with a page.` };
		}
		const { url, status } = home;
		if (status === 429) {
			return {
				outcome: "unknown",
				says: `${url} answers 429: it asked us to come back later, so nothing is known.`,
			};
		}
		return {
			outcome: "fail",
			says: `${url} answers ${status}: ${meaningOf(status)}.`,
			fault: faultOf(status),
			fix: fixFor(url, status),
		};
	},
});

function meaningOf(status: number): string {
	return MEANING[status] ?? (status >= 500 ? "the server reports a fault of its own" : "it turns the request down");
}

function faultOf(status: number): string {
	if (status === 401) return "The home page asks for a login";
	if (status === 402) return "The home page asks for a payment";
	if (status === 404 || status === 410) return "There is no page at the site's home address";
	return status >= 500 ? "The home page answers with a server error" : "The home page refuses the visit";
}

function fixFor(url: string, status: number): string {
	if (CLOSED.has(status)) {
		return `Let ${url} answer 200 without a login or payment, also to agents that name themselves; ours is ${BOT_TOKEN}.`;
	}
	if (status >= 500)
		return `Repair what makes ${url} answer ${status}; the server's error log for this address names it.`;
	return `Put a page at ${url} that answers 200, or redirect it with 301 to the page that people should see first.`;
}
