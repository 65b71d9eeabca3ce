import { describe, expect, it, vi } from "vitest";
import { Failure } from "#core/failure.ts";
import type { Alerts } from "#people/alerts/alerts.ts";
import type { People } from "#people/open-people.ts";
import { failedReceipt, makeReceipt } from "#site/publication/receipt.testkit.ts";
import { createFakeApp, type FakeParts, makeLiveAudit } from "../api/live-app.testkit.ts";
import { stubPeople } from "../api/people.testkit.ts";
import { openStubForms, SOMEBODY } from "./answer-form.testkit.ts";
import {
	alertsForm,
	correctForm,
	forgetAuditForm,
	modeForm,
	proveForm,
	publishForm,
	rescanForm,
	takeDownForm,
	trackerForm,
	unwatchForm,
	watchForm,
	webhookForm,
	webhookTestForm,
	withdrawForm,
} from "./dashboard.ts";
import type { Form, FormCall } from "./form.ts";

const DRAFT = makeReceipt();
const { domain } = DRAFT;

function callOf(people: People, parts: FakeParts = {}, params: Record<string, string> = { domain }): FormCall {
	return {
		...{ people, params, account: SOMEBODY, app: createFakeApp(parts), requestId: "r", addressKey: "a" },
		signal: new AbortController().signal,
		headers: new Headers(),
		count: async () => undefined,
	};
}

describe("an audit from the dashboard", () => {
	/** The form's response, and recorded audits by account. */
	async function rescanned(parts: FakeParts) {
		const recorded: string[] = [];
		const record = async (account: string, { stored }: { stored: { id: string } }) => {
			recorded.push(`${account} ${stored.id}`);
		};
		const call = callOf(stubPeople({ audits: { record } }), parts);
		return { recorded, result: await rescanForm.handle({ domain: `https://${domain}/about`, mode: "light" }, call) };
	}

	it.each([
		["is new", {}, {}, "audited"],
		["found the same as before", { auditedAt: "2030-01-01T00:00:00.000Z" }, {}, "unchanged"],
		["somebody asked for seconds ago", {}, { ageSeconds: 20 }, "audited-before"],
	])("becomes the account's own where it %s", async (_, parts, more, done) => {
		const audit = await makeLiveAudit(DRAFT, parts);
		const { recorded, result } = await rescanned({ audits: { [domain]: audit }, ...more });
		expect(result).toEqual({ see: `/dashboard/${domain}/`, done });
		expect(recorded).toEqual([`${SOMEBODY.id} ${audit.stored.id}`]);
	});

	it("is stored without a score, but not if it says nothing about the site", async () => {
		const closed = { ...failedReceipt(), domain };
		const kept = await rescanned({ audits: { [domain]: await makeLiveAudit(closed) } });
		expect(kept).toMatchObject({ result: { done: "no-score" }, recorded: [expect.any(String)] });
		const unsaved = await makeLiveAudit(closed, { place: { state: "unsaved" } });
		const lost = await rescanned({ audits: { [domain]: unsaved } });
		expect(lost).toMatchObject({ result: { faults: [{ field: "domain" }] }, recorded: [] });
	});

	it("shows domain faults at the field, and rethrows server failures", async () => {
		const people = stubPeople();
		await expect(rescanForm.handle({ domain: "no domain", mode: "light" }, callOf(people))).rejects.toMatchObject({
			errors: [{ pointer: "#/domain" }],
		});
		const overloaded = new Failure("overloaded", { what: "Too many audits." });
		const call = callOf(people, { audits: { [domain]: overloaded } });
		await expect(rescanForm.handle({ domain, mode: "light" }, call)).rejects.toBe(overloaded);
	});

	it("costs 3 audits if it is deep", async () => {
		const { send, limits } = openStubForms();
		await send(rescanForm as Form, new URLSearchParams({ domain: "10.0.0.1", mode: "deep" }));
		expect(limits.taken.filter(({ policy }) => policy === "audit").map(({ units }) => units)).toEqual([1, 1, 2, 2]);
	});
});

