import { describe, expect, it } from "vitest";
import { getHealth } from "#api/health.ts";
import { publicAudit } from "#api/public/audit.ts";
import { openTestLive } from "./live.testkit.ts";

describe("openLive", () => {
	it("answers endpoints from a store of its own", async () => {
		const { ask } = await openTestLive();
		const response = await ask(publicAudit, { domain: "shop.example.com" });
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({
			ok: true,
			domain: "shop.example.com",
			receipt: { state: "pending" },
		});
		const health = await ask(getHealth);
		expect(await health.json()).toMatchObject({ status: "ok", checks: { log: { pending: 1 } } });
	});
});
