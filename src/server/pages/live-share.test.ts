import { expect, it } from "vitest";
import { makeReceipt, store } from "#site/publication/receipt.testkit.ts";
import type { LivePages, ShownBrief } from "../api/live-app.ts";
import { findShared } from "./live-page.ts";

const [newest, older, other] = ["a1", "b2", "c3"].map((id) => store(id, makeReceipt()));
if (!newest || !older || !other) throw new Error("There are three.");
const place = { state: "pending" as const };
const expiresAt = "2026-12-20T02:00:00.000Z";
const live: ShownBrief = {
	stored: newest,
	auditedAt: newest.receipt.auditedAt,
	place,
	slug: "www.example.org",
	agencyName: "",
	expiresAt,
	listed: false,
	history: [newest, older],
};
const pages: LivePages = {
	brief: async (slug) => (slug === live.slug ? live : undefined),
	receipt: async (id) => {
		const stored = [newest, older, other].find((each) => each.id === id);
		return stored && { stored, text: "", place, expiresAt, listed: false };
	},
};
const permalink = (slug: string, receipt: string) => findShared({ kind: "permalink", slug, receipt }, pages);

it("finds a brief's page and audits in its history", async () => {
	expect(await findShared({ kind: "share", slug: live.slug }, pages)).toEqual({ live, listed: false });
	expect((await permalink(live.slug, older.id))?.receipt?.stored).toBe(older);
	expect((await permalink(live.slug, newest.id))?.receipt?.stored).toBe(newest);
});

it("finds no other site's audit, and nothing below a missing page", async () => {
	expect(await permalink(live.slug, other.id)).toBeUndefined();
	expect(await permalink("example.com", newest.id)).toBeUndefined();
	expect(await findShared({ kind: "share", slug: "example.com" }, pages)).toBeUndefined();
	expect(await findShared({ kind: "brief", slug: live.slug }, pages)).toBeUndefined();
});

it("does not find an expired audit", async () => {
	const gone = { ...pages, receipt: async () => undefined };
	expect(await findShared({ kind: "permalink", slug: live.slug, receipt: older.id }, gone)).toBeUndefined();
});

it("finds exactly the audits of a watched site below its page", async () => {
	const { expiresAt: _, ...shown } = live;
	const watched: LivePages = {
		brief: async (slug) => (slug === live.slug ? { ...shown, listed: true, history: [newest] } : undefined),
		receipt: async (id) => {
			const stored = [newest, older, other].find((each) => each.id === id);
			const domain = stored === other ? "other.example.org" : live.slug;
			const own = stored && { ...stored, receipt: { ...stored.receipt, domain } };
			return own && { stored: own, text: "", place, listed: true };
		},
	};
	const below = (receipt: string) => findShared({ kind: "permalink", slug: live.slug, receipt }, watched);
	expect((await below(older.id))?.receipt?.stored.id).toBe(older.id);
	expect(await below(other.id)).toBeUndefined();
});