describe("forms of one domain", () => {
	it("delete an audit of the account, and say if there was none", async () => {
		const asked: string[] = [];
		const remove = async (account: string, id: string) => asked.push(`${account} ${id}`) === 1;
		const call = callOf(stubPeople({ audits: { remove } }));
		const receipt = "a".repeat(64);
		expect(await forgetAuditForm.handle({ receipt }, call)).toEqual({
			see: `/dashboard/${domain}/`,
			done: "forgotten",
		});
		expect(await forgetAuditForm.handle({ receipt }, call)).toMatchObject({ faults: [{}] });
		expect(asked[0]).toBe(`${SOMEBODY.id} ${receipt}`);
	});

	it.each(["../account", "//evil.example", "Example.com", "localhost", "a b"])(
		"refuse the address of %s",
		async (part) => {
			const call = callOf(stubPeople(), {}, { domain: part });
			await expect(trackerForm.handle({ url: "https://github.com/octocat/shop" }, call)).rejects.toMatchObject({
				code: "target-invalid",
			});
		},
	);

	it("store a site's repository, and delete it if the field is empty", async () => {
		const kept: string[][] = [];
		const setTracker = async (...parts: string[]) => void kept.push(parts);
		const call = callOf(stubPeople({ audits: { setTracker } }));
		await trackerForm.handle({ url: "https://github.com/octocat/shop" }, call);
		await trackerForm.handle({}, call);
		expect(kept).toEqual([
			[SOMEBODY.id, domain, "https://github.com/octocat/shop"],
			[SOMEBODY.id, domain, ""],
		]);
	});
});

/** A call about a domain; nothing is watched unless it is named. */
function alertsCall(alerts: Partial<Alerts>, watched = true): FormCall {
	const get = async () => (watched ? ({ domain } as never) : undefined);
	return callOf(stubPeople({ alerts, watched: { get } }));
}

describe("settings of alerts", () => {
	it("are stored only for a watched domain", async () => {
		const kept: unknown[] = [];
		const change: Alerts["change"] = async (...parts) => void kept.push(parts);
		const saved = await alertsForm.handle({ least: 5 }, alertsCall({ change }));
		expect(saved).toEqual({ see: `/dashboard/${domain}/`, done: "alerts-changed" });
		expect(kept).toEqual([[SOMEBODY.id, domain, { mail: false, least: 5 }]]);
		const refused = alertsForm.handle({ mail: "on", least: 0 }, alertsCall({ change }, false));
		await expect(refused).rejects.toMatchObject({ code: "input-invalid" });
		const webhook = webhookForm.handle({ url: "https://hooks.example.com/" }, alertsCall({}, false));
		await expect(webhook).rejects.toMatchObject({ code: "input-invalid" });
		expect(kept).toHaveLength(1);
	});

	it.each(["2", "", "five"])("refuse another number of points: %j", async (least) => {
		const form = { ...alertsForm, page: "/dashboard" } as Form;
		const outcome = await openStubForms().send(form, new URLSearchParams({ least }));
		expect(outcome).toMatchObject({ status: 422, posted: { faults: [{ field: "least" }] } });
	});

	it("show a webhook's secret in the response, never in a URL", async () => {
		const call = alertsCall({ setWebhook: async () => "whsec_1" });
		const url = "https://hooks.example.com/a";
		expect(await webhookForm.handle({ url }, call)).toEqual({ show: { webhookSecret: "whsec_1" } });
	});

	it("say why a test did not arrive, unless the store is unavailable", async () => {
		const failing = (code: "connection-refused" | "store-unavailable") =>
			alertsCall({ sendTest: () => Promise.reject(new Failure(code, { what: "It is away." })) });
		expect(await webhookTestForm.handle({}, failing("connection-refused"))).toEqual({
			faults: [{ says: "The test did not arrive. It is away." }],
		});
		const away = webhookTestForm.handle({}, failing("store-unavailable"));
		await expect(away).rejects.toMatchObject({ code: "store-unavailable" });
	});
});

const SHOP = "shop.example.com";
const ID = "a".repeat(64);

