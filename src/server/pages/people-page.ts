import * as z from "zod";
import { isFailure } from "#core/failure.ts";
import type { Account } from "#people/accounts/account.ts";
import { missingMark } from "#people/accounts/session-cookie.ts";
import type { CountLookUp } from "#people/oauth/foreign-json.ts";
import { localPath, type SiteLinks } from "#site/page/site-links.ts";
import { definedParams } from "../api/endpoint.ts";
import type { Live } from "../api/live-app.ts";
import { CodedBytes, codeBody } from "../api/negotiation.ts";
import { drop } from "../api/request-body.ts";
import { accountOf, isOwnVisit, signInAddress } from "../caller/identify.ts";
import { ACCOUNT_FORMS, API_KEY_FORMS, PERMISSION_FORMS } from "../forms/account.ts";
import { type AgencyForm, MEMBER_FORMS, OWN_AGENCIES_FORMS, PROFILE_FORMS } from "../forms/agency.ts";
import { BRIEF_FORMS, CLIENT_FORMS, LEAD_FORMS, OPERATOR_FORMS } from "../forms/agency-work.ts";
import type { FormOutcome } from "../forms/answer-form.ts";
import { contactForm } from "../forms/contact.ts";
import { DASHBOARD_FORMS } from "../forms/dashboard.ts";
import type { Form, PostedForm } from "../forms/form.ts";
import { compareForm, scanForm } from "../forms/scan.ts";
import { SIGN_IN_FORMS } from "../forms/sign-in.ts";
import { countLookUp } from "../rate-limits/rate-limits.ts";
import type { PeopleRoute } from "./people-routes.ts";
import type { Refusal } from "./refused-texts.ts";

export interface Person extends Pick<Live, "people" | "app" | "pages"> {
	/** Always set if the page's access is `account`. */
	readonly account?: Account;
	readonly form?: PostedForm;
	/** For requests to addresses that others control. */
	readonly countLookUp: CountLookUp;
	readonly isOwnVisit: boolean;
	/** Code of the last action; pages ignore unknown ones. */
	readonly done?: string;
}

interface PeopleExchange {
	readonly request: Request;
	readonly params: Readonly<Record<string, string | undefined>>;
	/** Of the connection. */
	readonly clientAddress: string;
	/** Returns a 404 without a body for the not-found page. */
	show(person: Person): Promise<Response>;
	refuse(refusal: Refusal): Promise<Response>;
}

type PeopleLive = Pick<Live, "people" | "app" | "pages" | "admitReader" | "answerForm">;

/** No caching, no indexing, no framing, no referrer. */
const PEOPLE_FIELDS: Readonly<Record<string, string>> = {
	"Cache-Control": "no-store",
	"X-Robots-Tag": "noindex",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "same-origin",
	"Content-Security-Policy": "frame-ancestors 'none'",
};

const METHODS = ["GET", "HEAD", "POST"];
const AWAY: Refusal = { status: 503, retrySeconds: 30 };

export async function answerPeoplePage(
	route: PeopleRoute,
	exchange: PeopleExchange,
	links: SiteLinks,
	open: () => Promise<PeopleLive>,
): Promise<Response> {
	const { request } = exchange;
	const { pathname, search } = new URL(request.url);
	if (!METHODS.includes(request.method)) {
		drop(request.body);
		return finished(request, await exchange.refuse({ status: 405 }), 405, { Allow: METHODS.join(", ") });
	}
	if (request.method !== "POST" && !pathname.endsWith("/")) return moved(308, `${pathname}/${search}`);
	try {
		const response = await answer(route, exchange, links, await open());
		if (route.isListed && request.method !== "POST" && response.status === 200 && search === "")
			response.headers.delete("X-Robots-Tag");
		return response;
	} catch (error) {
		if (!isFailure(error)) throw error;
		return refused(exchange, AWAY);
	}
}

async function answer(
	route: PeopleRoute,
	exchange: PeopleExchange,
	links: SiteLinks,
	live: PeopleLive,
): Promise<Response> {
	const { request, clientAddress } = exchange;
	if (request.method === "POST") return answerPost(route, exchange, links, live);
	const retrySeconds = await live.admitReader(request, clientAddress);
	if (retrySeconds !== undefined) return refused(exchange, { status: 429, retrySeconds });
	const account = await accountOf(live.people, request.headers);
	if (route.access === "account" && !account) return moved(303, signInAddress(request, links));
	const done = new URL(request.url).searchParams.get("done");
	const person = { ...personOf(live, exchange, account, links), ...(done !== null && { done }) };
	const response = await shown(exchange, 200, person);
	const mark = account && missingMark(request.headers.get("Cookie"), links.origin);
	if (mark !== undefined) response.headers.append("Set-Cookie", mark);
	return response;
}

async function answerPost(
	route: PeopleRoute,
	exchange: PeopleExchange,
	links: SiteLinks,
	live: PeopleLive,
): Promise<Response> {
	const { request, clientAddress: peer } = exchange;
	const form = formAt(route.pattern, new URL(request.url).searchParams.get("do") ?? "");
	if (!form) {
		drop(request.body);
		return refused(exchange, { status: 404 });
	}
	const outcome = await live.answerForm({ form, request, peer, params: definedParams(exchange.params) });
	if (outcome.kind === "sign-in") return moved(303, signInAddress(request, links));
	if (outcome.kind === "done") return leadOn(outcome, links);
	if (outcome.kind === "refused") return refused(exchange, outcome);
	const { account, posted, status, cookies, retrySeconds } = outcome;
	// Refused before the account was looked up.
	if (route.access === "account" && !account) return refused(exchange, outcome);
	const response = await shown(exchange, status, { ...personOf(live, exchange, account, links), form: posted });
	for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
	if (retrySeconds !== undefined) response.headers.set("Retry-After", String(retrySeconds));
	return response;
}

