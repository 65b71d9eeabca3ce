// Pages for people: who is signed in is found here, and forms are answered, before Astro renders the page.
import type { MiddlewareHandler } from "astro";
import { ENDPOINT_OF_ROUTE } from "#server/api/endpoints.ts";
import { openedLive } from "#server/pages/live-process.ts";
import { answerBrowser, answerPeoplePage, type Person } from "#server/pages/people-page.ts";
import { PEOPLE_ROUTES, REFUSED_ROUTE } from "#server/pages/people-routes.ts";
import type { Refusal } from "#server/pages/refused-texts.ts";
import { links } from "#site/site.ts";

declare global {
	namespace App {
		interface Locals {
			person: Person;
			refusal: Refusal;
		}
	}
}

const ROUTES = new Map(PEOPLE_ROUTES.map((route) => [route.pattern as string, route]));

export const onRequest: MiddlewareHandler = async (context, next) => {
	const { request, params, routePattern, locals, url } = context;
	if (routePattern === REFUSED_ROUTE.pattern) {
		locals.refusal = { status: 404 };
		const { body, headers } = await next();
		return new Response(body, { status: 404, headers });
	}
	const refuse = (refusal: Refusal) => {
		locals.refusal = refusal;
		// Of its own request: the body of this one may have been read. Below a prefix, Astro finds an address only with its slash.
		const address = new URL(`${links.home}${REFUSED_ROUTE.pattern.slice(1)}/`, url);
		return next(new Request(address, { headers: request.headers }));
	};
	if (ENDPOINT_OF_ROUTE.get(routePattern)?.isPage) return answerBrowser(request, await next(), refuse);
	const route = ROUTES.get(routePattern);
	if (!route) return next();
	const exchange = {
		request,
		params,
		/** Not asked for elsewhere: built pages have none. */
		clientAddress: context.clientAddress,
		show(person: Person) {
			locals.person = person;
			return next();
		},
		refuse,
	};
	return answerPeoplePage(route, exchange, links, openedLive);
};
