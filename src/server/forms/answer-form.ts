import { randomUUID } from "node:crypto";
import type * as z from "zod";
import { spokenWait } from "#core/wording.ts";
import type { Account } from "#people/accounts/account.ts";
import { authRoute } from "#people/accounts/session-cookie.ts";
import type { FormFault, FormValues } from "#site/form/form-view.ts";
import { BODY_MAX_BYTES, ClientGone, FieldFailure, problemKind, Rejection, rejectionFor } from "../api/problems.ts";
import { type ApiRequest, type BodyRule, drop, readBody, readEndpointBody } from "../api/request-body.ts";
import type { ApiContext } from "../api/serve.ts";
import { accountKey, accountOf, isSameOrigin } from "../caller/identify.ts";
import type { PolicyName, RateLimits } from "../rate-limits/rate-limits.ts";
import type { Form, FormCall, FormResult, PostedForm, UploadedFile } from "./form.ts";

export interface FormContext extends Pick<ApiContext, "app" | "people" | "limits" | "clientAddress" | "addressKey"> {
	fault(error: unknown, requestId: string): void;
}

export interface PostedRequest {
	readonly form: Form;
	readonly request: ApiRequest;
	readonly peer: string;
	readonly params: Readonly<Record<string, string>>;
}

export type FormOutcome =
	| { readonly kind: "done"; readonly result: Extract<FormResult, { see: string } | { leave: string }> }
	| FormPage
	| { readonly kind: "sign-in" }
	| { readonly kind: "refused"; readonly status: number; readonly requestId: string; readonly retrySeconds?: number };

interface FormPage {
	readonly kind: "page";
	readonly status: 200 | 422 | 429;
	readonly posted: PostedForm;
	readonly account: Account | undefined;
	readonly cookies: readonly string[];
	readonly retrySeconds?: number;
}

/** Never rejects. */
export async function answerForm(context: FormContext, posted: PostedRequest): Promise<FormOutcome> {
	const requestId = randomUUID();
	const { form, request } = posted;
	try {
		if (!isSameOrigin(request.headers, new URL(context.app.baseUrl).origin)) {
			drop(request.body);
			return { kind: "refused", status: 403, requestId };
		}
		return await answer(context, posted, await readFormBytes(form, request), requestId);
	} catch (error) {
		if (error instanceof ClientGone || request.signal.aborted) return { kind: "refused", status: 499, requestId };
		const rejection = rejectionFor(error);
		const { status, retryAfterSeconds } = problemKind(rejection.code);
		if (status >= 500) context.fault(rejection.parts.cause ?? rejection, requestId);
		return { kind: "refused", status, requestId, ...(retryAfterSeconds && { retrySeconds: retryAfterSeconds }) };
	}
}

/** Cheapest checks first: no lookup for a caller over the limit. */
async function answer(
	context: FormContext,
	{ form, request, peer, params }: PostedRequest,
	bytes: Uint8Array<ArrayBuffer>,
	requestId: string,
): Promise<FormOutcome> {
	const { app, people, limits } = context;
	const { headers, signal } = request;
	const addressKey = context.addressKey(context.clientAddress(peer, headers));
	const count = (policy: PolicyName, key: string) => secondsToWait(limits, policy, key);
	// Normal dashboard use sends many forms in a few seconds.
	const early = await count(form.access === "account" ? "reading" : "burst", addressKey);
	if (early !== undefined) return tooMany(pageOf(form, {}), early);
	const account = await accountOf(people, headers);
	if (form.access === "account" && !account) return { kind: "sign-in" };
	const body = await parseFormBody(form, bytes, request);
	const page = pageOf(form, body.values, account);
	const payers = payersOf(form, addressKey, account);
	const spend = async (units: number) => {
		for (const { key, ...payer } of payers) {
			const wait = await secondsToWait(limits, form.quota, key, { ...payer, units });
			if (wait !== undefined) return wait;
		}
		return undefined;
	};
	const late = await spend(1);
	if (late !== undefined) return tooMany(page, late);
	const parsed = form.input.safeParse(body.input);
	const faults = [...body.faults, ...(parsed.error?.issues.map(faultOf) ?? [])];
	if (!parsed.success || faults.length > 0) return withFaults(page, faults);
	const tooDear = await spend(form.extraCost?.(parsed.data) ?? 0);
	if (tooDear !== undefined) return tooMany(page, tooDear);
	const call: FormCall = {
		...{ people, app, params, addressKey, requestId, signal, headers, count },
		...(account && { account }),
	};
	const result: FormResult = await form
		.handle(parsed.data, call)
		.catch((error: unknown) => ({ faults: faultsOf(error) }));
	if ("see" in result || "leave" in result) return { kind: "done", result };
	return pageAfter(result, page);
}