function personOf(
	live: PeopleLive,
	{ request, clientAddress }: PeopleExchange,
	account: Account | undefined,
	{ origin }: SiteLinks,
): Person {
	const { people, app, pages } = live;
	const count = countLookUp(() => live.admitReader(request, clientAddress, "look-up"));
	const isOwn = isOwnVisit(request.headers, origin);
	return { people, app, pages, countLookUp: count, isOwnVisit: isOwn, ...(account && { account }) };
}

/** @throws Error if a handler redirects outside this site */
function leadOn({ result }: Extract<FormOutcome, { kind: "done" }>, links: SiteLinks): Response {
	const response = moved(303, "leave" in result ? result.leave : seenAt(result, links));
	for (const cookie of result.cookies ?? []) response.headers.append("Set-Cookie", cookie);
	return response;
}

function seenAt({ see, done }: { readonly see: string; readonly done?: string }, links: SiteLinks): string {
	const path = localPath(see);
	if (path === undefined) throw new RangeError("A form leads to no path of this site.");
	const code = done === undefined ? "" : `${path.includes("?") ? "&" : "?"}done=${encodeURIComponent(done)}`;
	return links.home + path.slice(1) + code;
}

function moved(status: 303 | 308, location: string): Response {
	return new Response(null, { status, headers: { ...PEOPLE_FIELDS, Location: location } });
}

async function shown(exchange: PeopleExchange, status: number, person: Person): Promise<Response> {
	const rendered = await exchange.show(person);
	// The page itself returned a 404 or a redirect.
	if (rendered.status === 404) return refused(exchange, { status: 404 });
	return finished(exchange.request, rendered, rendered.status === 200 ? status : rendered.status);
}

async function refused(exchange: PeopleExchange, { status, requestId, retrySeconds }: Refusal): Promise<Response> {
	const refusal = { status, ...(requestId !== undefined && status >= 500 && { requestId }) };
	const retry = retrySeconds === undefined ? {} : { "Retry-After": String(retrySeconds) };
	return finished(exchange.request, await exchange.refuse(refusal), status, retry);
}

const KEPT_FIELDS = ["Retry-After", "Allow", "X-Request-Id"] as const;

/** For endpoints that programs send browsers to: turns an error into a site page with the same status. */
export async function answerBrowser(
	request: Request,
	answer: Response,
	refuse: PeopleExchange["refuse"],
): Promise<Response> {
	if (answer.status < 400 || !/\btext\/html\b/i.test(request.headers.get("accept") ?? "")) return answer;
	const ofProgram = await descriptionIn(answer);
	const kept = KEPT_FIELDS.flatMap((name) => {
		const value = answer.headers.get(name);
		return value === null ? [] : [[name, value]];
	});
	const page = await refuse({ status: answer.status, ...(ofProgram !== undefined && { ofProgram }) });
	return finished(request, page, answer.status, Object.fromEntries(kept));
}

const errorSchema = z.object({ error_description: z.string() });

/** RFC 6749 section 5.2; undefined for another shape or a compressed response. */
async function descriptionIn(answer: Response): Promise<string | undefined> {
	try {
		return errorSchema.parse(await answer.json()).error_description;
	} catch (error) {
		if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
		throw error;
	}
}

/** Reads the page to its end, because rendering may fail half way. */
async function finished(
	request: Request,
	rendered: Response,
	status: number,
	more: Readonly<Record<string, string>> = {},
): Promise<Response> {
	const whole = new CodedBytes(new Uint8Array(await rendered.arrayBuffer()));
	const { body, headers: coded } = await codeBody(whole, request.headers.get("accept-encoding"));
	const headers = new Headers(rendered.headers);
	if (headers.get("Content-Type") === "text/html") headers.set("Content-Type", "text/html; charset=utf-8");
	for (const [name, value] of Object.entries({ ...PEOPLE_FIELDS, ...coded, ...more })) headers.set(name, value);
	return new Response(request.method === "HEAD" ? null : body, { status, headers });
}

export const AGENCY_FORMS: readonly AgencyForm[] = [
	...BRIEF_FORMS,
	...CLIENT_FORMS,
	...LEAD_FORMS,
	...MEMBER_FORMS,
	...PROFILE_FORMS,
];

export const FORMS: readonly Form[] = [
	...SIGN_IN_FORMS,
	...ACCOUNT_FORMS,
	...AGENCY_FORMS,
	...OWN_AGENCIES_FORMS,
	...OPERATOR_FORMS,
	...API_KEY_FORMS,
	...PERMISSION_FORMS,
	...DASHBOARD_FORMS,
	compareForm,
	contactForm,
	scanForm,
];

const FORM_AT: ReadonlyMap<string, Form> = new Map(FORMS.map((form) => [`${form.page}?do=${form.name}`, form]));

export function formAt(page: string, name: string): Form | undefined {
	return FORM_AT.get(`${page}?do=${name}`);
}
