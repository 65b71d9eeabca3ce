import { describe, expect, it } from "vitest";
import { REFUSAL } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import type { LiveAudit } from "#receipts/live/keep-live-audit.ts";
import { failedReceipt, gatedReceipt, readyReceipt } from "#site/publication/receipt.testkit.ts";
import { ask, createFakeApp, makeLiveAudit } from "../api/live-app.testkit.ts";
import type { AnsweredAudit } from "../api/live-app.ts";
import { publicCompare } from "./compare.ts";

const A = "www.example.org";
const B = "shop.example.org";
const both = async (): Promise<Record<string, LiveAudit>> => ({
	[A]: await makeLiveAudit(readyReceipt()),
	[B]: await makeLiveAudit(gatedReceipt()),
});

describe("publicCompare", () => {
	it("counts as two audits", () => {
		expect(publicCompare).toMatchObject({ quota: "audit", cost: 2 });
	});

	it("answers both results and what A has over B", async () => {
		const app = createFakeApp({ audits: await both() });
		const { body, headers } = await ask(publicCompare, { domainA: A, domainB: B }, app);
		expect(app.jobs).toEqual([
			{ host: A, mode: "light" },
			{ host: B, mode: "light" },
		]);
		expect(headers).toEqual({});
		expect(body).toMatchObject({
			ok: true,
			a: { domain: A, overallScore: 91 },
			b: { domain: B, overallScore: 40 },
			difference: { overallScore: 51, axes: { structure: 31, accessibility: 9 } },
			refusal: REFUSAL,
		});
		expect(body).toHaveProperty("difference.pillars.0", {
			key: "access",
			label: "Crawler and agent access",
			a: 96,
			b: null,
			difference: null,
		});
	});

	it("asks for both before either is there, and gives the greater age", async () => {
		const known = await both();
		let begun = 0;
		let open: (value?: unknown) => void = () => {};
		const opened = new Promise((resolve) => {
			open = resolve;
		});
		const waiting = (host: string, ageSeconds: number) => async (): Promise<AnsweredAudit> => {
			begun += 1;
			if (begun === 2) open();
			await opened;
			const audit = known[host];
			if (!audit) throw new Error(`No audit of ${host}.`);
			return { audit, ageSeconds };
		};
		const app = createFakeApp({ audits: { [A]: waiting(A, 3), [B]: waiting(B, 41) } });
		const { headers } = await ask(publicCompare, { domainA: A, domainB: B }, app);
		expect(headers).toEqual({ Age: "41" });
	});

	it("has no difference where one could not be audited, and says why", async () => {
		const failed = failedReceipt();
		const audits = { [A]: await makeLiveAudit(readyReceipt()), [failed.domain]: await makeLiveAudit(failed) };
		const { status, body } = await ask(
			publicCompare,
			{ domainA: failed.domain, domainB: A },
			createFakeApp({ audits }),
		);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			ok: false,
			a: { ok: false, code: "challenged" },
			b: { ok: true, overallScore: 91 },
			error: `${failed.domain} could not be audited: ${failed.failure?.says}`,
			refusal: REFUSAL,
		});
		expect(body).not.toHaveProperty("difference");
	});

	it.each([
		["localhost", A, ["#/domainA"]],
		[A, "http://[::1]/", ["#/domainB"]],
		["localhost", "nonsense", ["#/domainA", "#/domainB"]],
		[A, "inward.example.com", ["#/domainB"]],
	])("refuses %s against %s and says where the fault lies", async (domainA, domainB, pointers) => {
		const app = createFakeApp({ audits: await both() });
		const failure = await ask(publicCompare, { domainA, domainB }, app).catch((error: unknown) => error);
		expect(failure).toMatchObject({ code: "target-blocked", errors: pointers.map((pointer) => ({ pointer })) });
		expect((failure as { errors: unknown[] }).errors).toHaveLength(pointers.length);
	});

	it("begins no audit for a pair that is no pair", async () => {
		const app = createFakeApp({ audits: await both() });
		const asked = ask(publicCompare, { domainA: A, domainB: `HTTPS://${A.toUpperCase()}./x` }, app);
		await expect(asked).rejects.toMatchObject({ code: "input-invalid", errors: [{ pointer: "#/domainB" }] });
		expect(app.jobs).toEqual([]);
	});

	it("waits for nobody when one side fails", async () => {
		const overloaded = new Failure("overloaded", { what: "Too many audits are under way." });
		let ended: unknown;
		const audits = {
			[A]: overloaded,
			[B]: (signal: AbortSignal) =>
				new Promise<AnsweredAudit>((_, reject) => {
					signal.addEventListener("abort", () => {
						ended = signal.reason;
						reject(signal.reason);
					});
				}),
		};
		const asked = ask(publicCompare, { domainA: A, domainB: B }, createFakeApp({ audits }));
		await expect(asked).rejects.toBe(overloaded);
		expect(ended).toBe(overloaded);
	});
});
