import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import type { People } from "#people/open-people.ts";
import { failedReceipt, makeReceipt } from "#site/publication/receipt.testkit.ts";
import { createFakeApp, type FakeParts, makeLiveAudit } from "../../api/live-app.testkit.ts";
import { stubPeople } from "../../api/people.testkit.ts";
import { openStubForms, SOMEBODY } from "../answer-form.testkit.ts";
import type { Form, FormCall } from "../form.ts";
import { forgetAuditForm } from "./forget-audit.ts";
import { rescanForm } from "./rescan.ts";
import { trackerForm } from "./tracker.ts";

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

describe("an audit asked for in the dashboard", () => {
	/** What the form answers, and which audits were recorded for whom. */
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

	it("without a score is kept too, and one that says nothing of the site is not", async () => {
		const closed = { ...failedReceipt(), domain };
		const kept = await rescanned({ audits: { [domain]: await makeLiveAudit(closed) } });
		expect(kept).toMatchObject({ result: { done: "no-score" }, recorded: [expect.any(String)] });
		const unsaved = await makeLiveAudit(closed, { place: { state: "unsaved" } });
		const lost = await rescanned({ audits: { [domain]: unsaved } });
		expect(lost).toMatchObject({ result: { faults: [{ field: "domain" }] }, recorded: [] });
	});

	it("shows at the field what is wrong with the domain; what the server is to blame for stays a failure", async () => {
		const people = stubPeople();
		await expect(rescanForm.handle({ domain: "no domain", mode: "light" }, callOf(people))).rejects.toMatchObject({
			errors: [{ pointer: "#/domain" }],
		});
		const overloaded = new Failure("overloaded", { what: "Too many audits." });
		const call = callOf(people, { audits: { [domain]: overloaded } });
		await expect(rescanForm.handle({ domain, mode: "light" }, call)).rejects.toBe(overloaded);
	});

	it("costs three audits where it is deep", async () => {
		const { send, limits } = openStubForms();
		await send(rescanForm as Form, new URLSearchParams({ domain: "10.0.0.1", mode: "deep" }));
		expect(limits.taken.filter(({ policy }) => policy === "audit").map(({ units }) => units)).toEqual([1, 2]);
	});
});

describe("forms of one domain", () => {
	it("forget an audit of the account, and say where there was none", async () => {
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

	it("keep the repository of a site, and forget it where the field is emptied", async () => {
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
