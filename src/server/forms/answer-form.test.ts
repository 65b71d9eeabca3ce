import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { BODY_TIMEOUT_MS } from "../api/problems.ts";
import { ORIGIN, openStubForms, SOMEBODY, stubForm } from "./answer-form.testkit.ts";
import { type FormCall, severalOf } from "./form.ts";

const typed = (fields: Record<string, string>) => new URLSearchParams(fields);
const GOOD = typed({ domain: "example.com" });

describe("a form", () => {
	it("is handled with its input for the signed-in account", async () => {
		const calls: FormCall[] = [];
		const { send } = openStubForms();
		const form = stubForm({}, async (call) => {
			calls.push(call);
			return { see: "/dashboard/" };
		});
		expect(await send(form, GOOD)).toEqual({ kind: "done", result: { see: "/dashboard/" } });
		expect(calls).toMatchObject([{ account: SOMEBODY, addressKey: "key of 192.0.2.7", params: {} }]);
	});

	it.each([
		["another origin", { Origin: "https://evil.example" }],
		["a page of another port", { Origin: `${ORIGIN}:8443` }],
		["no page that has an origin", { Origin: "null" }],
		["another site, which the browser tells apart alone", { Origin: "", "Sec-Fetch-Site": "cross-site" }],
	])("from %s is refused before its body is read or anything is counted", async (_, headers) => {
		const { send, limits, cookies } = openStubForms();
		const endless = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1000)) });
		const type = { "Content-Type": "application/x-www-form-urlencoded" };
		expect(await send(stubForm(), endless, { ...type, ...headers })).toMatchObject({ kind: "refused", status: 403 });
		expect([limits.taken, cookies]).toEqual([[], []]);
	});

	it.each([
		[413, typed({ domain: "a".repeat(17_000) }), {}],
		[415, '{"domain":"example.com"}', { "Content-Type": "application/json" }],
		[415, "domain=a", { "Content-Type": "application/x-www-form-urlencoded", "Content-Encoding": "gzip" }],
	])("is refused with %s before it is counted", async (status, body, headers) => {
		const { send, limits } = openStubForms();
		expect(await send(stubForm(), body, headers)).toMatchObject({ kind: "refused", status });
		expect(limits.taken).toEqual([]);
	});

	it("is counted by address before the session is looked up, then by address and account", async () => {
		const { send, limits } = openStubForms();
		await send(stubForm(), GOOD);
		expect(limits.taken).toEqual([
			{ policy: "reading", key: "key of 192.0.2.7", units: 1 },
			{ policy: "form", key: "key of 192.0.2.7", units: 1, holder: "key" },
			{ policy: "form", key: "account:account-1", units: 1, holder: "key" },
		]);
		const crowded = openStubForms({ reading: 0 });
		expect(await crowded.send(stubForm(), GOOD)).toMatchObject({ status: 429, retrySeconds: 9 });
		expect(crowded.cookies).toEqual([]);
	});

	it("that is public is also counted by address for signed-in senders", async () => {
		const { send, limits } = openStubForms();
		await send(stubForm({ access: "anyone", quota: "sign-in" }), GOOD);
		expect(limits.taken.map(({ policy, key }) => [policy, key])).toEqual([
			["burst", "key of 192.0.2.7"],
			["sign-in", "key of 192.0.2.7"],
			["sign-in", "account:account-1"],
		]);
	});

	it("with too many fields is refused, and not parsed over the limit", async () => {
		const many = typed(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, ""])));
		expect(await openStubForms().send(stubForm(), many)).toMatchObject({ kind: "refused", status: 400 });
		expect(await openStubForms({ reading: 0 }).send(stubForm(), many)).toMatchObject({ status: 429 });
	});

	it("that is public is counted by address, without an account lookup if there is no cookie", async () => {
		const { send, limits, cookies } = openStubForms();
		await send(stubForm({ access: "anyone" }), GOOD, null);
		expect(limits.taken.map(({ policy, key }) => [policy, key])).toEqual([
			["burst", "key of 192.0.2.7"],
			["form", "key of 192.0.2.7"],
		]);
		expect(cookies).toEqual([]);
	});

	it("over the limit keeps its input and shows the time to wait", async () => {
		const { send } = openStubForms({ form: 0 });
		expect(await send(stubForm(), GOOD)).toMatchObject({
			kind: "page",
			status: 429,
			posted: { values: { domain: "example.com" }, faults: [{ says: expect.stringContaining("Wait 60 minutes") }] },
		});
	});

	it("of an account redirects to the sign-in if signed out", async () => {
		expect(await openStubForms().send(stubForm(), GOOD, { Cookie: "session=bad" })).toEqual({ kind: "sign-in" });
	});
});

