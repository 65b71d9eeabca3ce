import { randomUUID } from "node:crypto";
import { type AuthRoute, authRoute } from "#people/accounts/auth-routes.ts";
import { ClientGone, problemKind, rejectionFor } from "../api/problems.ts";
import { drop, readEndpointBody } from "../api/request-body.ts";
import { isSameOrigin } from "../caller/identify.ts";
import type { FormContext } from "./answer-form.ts";

const FIELDS = ["cookie", "content-type", "origin", "user-agent"];

/** better-auth routes for browsers, by the rules of forms. Refuses with `{ code }`, as better-auth does. */
export function createAnswerAuth(context: FormContext): (request: Request, peer: string) => Promise<Response> {
	const { baseUrl } = context.app;
	const { origin, pathname: home } = new URL(`${baseUrl}/`);
	const answer = async (request: Request, peer: string): Promise<Response> => {
		const { pathname, search } = new URL(request.url);
		const path = `/${pathname.slice(home.length)}`;
		const route = authRoute(request.method, path);
		if (!route) return refused(request, 404, "NOT_FOUND");
		if (!route.isFromElsewhere && !isSameOrigin(request.headers, origin)) return refused(request, 403, "FORBIDDEN");
		const wait = await secondsToWait(context, request, { peer, route });
		if (wait !== undefined) return refused(request, 429, "TOO_MANY", { "Retry-After": String(wait) });
		return context.people.accounts.answerAuthRoute(await plainRequest(request, baseUrl + path + search));
	};
	return (request, peer) =>
		answer(request, peer).catch((error: unknown) => {
			if (error instanceof ClientGone) return refused(request, 400, "CLIENT_GONE");
			const rejection = rejectionFor(error);
			const { status } = problemKind(rejection.code);
			if (status >= 500) context.fault(rejection.parts.cause ?? rejection, randomUUID());
			return refused(request, status, "FAILED");
		});
}

/** @returns undefined while units are left */
async function secondsToWait(
	context: FormContext,
	{ headers }: Request,
	{ peer, route }: { readonly peer: string; readonly route: AuthRoute },
): Promise<number | undefined> {
	const key = context.addressKey(context.clientAddress(peer, headers));
	for (const policy of route.isChallenge ? (["reading", "form"] as const) : (["reading"] as const)) {
		const { allowed, resetSeconds } = await context.limits.take(policy, key);
		if (!allowed) return resetSeconds;
	}
	return undefined;
}

async function plainRequest(request: Request, url: string): Promise<Request> {
	const { method } = request;
	const headers = new Headers();
	for (const name of FIELDS) {
		const value = request.headers.get(name);
		if (value !== null) headers.set(name, value);
	}
	return new Request(url, {
		method,
		headers,
		body: method === "POST" ? await readEndpointBody(request, {}) : null,
	});
}

function refused(request: Request, status: number, code: string, more: Readonly<Record<string, string>> = {}) {
	drop(request.body);
	return Response.json({ code }, { status, headers: { "Cache-Control": "no-store", ...more } });
}
