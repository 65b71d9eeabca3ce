import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import type { Alerts } from "#people/alerts/alerts.ts";
import { createFakeApp } from "../../api/live-app.testkit.ts";
import { stubPeople } from "../../api/people.testkit.ts";
import { openStubForms, SOMEBODY } from "../answer-form.testkit.ts";
import type { Form, FormCall } from "../form.ts";
import { alertsForm, webhookForm, webhookTestForm } from "./alerts.ts";

const domain = "shop.example.com";

/** A call about a domain; nothing is watched unless it is named. */
function callOf(alerts: Partial<Alerts>, watched = true): FormCall {
	const get = async () => (watched ? ({ domain } as never) : undefined);
	return {
		...{ people: stubPeople({ alerts, watched: { get } }), app: createFakeApp(), params: { domain } },
		...{ account: SOMEBODY, requestId: "r", addressKey: "a", headers: new Headers() },
		signal: new AbortController().signal,
		count: async () => undefined,
	};
}

describe("settings of alerts", () => {
	it("are kept for a domain that the account watches, and for no other", async () => {
		const kept: unknown[] = [];
		const change: Alerts["change"] = async (...parts) => void kept.push(parts);
		const saved = await alertsForm.handle({ least: 5 }, callOf({ change }));
		expect(saved).toEqual({ see: `/dashboard/${domain}/`, done: "alerts-changed" });
		expect(kept).toEqual([[SOMEBODY.id, domain, { mail: false, least: 5 }]]);
		const refused = alertsForm.handle({ mail: "on", least: 0 }, callOf({ change }, false));
		await expect(refused).rejects.toMatchObject({ code: "input-invalid" });
		const webhook = webhookForm.handle({ url: "https://hooks.example.com/" }, callOf({}, false));
		await expect(webhook).rejects.toMatchObject({ code: "input-invalid" });
		expect(kept).toHaveLength(1);
	});

	it.each(["2", "", "five"])("take no other number of points: %j", async (least) => {
		const form = { ...alertsForm, page: "/dashboard" } as Form;
		const outcome = await openStubForms().send(form, new URLSearchParams({ least }));
		expect(outcome).toMatchObject({ status: 422, posted: { faults: [{ field: "least" }] } });
	});

	it("show a webhook's secret in the answer, and nowhere in an address", async () => {
		const call = callOf({ setWebhook: async () => "whsec_1" });
		const url = "https://hooks.example.com/a";
		expect(await webhookForm.handle({ url }, call)).toEqual({ show: { webhookSecret: "whsec_1" } });
	});

	it("say why a test did not arrive, unless the store is away", async () => {
		const failing = (code: "connection-refused" | "store-unavailable") =>
			callOf({ sendTest: () => Promise.reject(new Failure(code, { what: "It is away." })) });
		expect(await webhookTestForm.handle({}, failing("connection-refused"))).toEqual({
			faults: [{ says: "The test did not arrive. It is away." }],
		});
		const away = webhookTestForm.handle({}, failing("store-unavailable"));
		await expect(away).rejects.toMatchObject({ code: "store-unavailable" });
	});
});