/** Sends a form as SOMEBODY from the page of the shop; `watched` answers as the test says. */
async function send<Input>(form: Form<Input>, typed: unknown, answers: Record<string, unknown> = {}) {
	const asked: unknown[] = [];
	const watched = new Proxy({} as People["watched"], {
		get: (_, method: string) =>
			vi.fn(async (...args: unknown[]) => {
				asked.push([method, ...args]);
				return answers[method];
			}),
	});
	const audits = { list: async () => ({ audits: answers.audits ?? [] }) };
	const call = { people: { watched, audits }, account: SOMEBODY, params: { domain: SHOP } } as unknown as FormCall;
	return { result: await form.handle(form.input.parse(typed), call), asked };
}

const { id } = SOMEBODY;

it("changes the watchlist for the signed-in account, and reports it", async () => {
	const done = (result: unknown, ...asked: unknown[]) => ({ result, asked });
	const seen = (code: string) => ({ see: `/dashboard/${SHOP}/`, done: code });
	expect(await send(watchForm, { domain: SHOP }, { watch: { domain: SHOP } })).toEqual(
		done({ see: "/dashboard/", done: "watched" }, ["watch", id, SHOP, "light"]),
	);
	expect((await send(watchForm, { domain: SHOP }, { watch: { domain: SHOP }, audits: [{}] })).result).toEqual(
		seen("watched"),
	);
	expect(await send(modeForm, { mode: "deep" }, { watch: { domain: SHOP } })).toEqual(
		done(seen("mode-changed"), ["watch", id, SHOP, "deep"]),
	);
	expect(await send(takeDownForm, {})).toEqual(done(seen("taken-down"), ["deleteReceiptsOf", id, SHOP, "all"]));
	expect(await send(takeDownForm, { receipts: ID })).toEqual(
		done(seen("receipt-taken-down"), ["deleteReceiptsOf", id, SHOP, [ID]]),
	);
	expect(await send(withdrawForm, {})).toEqual(done(seen("withdrawn"), ["withdraw", id, SHOP]));
	expect(await send(correctForm, { receipt: ID, says: "It moved." }, { correct: { waiting: [] } })).toEqual(
		done(seen("corrected"), ["correct", id, SHOP, ID, "It moved."]),
	);
	expect(await send(correctForm, { receipt: ID }, { correct: { waiting: [] } })).toEqual(
		done(seen("correction-taken-back"), ["correct", id, SHOP, ID, ""]),
	);
});

it("shows an unwatched domain once, to undo it", async () => {
	const answers = { get: { domain: SHOP, mode: "deep" } };
	expect((await send(unwatchForm, { domain: SHOP }, answers)).result).toEqual({
		show: { unwatched: SHOP, mode: "deep" },
	});
	expect((await send(unwatchForm, { domain: SHOP })).result).toEqual({ see: "/dashboard/" });
});

it("says once that control is not proved, because the page shows both places", async () => {
	const control = { says: ["one: no record.", "two: It answers 404."] };
	const { result } = await send(proveForm, {}, { prove: { domain: SHOP, control } });
	expect(result).toEqual({ faults: [{ says: expect.stringContaining("neither place") }] });
	const proved = { prove: { domain: SHOP, control: { ...control, since: "2026-11-23T00:00:00.000Z" } } };
	expect((await send(proveForm, {}, proved)).result).toEqual({ see: `/dashboard/${SHOP}/`, done: "proved" });
});

it("publishes and unpublishes a domain", async () => {
	for (const [choice, done] of [
		["yes", "published"],
		["no", "unpublished"],
	] as const)
		expect((await send(publishForm, { public: choice })).result).toEqual({ see: `/dashboard/${SHOP}/`, done });
});

it.each([
	["x".repeat(63), "A receipt's id has 64 hexadecimal digits."],
	["A".repeat(64), "A receipt's id has 64 hexadecimal digits."],
])("refuses the receipt %j", (receipt, says) => {
	const read = correctForm.input.safeParse({ receipt, says: "x" });
	expect(read.error?.issues[0]?.message).toBe(says);
});
