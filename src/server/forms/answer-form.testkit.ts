/** Forms without pages and stores, for tests. */
import * as z from "zod";
import { createFakeApp } from "../api/live-app.testkit.ts";
import { stubPeople } from "../api/people.testkit.ts";
import { StubLimits } from "../api/serve.testkit.ts";
import type { PolicyName } from "../rate-limits/rate-limits.ts";
import { answerForm, type FormContext, type FormOutcome } from "./answer-form.ts";
import { defineForm, type Form, type FormCall, type FormResult } from "./form.ts";

export const ORIGIN = "https://audit.example.com";
export const SOMEBODY = {
	id: "account-1",
	email: "ann@example.com",
	name: "Ann",
	createdAt: "2026-11-01T00:00:00.000Z",
};

/** A form with one field and a handler of the test. */
export function stubForm(
	changes: Partial<Form<{ domain: string }>> = {},
	handle: (call: FormCall) => Promise<FormResult> = async () => ({ see: "/dashboard/", done: "watched" }),
): Form {
	return defineForm({
		page: "/dashboard",
		name: "watch",
		access: "account",
		quota: "form",
		input: z.object({ domain: z.string("Enter a domain.").max(20, "must have at most 20 characters") }),
		handle: (_, call) => handle(call),
		...changes,
	}) as Form;
}

/** The cookie `session=good` signs in as SOMEBODY. */
export function openStubForms(most: Partial<Record<PolicyName, number>> = {}) {
	const limits = new StubLimits(most);
	const faults: unknown[] = [];
	const cookies: string[] = [];
	const session = async (cookie: string | null) => {
		cookies.push(cookie ?? "");
		return cookie === "session=good"
			? { id: "session-1", account: SOMEBODY, startedAt: SOMEBODY.createdAt, isFresh: false }
			: undefined;
	};
	const context: FormContext = {
		app: createFakeApp(),
		people: stubPeople({ accounts: { session } }),
		limits,
		clientAddress: (peer) => peer,
		addressKey: (address) => `key of ${address}`,
		fault: (error) => faults.push(error),
	};
	/** @param headers null for an anonymous request */
	const send = (
		form: Form,
		body: BodyInit | null,
		headers: Record<string, string> | null = {},
	): Promise<FormOutcome> => {
		const session: Record<string, string> = headers === null ? {} : { Cookie: "session=good", ...headers };
		const init = { method: "POST", body, headers: { Origin: ORIGIN, ...session } };
		const stream = body instanceof ReadableStream ? { duplex: "half" } : {};
		const request = new Request(`${ORIGIN}/base/dashboard/?do=watch`, { ...init, ...stream } as RequestInit);
		return answerForm(context, { form, request, peer: "192.0.2.7", params: {} });
	};
	return { send, limits, faults, cookies };
}
