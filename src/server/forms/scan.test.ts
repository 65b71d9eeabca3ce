import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { failedReceipt, makeReceipt } from "#site/publication/receipt.testkit.ts";
import { createFakeApp, type FakeParts, makeLiveAudit } from "../api/live-app.testkit.ts";
import { stubPeople } from "../api/people.testkit.ts";
import { Rejection } from "../api/problems.ts";
import { openStubForms, SOMEBODY } from "./answer-form.testkit.ts";
import type { Form, FormCall } from "./form.ts";
import { compareForm, scanForm } from "./scan.ts";

const DRAFT = makeReceipt();
const { domain } = DRAFT;
const OTHER = "other.example.com";

function callOf(parts: FakeParts, more: Partial<FormCall> = {}): FormCall {
	return {
		...{ people: stubPeople({}), params: {}, app: createFakeApp(parts), requestId: "r", addressKey: "a" },
		signal: new AbortController().signal,
		headers: new Headers(),
		count: async () => undefined,
		...more,
	};
}

const closed = makeLiveAudit({ ...failedReceipt(), domain }, { place: { state: "unsaved" } });

describe("an audit without JavaScript", () => {
	it("redirects to its page, and belongs to the signed-in account", async () => {
		const audit = await makeLiveAudit(DRAFT);
		const recorded: string[] = [];
		const record = async (account: string) => void recorded.push(account);
		const call = callOf(
			{ audits: { [domain]: audit } },
			{ people: stubPeople({ audits: { record } }), account: SOMEBODY },
		);
		const asked = { url: `https://${domain}/about`, mode: "light" } as const;
		expect(await scanForm.handle(asked, call)).toEqual({ see: `/share/${domain}/${audit.stored.id}/` });
		expect(recorded).toEqual([SOMEBODY.id]);
		const deep = await makeLiveAudit({ ...DRAFT, mode: "deep" });
		const of = callOf({ audits: { [domain]: deep } });
		expect(await scanForm.handle({ ...asked, mode: "deep" }, of)).toEqual({ see: `/receipts/${deep.stored.id}/` });
	});

	it("redirects to the brief if that shows this audit", async () => {
		const audit = await makeLiveAudit(DRAFT);
		const asked = { url: domain, mode: "light" } as const;
		const seen = async (id: string) =>
			scanForm.handle(asked, callOf({ audits: { [domain]: audit }, shownAt: async () => id }));
		expect(await seen(audit.stored.id)).toEqual({ see: `/brief/${domain}/` });
		expect(await seen("an older one")).toEqual({ see: `/share/${domain}/${audit.stored.id}/` });
	});

	it("shows the reason and advice at the field if there is no result", async () => {
		const result = await scanForm.handle(
			{ url: domain, mode: "light" },
			callOf({ audits: { [domain]: await closed } }),
		);
		expect(result).toMatchObject({ faults: [{ field: "url", says: expect.stringContaining("SightlineBot") }] });
	});

	it("shows the time to wait if the server is overloaded, and rethrows other failures", async () => {
		const waiting = async () => Promise.reject(new Rejection("overloaded", { headers: { "Retry-After": "34" } }));
		const asked = { url: domain, mode: "light" } as const;
		const result = await scanForm.handle(asked, callOf({ audits: { [domain]: waiting } }));
		expect(result).toMatchObject({ faults: [{ says: expect.stringContaining("34 seconds") }] });
		const broken = async () => Promise.reject(new Error("a bug"));
		await expect(scanForm.handle(asked, callOf({ audits: { [domain]: broken } }))).rejects.toThrow("a bug");
	});

	it.each([
		["", "Enter a site's address."],
		["mailto:someone@example.com", '"mailto:" addresses cannot be audited'],
		["10.0.0.1", "IP address"],
		["<script>alert(1)</script>", "is not a"],
	])("keeps what was typed, and says what is wrong with it: %j", async (url, says) => {
		const outcome = await openStubForms().send(scanForm as Form, new URLSearchParams({ url }));
		const faults = [{ field: "url", says: expect.stringContaining(says) }];
		expect(outcome).toMatchObject({ status: 422, posted: { faults } });
	});

	it("counts a deep one as 3 audits, and a comparison as 2", async () => {
		const { send, limits } = openStubForms();
		// By address and by account.
		const units = () =>
			limits.taken.filter(({ policy, holder }) => policy === "audit" && !holder).map((each) => each.units);
		await send(scanForm as Form, new URLSearchParams({ url: "10.0.0.1", mode: "deep" }));
		expect(units()).toEqual([1, 2]);
		await send(compareForm as Form, new URLSearchParams({ a: "10.0.0.1", b: "x" }));
		expect(units()).toEqual([1, 2, 1, 1]);
	});
});

describe("a comparison", () => {
	it("audits both sites and redirects to their page", async () => {
		const audits = { [domain]: await makeLiveAudit(DRAFT), [OTHER]: await makeLiveAudit({ ...DRAFT, domain: OTHER }) };
		const result = await compareForm.handle({ a: `https://${domain}/`, b: OTHER }, callOf({ audits }));
		const [receiptA, receiptB] = [audits[domain]?.stored.id, audits[OTHER]?.stored.id];
		expect(result).toEqual({ see: `/compare/?a=${domain}&b=${OTHER}&receiptA=${receiptA}&receiptB=${receiptB}` });
	});

	it.each([
		["both fields", { a: "localhost", b: "mailto:a@b.example" }, ["a", "b"]],
		["two names of one host", { a: domain, b: `https://${domain.toUpperCase()}/x` }, ["b"]],
		["the side that leads inward", { a: domain, b: "inward.example.com" }, ["b"]],
		["the side that did not answer", { a: domain, b: OTHER }, ["b"]],
	])("says what is wrong with %s", async (_, typed, fields) => {
		const audits = { [domain]: await makeLiveAudit(DRAFT), [OTHER]: await closed };
		const result = await compareForm.handle(typed, callOf({ audits }));
		expect(result).toMatchObject({ faults: fields.map((field) => ({ field })) });
	});

	it("shows the time to wait", async () => {
		const overloaded = new Failure("overloaded", { what: "Too many audits." });
		const audits = { [domain]: overloaded, [OTHER]: overloaded };
		const result = await compareForm.handle({ a: domain, b: OTHER }, callOf({ audits }));
		expect(result).toMatchObject({ faults: [{ says: expect.stringContaining("10 seconds") }, {}] });
	});
});
