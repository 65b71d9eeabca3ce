import { describe, expect, it } from "vitest";
import { REFUSAL } from "#core/brand.ts";
import { failedReceipt, gatedReceipt, readyReceipt } from "#site/publication/receipt.testkit.ts";
import { ask, createFakeApp, makeLiveAudit, TEST_SITE } from "../api/live-app.testkit.ts";
import { publicExecutiveBrief } from "./audits.ts";

const HOST = "www.example.org";

describe("publicExecutiveBrief", () => {
	it("opens a brief of a light audit and returns the document", async () => {
		const place = { state: "logged", logIndex: 3 } as const;
		const audit = await makeLiveAudit(readyReceipt(), { place, auditedAt: "2026-11-21T10:00:00.000Z" });
		const app = createFakeApp({ audits: { [HOST]: audit }, ageSeconds: 4 });
		const { body, headers } = await ask(publicExecutiveBrief, { domain: HOST }, app);
		expect(app.jobs).toEqual([{ host: HOST, mode: "light" }]);
		expect(app.agencyNames).toEqual([""]);
		expect(headers).toEqual({ Age: "4" });
		const { id, receipt } = audit.stored;
		expect(body).toMatchObject({
			ok: true,
			refusal: REFUSAL,
			brief: {
				id,
				slug: HOST,
				clientDomain: HOST,
				agencyName: "",
				industryPreset: "publisher",
				overallScore: 91,
				shareUrl: `${TEST_SITE}/share/${HOST}/`,
				briefUrl: `${TEST_SITE}/brief/${HOST}/`,
				permalink: `${TEST_SITE}/share/${HOST}/${id}/`,
				auditedAt: "2026-11-21T10:00:00.000Z",
				receipt: { id, state: "logged", logIndex: 3, evidenceDigest: receipt.evidenceDigest },
				history: [{ receipt: id, auditedAt: receipt.auditedAt, overallScore: 91 }],
				expiresAt: "2026-12-20T02:00:00.000Z",
				refusal: REFUSAL,
			},
		});
	});

	it("gives a brief with an agency's name a separate address", async () => {
		const app = createFakeApp({ audits: { [HOST]: await makeLiveAudit(readyReceipt()) } });
		const { body } = await ask(publicExecutiveBrief, { domain: HOST, agencyName: "  Nord & Licht <b>  " }, app);
		expect(app.agencyNames).toEqual(["Nord & Licht <b>"]);
		expect(body.brief).toMatchObject({
			agencyName: "Nord & Licht <b>",
			slug: `${HOST}~4k7v2m9q`,
			shareUrl: `${TEST_SITE}/share/${HOST}~4k7v2m9q/`,
			briefUrl: `${TEST_SITE}/brief/${HOST}~4k7v2m9q/`,
			receipt: { state: "pending" },
		});
	});

	it("makes none of a truncated audit if an earlier one saw more", async () => {
		const cut = await makeLiveAudit(readyReceipt(), { place: { state: "unsaved" } });
		const app = createFakeApp({ audits: { [HOST]: cut } });
		const { body } = await ask(publicExecutiveBrief, { domain: HOST }, app);
		expect(body).toMatchObject({ ok: false, domain: HOST, code: "evidence-thin" });
		expect(app.agencyNames).toEqual([]);
	});

	it("lists the fix of a gate first", async () => {
		const gated = gatedReceipt();
		const app = createFakeApp({ audits: { [gated.domain]: await makeLiveAudit(gated) } });
		const { body } = await ask(publicExecutiveBrief, { domain: gated.domain }, app);
		expect(body.brief).toMatchObject({
			overallScore: 40,
			gates: [{ id: "noindex", cap: 40 }],
			recommendations: [{ id: "noindex", closesGate: true }, { id: "title" }],
		});
	});

	it("opens no brief for a site that could not be audited", async () => {
		const failed = failedReceipt();
		const app = createFakeApp({ audits: { [failed.domain]: await makeLiveAudit(failed) } });
		const { status, body } = await ask(publicExecutiveBrief, { domain: failed.domain }, app);
		expect(status).toBe(200);
		expect(app.agencyNames).toEqual([]);
		expect(body).toEqual({
			ok: false,
			domain: failed.domain,
			methodology: failed.methodology,
			error: failed.failure?.says,
			code: "challenged",
			refusal: REFUSAL,
		});
	});

	it.each(["", "https://x.example", "a".repeat(61)])(
		"reads the agency's name %j as the schema says",
		async (agencyName) => {
			const read = publicExecutiveBrief.input?.safeParse({ domain: HOST, agencyName });
			expect(read?.success).toBe(agencyName === "");
		},
	);

	it("points to the domain if it is invalid", async () => {
		await expect(ask(publicExecutiveBrief, { domain: "intranet" }, createFakeApp())).rejects.toMatchObject({
			code: "target-blocked",
			errors: [{ pointer: "#/domain" }],
		});
	});
});
