import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { LiveAudit } from "#receipts/live/save-live-audit.ts";
import type { AuditJob } from "../api/live-app.ts";
import { exampleAudit, jobFor, openTestLive } from "../live/live.testkit.ts";
import { findShared } from "./live-page.ts";
import { agencyFileAnswer, triedColours } from "./people-file.ts";

const SHOP = "shop.example.com";
const SLUG = `${SHOP}~north-pier`;
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><script/><path d="M0 0h40v10z"/></svg>';
const somebody = {
	identity: { key: "test" },
	addressKey: "test",
	requestId: "request-1",
	signal: new AbortController().signal,
};

/** An agency of the store with all of a brand, and one of a file. */
async function openWithAgencies() {
	const file = { slug: "filed", name: "Filed", colors: { accent: "#ffffff", ink: "#000000" }, version: "0123456789ab" };
	let audits = 0;
	const audit = async (job: AuditJob) => {
		const found = exampleAudit(job);
		return { ...found, report: { ...found.report, coverage: 1 - audits++ / 1000 } };
	};
	const facts = { agencies: new Map([["filed", file]]) };
	const { live } = await openTestLive({ audit, facts, ttlMs: 1 });
	const { brands, briefs } = live.people.agencies;
	await brands.saveProfile("north-pier", { name: "North Pier", colors: { accent: "#0a3d62", ink: "#ffffff" } });
	const brand = await brands.saveLogo("north-pier", new TextEncoder().encode(LOGO));
	const asked = async (path: string) => {
		const request = new Request(`https://audit.example.org/agency/${path}`);
		return agencyFileAnswer({ request, clientAddress: "192.0.2.7" }, async () => live);
	};
	return { live, briefs, brand, asked };
}

describe("a brief in an agency's name", () => {
	it("does not exist before approval, then has the brand and only that audit", async () => {
		const { live, briefs, brand } = await openWithAgencies();
		const { audit: older } = await live.app.audit(jobFor(SHOP), somebody);
		await setTimeout(5);
		const { audit } = await live.app.audit(jobFor(SHOP), somebody);
		const key = { agency: "north-pier", receipt: audit.stored.id };
		await briefs.make({ agency: "north-pier", ...audit });
		expect(await live.pages.brief(SLUG)).toBeUndefined();
		await briefs.approve(key, { account: "ann", name: brand.name });
		const shown = await live.pages.brief(SLUG);
		expect(shown).toMatchObject({ agency: brand, agencyName: "North Pier", listed: false, slug: SLUG });
		expect(shown?.stored).toEqual(audit.stored);
		// The agency's brand changes no finding.
		expect((await live.pages.brief(SHOP))?.stored).toEqual(shown?.stored);
		expect((await live.pages.brief(SHOP))?.agency).toBeUndefined();
		const permalink = (slug: string, { stored }: LiveAudit) =>
			findShared({ kind: "permalink", slug, receipt: stored.id }, live.pages);
		expect(await permalink(SHOP, older)).toBeDefined();
		expect(await permalink(SLUG, audit)).toBeDefined();
		expect(await permalink(SLUG, older)).toBeUndefined();
		await briefs.withdraw(key);
		expect(await live.pages.brief(SLUG)).toBeUndefined();
	});
});

describe("agencyFileAnswer", () => {
	it("serves colours and logo of the store's agencies, immutable by version", async () => {
		const { brand, asked } = await openWithAgencies();
		const style = await asked(`north-pier.css?v=${brand.version}`);
		expect(await style.text()).toBe(":root{--agency-accent:#0a3d62;--agency-ink:#ffffff}\n");
		expect(Object.fromEntries(style.headers)).toMatchObject({
			"content-type": "text/css; charset=utf-8",
			"cache-control": "public, max-age=31536000, immutable",
			"x-content-type-options": "nosniff",
			"content-security-policy": "default-src 'none'; sandbox",
		});
		const logo = await asked("north-pier.png?v=000000000000");
		expect([logo.headers.get("content-type"), logo.headers.get("cache-control")]).toEqual([
			"image/png",
			"public, max-age=60",
		]);
		expect((await asked("filed.css")).status).toBe(200);
	});

	it.each(["north-pier.svg", "nobody.css", "filed.png", "north-pier.js", "north-pier", "", "..%2fnorth-pier.css"])(
		"is a 404 at %j",
		async (path) => {
			const { asked } = await openWithAgencies();
			expect((await asked(path)).status).toBe(404);
		},
	);
});

describe("unsaved colours of an agency", () => {
	const tried = (query: string) =>
		triedColours(new URL(`https://audit.example.org/agency/portal/preview.css?${query}`));

	it("are a style sheet if text on them is legible", async () => {
		const answer = tried("accent=%230a3d62&ink=%23fff");
		expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/css; charset=utf-8"]);
		expect(await answer.text()).toBe(":root{--agency-accent:#0a3d62;--agency-ink:#ffffff}\n");
	});

	it.each(["", "accent=%230a3d62", "accent=%23000000&ink=%23111111", "accent=red;}&ink=%23ffffff"])(
		"are refused for %j",
		(query) => {
			expect(tried(query).status).toBe(404);
		},
	);
});
