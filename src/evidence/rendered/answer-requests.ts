import type { BrowserContext, Request, Route } from "playwright-core";
import type { RenderedPage } from "../evidence-map.ts";
import type { SiteSource } from "../site/site-source.ts";

/** Fields that no longer hold once a body is decoded and a redirect followed, and what a site would store. */
const LEFT_OUT: ReadonlySet<string> = new Set(
	`content-encoding content-length transfer-encoding connection keep-alive set-cookie alt-svc nel report-to
	reporting-endpoints`.split(/\s+/),
);
/** What a page needs to be seen; sound, pictures that move and messages home are not fetched. */
const WANTED: ReadonlySet<string> = new Set(
	"document stylesheet script image font xhr fetch manifest other".split(" "),
);
const MAX_ADDRESS = 4_096;

/** Counts of the requests that a page made. */
export type Tally = { -readonly [K in keyof RenderedPage["requests"]]: number };

/**
 * Every request of the browser is answered by the guarded client, as any other request of the audit: public addresses
 * only, within the budget, as robots.txt allows. Nothing but GET leaves, and no socket is opened.
 */
export async function answerRequests(context: BrowserContext, source: SiteSource, userAgent: string): Promise<Tally> {
	let opened = false;
	const tally: Tally = { answered: 0, refused: 0, beyond: 0 };
	await context.routeWebSocket(/.*/, (socket) => {
		tally.refused++;
		void socket.close();
	});
	await context.route(/.*/, async (route) => {
		if (isOfPage(route.request())) {
			// The page that was asked for is looked at, not where it goes from there; an aborted navigation leaves it in place.
			if (opened) {
				tally.refused++;
				return route.abort("aborted");
			}
			opened = true;
		}
		if (source.left === 0) {
			tally.beyond++;
			return route.abort("blockedbyclient");
		}
		const fulfilled = await answer(route, source, userAgent);
		if (fulfilled) tally.answered++;
		else tally.refused++;
		return undefined;
	});
	return tally;
}

/** @returns false where the request was refused or came to nothing; what a page cannot load is no failure of ours */
async function answer(route: Route, source: SiteSource, userAgent: string): Promise<boolean> {
	const request = route.request();
	if (!isWanted(request)) {
		await route.abort("blockedbyclient");
		return false;
	}
	try {
		const headers = { accept: request.headers().accept ?? "*/*", "accept-language": "en", "user-agent": userAgent };
		const response = await source.get(new URL(request.url()), "asset", { headers });
		const kept = Object.entries(response.headers).filter(([name]) => !LEFT_OUT.has(name));
		await route.fulfill({
			status: response.status,
			headers: Object.fromEntries(kept),
			body: Buffer.from(response.body),
		});
		return true;
	} catch {
		// A refusal, a dead address, or a page that has gone away meanwhile: the browser sees a failed load.
		// Where the page is gone, nobody waits for this answer any more.
		await route.abort("failed").catch(() => undefined);
		return false;
	}
}

/** Opens a document in the tab itself, not in a frame. */
function isOfPage(request: Request): boolean {
	if (!request.isNavigationRequest()) return false;
	try {
		return request.frame().parentFrame() === null;
	} catch {
		// The first navigation of a window that has no frame yet: one that the page has opened.
		return true;
	}
}

function isWanted(request: Request): boolean {
	const url = request.url();
	return (
		request.method() === "GET" &&
		WANTED.has(request.resourceType()) &&
		/^https?:/.test(url) &&
		url.length <= MAX_ADDRESS &&
		URL.canParse(url)
	);
}