/** A handler that records its requests. */
function keep(seen: unknown[]) {
	return async (read: unknown) => {
		seen.push(read);
		return { see: "/" as const };
	};
}

describe("form input", () => {
	it.each([
		[{}, [{ field: "domain", says: "Enter a domain." }]],
		[{ domain: " \t" }, [{ field: "domain", says: "Enter a domain." }]],
		[{ domain: "a".repeat(21) }, [{ field: "domain", says: "This must have at most 20 characters." }]],
		[{ domain: "a\u0000b" }, [{ field: "domain", says: expect.stringContaining("control characters") }]],
		[{ domain: "a\u001bb", other: "\u007f" }, [{ field: "domain" }, { field: "other" }]],
	])("comes back with its faults: %j", async (fields, faults) => {
		const outcome = await openStubForms().send(stubForm(), typed(fields));
		expect(outcome).toMatchObject({ kind: "page", status: 422, account: SOMEBODY, posted: { values: fields, faults } });
	});

	it("is trimmed, has plain newlines, and becomes a list if repeated", async () => {
		const seen: unknown[] = [];
		const input = z.object({
			note: z.string(),
			one: severalOf(z.string()),
			many: severalOf(z.string()),
			none: severalOf(z.string()),
		});
		const form = {
			...stubForm({ access: "anyone" }),
			input,
			handle: keep(seen),
		};
		await openStubForms().send(form, "note=%20a%0D%0Ab%20&one=1&many=1&many=2", {
			"Content-Type": "application/x-www-form-urlencoded",
		});
		expect(seen).toEqual([{ note: "a\nb", one: ["1"], many: ["1", "2"], none: [] }]);
	});

	it("that does not arrive times out", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		const slow = new ReadableStream<Uint8Array>({
			start: (controller) => controller.enqueue(new TextEncoder().encode("--x")),
		});
		const form = stubForm({ files: ["logo"], bodyBytes: 70_000 });
		const outcome = openStubForms().send(form, slow, { "Content-Type": "multipart/form-data; boundary=x" });
		await vi.advanceTimersByTimeAsync(BODY_TIMEOUT_MS);
		vi.useRealTimers();
		expect(await outcome).toMatchObject({ kind: "refused", status: 408 });
	});

	it("may be a file within the size limit", async () => {
		const seen: unknown[] = [];
		const form = {
			...stubForm({ files: ["logo"], bodyBytes: 70_000 }),
			input: z.any(),
			handle: keep(seen),
		};
		const upload = async (bytes: number, name: string) => {
			const data = new FormData();
			data.set("domain", "x");
			data.set("logo", new File([new Uint8Array(bytes)], name));
			const sent = new Response(data);
			const type = sent.headers.get("content-type") ?? "";
			return openStubForms().send(form, await sent.bytes(), { "Content-Type": type });
		};
		await upload(65_536, "a.png");
		await upload(0, "");
		expect(seen).toEqual([{ domain: "x", logo: { name: "a.png", bytes: new Uint8Array(65_536) } }, { domain: "x" }]);
		expect(await upload(70_001, "a.png")).toMatchObject({ kind: "refused", status: 413 });
		const broken = { "Content-Type": "multipart/form-data; boundary=a" };
		expect(await openStubForms().send(form, "--b\r\nnonsense", broken)).toMatchObject({ kind: "refused", status: 400 });
	});
});

describe("a handler", () => {
	it("shows failures that the sender can fix, and logs others", async () => {
		const { send, faults } = openStubForms();
		const failing = (error: unknown) =>
			send(
				stubForm({}, () => Promise.reject(error)),
				GOOD,
			);
		const mistake = new Failure("target-invalid", { what: "This is no domain." });
		expect(await failing(mistake)).toMatchObject({ status: 422, posted: { faults: [{ says: "This is no domain." }] } });
		expect(faults).toEqual([]);
		const bug = new Error("bug");
		expect(await failing(bug)).toMatchObject({ kind: "refused", status: 500 });
		expect(await failing(new Failure("store-unavailable", { what: "secret-host" }))).toMatchObject({
			kind: "refused",
			status: 503,
		});
		expect(faults).toMatchObject([bug, { code: "store-unavailable" }]);
	});

	it("may show a value once, and set cookies", async () => {
		const { send } = openStubForms();
		const shown = await send(
			stubForm({}, async () => ({ show: { key: "sl_1" }, cookies: ["a=b"] })),
			GOOD,
		);
		expect(shown).toMatchObject({
			kind: "page",
			status: 200,
			cookies: ["a=b"],
			posted: { faults: [], values: {}, shown: { key: "sl_1" } },
		});
	});
});
