// What live pages show is found here, before Astro renders them: a page that is kept is given as it is.
import type { MiddlewareHandler } from "astro";
import { KeptPages } from "#server/pages/kept-pages.ts";
import {
	answerLivePage,
	answerTwin,
	findBrief,
	findLive,
	findReceipt,
	findShared,
	type LiveBriefFound,
	type LiveFound,
	type LiveReceiptFound,
	type LiveShared,
	listFile,
	receiptFile,
} from "#server/pages/live-page.ts";
import { openedLive } from "#server/pages/live-process.ts";
import { embeddedPublication } from "#site/publication/embedded-site.ts";
import { baseUrl, links } from "#site/site.ts";

declare global {
	namespace App {
		interface Locals {
			brief: LiveFound<LiveBriefFound>;
			shared: LiveFound<LiveShared>;
			receipt: LiveFound<LiveReceiptFound>;
		}
	}
}

const kept = new KeptPages();

const ROUTES: Readonly<Record<string, MiddlewareHandler>> = {
	async "/brief/[...path]"(context, next) {
		const page = await findLive(context, links, openedLive, findBrief);
		if (page instanceof Response) return page;
		context.locals.brief = page.found;
		const { peers, corrections } = await embeddedPublication();
		const twin = await answerTwin(context.request, page, links, kept, { baseUrl, peers: peers(), corrections });
		return twin ?? answerLivePage(context, page, kept, next);
	},
	async "/share/[...path]"(context, next) {
		const page = await findLive(context, links, openedLive, findShared);
		if (page instanceof Response) return page;
		context.locals.shared = page.found;
		return answerLivePage(context, page, kept, next);
	},
	async "/receipts/[...path]"(context, next) {
		const { unlistedLeaf } = await embeddedPublication();
		const page = await findLive(context, links, openedLive, (address, pages) =>
			findReceipt(address, pages, unlistedLeaf),
		);
		if (page instanceof Response) return page;
		const { shown } = page.found;
		if (shown?.list) return listFile(context.request, shown.receipt, shown.list, (await openedLive()).app);
		if (shown?.ending) return receiptFile(context.request, shown.receipt, shown.ending);
		context.locals.receipt = page.found;
		return answerLivePage(context, page, kept, next);
	},
};

export const onRequest: MiddlewareHandler = (context, next) => ROUTES[context.routePattern]?.(context, next) ?? next();
