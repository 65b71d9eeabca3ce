import { describe, expect, it } from "vitest";
import type { OwnAudit } from "#core/own-audit.ts";
import { createFakeApp } from "../api/live-app.testkit.ts";
import { stubPeople } from "../api/people.testkit.ts";
import { BOOKSHOP } from "../endpoints/receipts.examples.ts";
import { ownExport } from "./people-file.ts";

const { domain, auditedAt, methodology } = BOOKSHOP.receipt;
const OWN: OwnAudit = {
	...{ id: BOOKSHOP.id, domain, mode: "light", source: "network", auditedAt, foundAt: auditedAt, methodology },
	place: { state: "pending" },
};

/** An account with 250 audits of a domain, in pages. */
const people = stubPeople({
	audits: {
		async list(account, { limit, cursor = "0", domain: asked }) {
			const all = account === "ann" && (asked ?? domain) === domain ? 250 : 0;
			const from = Number(cursor);
			const audits = Array.from({ length: Math.min(limit, all - from) }, () => OWN);
			return { audits, ...(from + limit < all && { nextCursor: String(from + limit) }) };
		},
		get: async (account, id) =>
			account === "ann" && id === BOOKSHOP.id ? { audit: OWN, stored: BOOKSHOP, text: "" } : undefined,
	},
});
const ask = (file: string, parts: { account?: string; domain?: string; audit?: string } = {}) =>
	ownExport({ people, app: createFakeApp() }, parts.account ?? "ann", { file, ...parts });

describe("ownExport", () => {
	it("contains all audits of the account over all pages", async () => {
		expect((await ask("audits.csv"))?.text.split("\r\n")).toHaveLength(252);
		expect(JSON.parse((await ask("audits.json"))?.text ?? "").audits).toHaveLength(250);
		expect(await ask("audits.csv", { account: "bob" })).toMatchObject({ name: "sightline-audits.csv" });
		expect((await ask("audits.csv", { account: "bob" }))?.text.split("\r\n")).toHaveLength(2);
	});

	it("contains findings and ticket of the domain's newest or a named audit", async () => {
		const ticket = await ask("ticket.md", { domain });
		expect(ticket?.name).toBe(`sightline-${domain}-${auditedAt.slice(0, 10)}-ticket.md`);
		expect(ticket?.text).toContain("## To do");
		expect(await ask("ticket.md", { domain, audit: BOOKSHOP.id })).toEqual(ticket);
		expect((await ask("findings.csv", { domain }))?.text).toContain('"jsonld-parse"');
	});

	it("is missing for audits not of the account or domain", async () => {
		expect(await ask("ticket.md", { domain, account: "bob" })).toBeUndefined();
		expect(await ask("ticket.md", { domain, audit: "f".repeat(64) })).toBeUndefined();
		expect(await ask("ticket.md", { domain: "www.example.com", audit: BOOKSHOP.id })).toBeUndefined();
		expect(await ask("audits.csv", { domain: '"; filename="x' })).toBeUndefined();
		expect(await ask("ticket.md")).toBeUndefined();
	});
});
