import { describe, expect, it } from "vitest";
import { REFUSAL } from "#core/brand.ts";
import type { Simulation } from "#core/simulation.ts";
import { failedReceipt, readyReceipt } from "#site/publication/receipt.testkit.ts";
import { ask, createFakeApp, makeLiveAudit } from "../api/live-app.testkit.ts";
import { publicSimulateLift } from "./audits.ts";

const HOST = "www.example.org";
const appWith = async (ageSeconds = 0) =>
	createFakeApp({ audits: { [HOST]: await makeLiveAudit(readyReceipt()) }, ageSeconds });

describe("publicSimulateLift", () => {
	it("computes every fix on the light audit", async () => {
		const app = await appWith(9);
		const { body, headers } = await ask(publicSimulateLift, { domain: HOST }, app);
		expect(app.jobs).toEqual([{ host: HOST, mode: "light" }]);
		expect(headers).toEqual({ Age: "9" });
		const { simulated, current, fixes, sequence } = body as unknown as Simulation;
		expect(body).toMatchObject({ ok: true, domain: HOST, auditedAt: readyReceipt().auditedAt, refusal: REFUSAL });
		expect(fixes.toSorted()).toEqual(["alt", "robots-fetch"]);
		expect(simulated).toBe(100);
		expect(current).toBeLessThan(100);
		expect(sequence.at(-1)?.score).toBe(simulated);
	});

	it("computes the fixes that were named", async () => {
		const { body } = await ask(publicSimulateLift, { domain: HOST, fixes: ["alt"] }, await appWith());
		const { simulated, deltas, fixes, current } = body as unknown as Simulation;
		expect(fixes).toEqual(["alt"]);
		expect(simulated - current).toBe(deltas.find(({ id }) => id === "alt")?.delta);
	});

	it("names fixes that are not checks", async () => {
		const asked = ask(publicSimulateLift, { domain: HOST, fixes: ["alt", "nonsense", "title-tag"] }, await appWith());
		await expect(asked).rejects.toMatchObject({
			code: "input-invalid",
			errors: [{ pointer: "#/fixes/1" }, { pointer: "#/fixes/2" }],
		});
	});

	it("computes nothing for a site that could not be audited", async () => {
		const failed = failedReceipt();
		const app = createFakeApp({ audits: { [failed.domain]: await makeLiveAudit(failed) } });
		const { status, body } = await ask(publicSimulateLift, { domain: failed.domain, fixes: ["alt"] }, app);
		expect(status).toBe(200);
		expect(body).toMatchObject({ ok: false, code: "challenged", domain: failed.domain, refusal: REFUSAL });
	});

	it("points to the domain if it is invalid", async () => {
		await expect(ask(publicSimulateLift, { domain: "10.0.0.1" }, await appWith())).rejects.toMatchObject({
			errors: [{ pointer: "#/domain" }],
		});
	});
});