/** Counts also by address: accounts are free, and each would add a quota. */
function payersOf({ access }: Form, addressKey: string, account: Account | undefined): readonly Payer[] {
	const holder: readonly Payer[] = account ? [{ key: accountKey(account.id), holder: "key" }] : [];
	return [access === "account" ? { key: addressKey, holder: "key" } : { key: addressKey }, ...holder];
}

interface Payer {
	readonly key: string;
	readonly holder?: "key";
}

function pageOf({ name }: Form, values: FormValues, account?: Account): FormPage {
	return { kind: "page", status: 422, posted: { name, values, faults: [] }, account, cookies: [] };
}

function withFaults(page: FormPage, faults: readonly FormFault[]): FormPage {
	return { ...page, posted: { ...page.posted, faults } };
}

function tooMany(page: FormPage, retrySeconds: number): FormPage {
	const says = `Too many attempts. Wait ${spokenWait(retrySeconds)} and send it again.`;
	return { ...withFaults(page, [{ says }]), status: 429, retrySeconds };
}

function pageAfter(result: Exclude<FormResult, { see: string } | { leave: string }>, page: FormPage): FormPage {
	const { cookies = [] } = result;
	const { name, values: typed } = page.posted;
	if ("show" in result)
		return { ...page, status: 200, posted: { name, values: {}, faults: [], shown: result.show }, cookies };
	const { faults, values = typed } = result;
	return { ...page, posted: { name, values, faults }, cookies };
}

/** @returns undefined if units are left */
async function secondsToWait(
	limits: RateLimits,
	policy: PolicyName,
	key: string,
	{ holder, units = 1 }: { readonly holder?: "key"; readonly units?: number } = {},
) {
	if (units === 0) return undefined;
	const { allowed, resetSeconds } = await limits.take(policy, key, { units, ...(holder && { holder }) });
	return allowed ? undefined : resetSeconds;
}

/** Messages of shared schemas begin with "must be …". */
function faultOf({ path: [field], message }: z.core.$ZodIssue): FormFault {
	const says = /^\p{Ll}/u.test(message) ? `This ${message}.` : message;
	return { says, ...(field !== undefined && { field: String(field) }) };
}

