import { expect } from "vitest";
import * as z from "zod";
import { type ApiProblem, apiProblemSchema } from "#core/api/api-problem.ts";
import type { VerifyToken } from "#signing/jwt.ts";
import {
	DEFAULT_QUOTAS,
	type Holder,
	type PolicyName,
	type RateLimits,
	type Taken,
} from "../rate-limits/rate-limits.ts";
import { defineEndpoint, type Endpoint, type PathParams } from "./endpoint.ts";
import { createFakeApp } from "./live-app.testkit.ts";
import { stubPeople } from "./people.testkit.ts";
import { toResponse } from "./responses.ts";
import { type ApiContext, type ServedRequest, serve } from "./serve.ts";

export const BASE_URL = "https://audit.example.com";

/** Input and output like the real audit's, without an audit. */
export const stubAudit = defineEndpoint({
	operationId: "stubAudit",
	method: "POST",
	path: "/api/v1/public/stub-audit",
	tag: "Audits",
	summary: "Takes a domain",
	description: "Gives the domain back.",
	scope: "audit:public",
	quota: "audit",
	input: z.strictObject({
		domain: z.string("must be a text").min(1, "must not be empty").max(200, "must have at most 200 characters"),
		mode: z.enum(["light", "deep"], "must be light or deep").default("light"),
		fixes: z.array(z.string().min(1)).optional(),
	}),
	output: z.strictObject({ ok: z.literal(true), domain: z.string(), mode: z.string() }),
	examples: { output: {} },
	handle: async ({ domain, mode }) => ({ body: { ok: true as const, domain, mode } }),
});

/** Like the wall: a query, no quota, and a cacheable response. */
export const stubList = defineEndpoint({
	operationId: "stubList",
	method: "GET",
	path: "/api/v1/public/stub-list",
	tag: "Wall",
	summary: "Lists",
	description: "Gives the limit back.",
	input: z.strictObject({
		limit: z.coerce.number("must be a number").int("must be whole").min(1, "must be 1 at least").default(50),
		cursor: z.string().max(40, "must be a cursor").optional(),
	}),
	output: z.strictObject({ ok: z.literal(true), limit: z.number() }),
	examples: { output: {} },
	handle: async ({ limit }) => ({
		body: { ok: true as const, limit },
		headers: { "Cache-Control": "public, max-age=60", Age: "7" },
	}),
});

/** `good` has the audit scope, `other` has another; everything else is refused. */
export const stubVerifier: VerifyToken = async (token) => {
	const issued = { jti: "1", issuedAt: 1_800_000_000 };
	if (token === "good") return { ...issued, subject: "client-1", scopes: ["audit:public"] };
	if (token === "other") return { ...issued, subject: "client-2", scopes: ["brief:public"] };
	return { refused: 'It is not a "signed" token.' };
};

/** Counts without windows. */
export class StubLimits implements RateLimits {
	readonly quotas = DEFAULT_QUOTAS;
	readonly taken: { policy: PolicyName; key: string; units: number; holder?: Holder }[] = [];
	readonly #most: Partial<Record<PolicyName, number>>;

	/** @param most units before a policy refuses; unlimited by default */
	constructor(most: Partial<Record<PolicyName, number>> = {}) {
		this.#most = most;
	}

	async take(
		policy: PolicyName,
		key: string,
		{ units = 1, holder }: { units?: number; holder?: Holder | undefined } = {},
	): Promise<Taken> {
		this.taken.push({ policy, key, units, ...(holder && { holder }) });
		const quota = holder ? DEFAULT_QUOTAS[holder] : DEFAULT_QUOTAS[policy];
		const used = this.taken.filter((one) => one.policy === policy && one.key === key).length;
		const allowed = used <= (this.#most[policy] ?? Number.POSITIVE_INFINITY);
		const remaining = allowed ? Math.max(0, quota.units - used) : 0;
		return { policy, quota, allowed, remaining, resetSeconds: quota.windowSeconds - 1 };
	}

	async close(): Promise<void> {}

	get policies(): readonly PolicyName[] {
		return this.taken.map(({ policy }) => policy);
	}
}

export function createStubServe(changes: Partial<ApiContext> & { readonly baseUrl?: string } = {}) {
	const limits = new StubLimits();
	const observed: ServedRequest[] = [];
	const context: ApiContext = {
		app: { ...createFakeApp(), baseUrl: changes.baseUrl ?? BASE_URL },
		people: stubPeople(),
		limits,
		verifyToken: stubVerifier,
		clientAddress: (peer) => peer,
		addressKey: (address) => `key of ${address}`,
		observe: (served) => observed.push(served),
		...changes,
	};
	const answer = (endpoint: Endpoint, request: Request, peer: string, params: PathParams = {}) =>
		serve(context, endpoint, request, peer, params);
	const respond = async (...asked: Parameters<typeof answer>) => toResponse(await answer(...asked));
	return { answer, serve: respond, limits, observed };
}

export const PEER = "192.0.2.7";

export function post(body: BodyInit | null, headers: Record<string, string> = {}, signal?: AbortSignal): Request {
	return new Request(`${BASE_URL}${stubAudit.path}`, {
		method: "POST",
		body,
		headers: { "Content-Type": "application/json", ...headers },
		...(body instanceof ReadableStream && { duplex: "half" }),
		...(signal && { signal }),
	} as RequestInit);
}

export function get(query = "", headers: Record<string, string> = {}, method = "GET"): Request {
	return new Request(`${BASE_URL}${stubList.path}${query}`, { method, headers });
}

/** Parses a problem document and checks what all of them have in common. */
export async function problemOf(response: Response): Promise<ApiProblem> {
	expect(response.headers.get("content-type")).toBe("application/problem+json");
	expect(response.headers.get("cache-control")).toBe("no-store");
	const text = await response.text();
	// No control characters and none that reorder or hide text.
	expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
	const problem = apiProblemSchema.parse(JSON.parse(text));
	expect(problem.status).toBe(response.status);
	expect(problem.instance).toBe(`urn:uuid:${response.headers.get("x-request-id")}`);
	expect(problem.error).toBe(problem.detail);
	return problem;
}
