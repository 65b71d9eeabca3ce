import { randomUUID } from "node:crypto";
import type * as z from "zod";
import { spokenWait } from "#core/wording.ts";
import type { Account } from "#people/accounts/account.ts";
import type { FormFault, FormValues } from "#site/form/form-view.ts";
import { ClientGone, FieldFailure, problemKind, rejectionFor } from "../api/problems.ts";
import { type ApiRequest, drop } from "../api/request-body.ts";
import type { ApiContext } from "../api/serve.ts";
import { accountKey, accountOf, isSameOrigin } from "../caller/identify.ts";
import type { PolicyName, RateLimits } from "../rate-limits/rate-limits.ts";
import type { Form, FormCall, FormResult, PostedForm } from "./form.ts";
import { parseFormBody, readFormBytes } from "./form-body.ts";

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

export interface FormPage {
	readonly kind: "page";
	readonly status: 200 | 422 | 429;
	readonly posted: PostedForm;
	readonly account: Account | undefined;
	readonly cookies: readonly string[];
	readonly retrySeconds?: number;
}

export function createAnswerForm(context: FormContext): (posted: PostedRequest) => Promise<FormOutcome> {
	const { origin } = new URL(context.app.baseUrl);
	return async (posted) => {
		const requestId = randomUUID();
		try {
			if (!isSameOrigin(posted.request.headers, origin)) {
				drop(posted.request.body);
				return { kind: "refused", status: 403, requestId };
			}
			const bytes = await readFormBytes(posted.form, posted.request);
			return await answer(context, posted, bytes, requestId);
		} catch (error) {
			if (error instanceof ClientGone || posted.request.signal.aborted)
				return { kind: "refused", status: 499, requestId };
			const rejection = rejectionFor(error);
			const { status, retryAfterSeconds } = problemKind(rejection.code);
			if (status >= 500) context.fault(rejection.parts.cause ?? rejection, requestId);
			return { kind: "refused", status, requestId, ...(retryAfterSeconds && { retrySeconds: retryAfterSeconds }) };
		}
	};
}

/** Cheapest checks first; looks nothing up for a caller over the limit. */
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
	// Ordinary use of a dashboard sends many forms in a few seconds.
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

/** Open forms also count by address: accounts cost nothing, and each would be another quota. */
function payersOf({ access }: Form, addressKey: string, account: Account | undefined) {
	const address: Payer = { key: addressKey };
	const holder: readonly Payer[] = account ? [{ key: accountKey(account.id), holder: "key" }] : [];
	return access === "account" ? holder : [address, ...holder];
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
	const says = `This was sent too often. Wait ${spokenWait(retrySeconds)} and send it again.`;
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

/** @returns undefined while units are left */
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

/** Messages of shared schemas begin "must be …". */
function faultOf({ path: [field], message }: z.core.$ZodIssue): FormFault {
	const says = /^\p{Ll}/u.test(message) ? `This ${message}.` : message;
	return { says, ...(field !== undefined && { field: String(field) }) };
}

/** @throws the error itself where the sender cannot mend it */
function faultsOf(error: unknown): readonly FormFault[] {
	const { code, message } = rejectionFor(error);
	if (problemKind(code).status >= 500) throw error;
	if (!(error instanceof FieldFailure)) return [{ says: message }];
	return error.errors.map(({ pointer, detail }) => ({ field: pointer.replace(/^#\//, ""), says: detail }));
}