/** @throws the error itself if the sender cannot fix it */
function faultsOf(error: unknown): readonly FormFault[] {
	const { code, message } = rejectionFor(error);
	if (problemKind(code).status >= 500) throw error;
	if (!(error instanceof FieldFailure)) return [{ says: message }];
	return error.errors.map(({ pointer, detail }) => ({ field: pointer.replace(/^#\//, ""), says: detail }));
}

const FIELDS = ["cookie", "content-type", "origin", "user-agent"];

/** better-auth routes for browsers, under the rules of forms. Refuses with `{ code }`, as better-auth does. */
export async function answerAuth(context: FormContext, request: Request, peer: string): Promise<Response> {
	try {
		return await passToAuth(context, request, peer);
	} catch (error) {
		if (error instanceof ClientGone) return refused(request, 400, "CLIENT_GONE");
		const rejection = rejectionFor(error);
		const { status } = problemKind(rejection.code);
		if (status >= 500) context.fault(rejection.parts.cause ?? rejection, randomUUID());
		return refused(request, status, "FAILED");
	}
}

async function passToAuth(context: FormContext, request: Request, peer: string): Promise<Response> {
	const { baseUrl } = context.app;
	const { origin, pathname: home } = new URL(`${baseUrl}/`);
	const { pathname, search } = new URL(request.url);
	const path = `/${pathname.slice(home.length)}`;
	const route = authRoute(request.method, path);
	if (!route) return refused(request, 404, "NOT_FOUND");
	if (!route.isFromElsewhere && !isSameOrigin(request.headers, origin)) return refused(request, 403, "FORBIDDEN");
	const key = context.addressKey(context.clientAddress(peer, request.headers));
	for (const policy of route.isChallenge ? (["reading", "form"] as const) : (["reading"] as const)) {
		const wait = await secondsToWait(context.limits, policy, key);
		if (wait !== undefined) return refused(request, 429, "TOO_MANY", { "Retry-After": String(wait) });
	}
	return context.people.accounts.answerAuthRoute(await plainRequest(request, baseUrl + path + search));
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

interface FormBody {
	readonly values: FormValues;
	readonly input: Readonly<Record<string, unknown>>;
	readonly faults: readonly FormFault[];
}

const URLENCODED: Omit<BodyRule, "most"> = {
	type: /^application\/x-www-form-urlencoded(?:[ \t]*;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?)?[ \t]*$/i,
	accept: "application/x-www-form-urlencoded",
};
const MULTIPART: Omit<BodyRule, "most"> = {
	type: /^multipart\/form-data[ \t]*;[ \t]*boundary=/i,
	accept: "multipart/form-data",
};

/** 4 times the largest form; bounds parsing time. */
const FIELDS_MOST = 100;

type BodyParts = Pick<Form, "bodyBytes" | "files">;

/** @throws as `readBody` */
function readFormBytes(
	{ bodyBytes = BODY_MAX_BYTES, files = [] }: BodyParts,
	request: ApiRequest,
): Promise<Uint8Array<ArrayBuffer>> {
	return readBody(request, { ...(files.length > 0 ? MULTIPART : URLENCODED), most: bodyBytes });
}

/** @throws Rejection `input-invalid` if its parts cannot be separated or are too many */
async function parseFormBody(
	{ files = [] }: BodyParts,
	bytes: Uint8Array<ArrayBuffer>,
	{ headers }: Pick<ApiRequest, "headers">,
): Promise<FormBody> {
	const data = await parse(bytes, headers.get("content-type") ?? "");
	const values = new Map<string, string | string[]>();
	const input = new Map<string, unknown>();
	const faults: FormFault[] = [];
	for (const [name, entries] of byName(data)) {
		if (files.includes(name)) {
			const file = await fileOf(entries);
			if (file) input.set(name, file);
			continue;
		}
		const texts = entries.filter((entry) => typeof entry === "string").map(withPlainLines);
		if (texts.some((text) => CONTROLS.test(text))) faults.push({ field: name, says: NO_CONTROLS });
		values.set(name, oneOrSeveral(texts));
		const typed = texts.map((text) => text.trim()).filter((text) => text !== "");
		if (typed.length > 0) input.set(name, oneOrSeveral(typed));
	}
	return { values: Object.fromEntries(values), input: Object.fromEntries(input), faults };
}

/** One pass, because FormData searches all entries for each name. */
function byName(data: FormData): Map<string, (string | File)[]> {
	const entries = [...data];
	if (entries.length > FIELDS_MOST) throw new Rejection("input-invalid", { detail: "The form has too many fields." });
	return new Map(
		[...Map.groupBy(entries, ([name]) => name)].map(([name, group]) => [name, group.map(([, entry]) => entry)]),
	);
}

async function parse(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
	try {
		return await new Response(bytes, { headers: { "Content-Type": type } }).formData();
	} catch (error) {
		throw new Rejection("input-invalid", { detail: "The form's data is damaged.", cause: error });
	}
}

/** For an empty file input, browsers send an empty file without a name. */
async function fileOf([entry]: readonly (string | File)[]): Promise<UploadedFile | undefined> {
	if (entry === undefined || typeof entry === "string" || (entry.size === 0 && entry.name === "")) return undefined;
	return { name: entry.name, bytes: new Uint8Array(await entry.arrayBuffer()) };
}

/** Browsers send CR and LF. */
function withPlainLines(text: string): string {
	return text.replace(/\r\n?/g, "\n");
}

/** Databases refuse some control characters. */
const CONTROLS = /[^\P{Cc}\t\n]/u;
const NO_CONTROLS = "This contains control characters. Type it again without them.";

function oneOrSeveral(texts: string[]): string | string[] {
	const [first = ""] = texts;
	return texts.length > 1 ? texts : first;
}
