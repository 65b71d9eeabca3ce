import { describe, expect, it } from "vitest";
import { REFUSAL } from "#core/brand.ts";
import type { Health } from "#core/health.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import type { WallEntry, WallPage } from "#core/wall-page.ts";
import { writeCursor } from "#people/page-cursor.ts";
import { TOOL_CATALOG } from "#tools/catalog.ts";
import { ask, createFakeApp, WELL } from "../api/live-app.testkit.ts";
import { getHealth, publicTools, publicWall } from "./installation.ts";

it("the catalog is serialized once", async () => {
	const first = await ask(publicTools, undefined, createFakeApp());
	const second = await ask(publicTools, undefined, createFakeApp());
	expect(first.body).toEqual(TOOL_CATALOG);
	expect(first.body).toMatchObject({ ok: true, count: 18, refusal: REFUSAL });
	expect(first.headers).toMatchObject({ "Cache-Control": "public, max-age=60", ETag: expect.any(String) });
	expect(second.written).toBe(first.written);
	expect(first.written).toBeDefined();
});

const DOWN: Health = {
	...WELL,
	status: "down",
	checks: { ...WELL.checks, store: { status: "down", kind: "sqlite" } },
};

it.each([
	["well", WELL, 200],
	["down", DOWN, 503],
] as const)("answers a service that is %s with the same members", async (_, health, status) => {
	const answer = await ask(getHealth, undefined, createFakeApp({ health }));
	expect(answer.status).toBe(status);
	expect(answer.body).toEqual(health);
	expect(getHealth.otherOutputs?.[503]?.safeParse(answer.body).success).toBe(true);
});

const entry = (domain: string, auditedAt: string): WallEntry => ({
	domain,
	overallScore: 80,
	axes: { structure: 80, accessibility: 80 },
	industryPreset: "general",
	mode: "light",
	methodology: METHODOLOGY,
	auditedAt,
	shareUrl: `https://audit.example.com/share/${domain}/`,
	briefUrl: `https://audit.example.com/brief/${domain}/`,
	receipt: { id: "a".repeat(64), state: "pending" },
});

const night = (day: number) => `2026-11-${String(day).padStart(2, "0")}T02:00:00.000Z`;
/** Newest first; several at the same time, as a run writes them, in no order among themselves. */
const WALL = [20, 19, 18].flatMap((day) =>
	["c", "a", "b", "e", "d"].map((name) => entry(`${name}${day}.example.com`, night(day))),
);

const page = async (wall: readonly WallEntry[], query: Record<string, string>) => {
	const answer = await ask(publicWall, query, createFakeApp({ wall }));
	return { ...answer, body: answer.body as unknown as WallPage };
};

/** Reads page after page; a cursor that does not move on ends it with too many entries. */
async function walk(wall: readonly WallEntry[], limit: string): Promise<string[]> {
	const domains: string[] = [];
	let cursor: string | undefined;
	do {
		const { body } = await page(wall, { limit, ...(cursor === undefined ? {} : { cursor }) });
		domains.push(...body.entries.map(({ domain }) => domain));
		cursor = body.nextCursor;
	} while (cursor !== undefined && domains.length <= wall.length);
	return domains;
}

describe("publicWall", () => {
	it("answers an empty wall with an empty list", async () => {
		const { body, status } = await page([], {});
		expect(status).toBe(200);
		expect(body).toEqual({ ok: true, total: 0, entries: [], refusal: REFUSAL });
	});

	it("returns 50 entries by default, newest first, and the total", async () => {
		const many = Array.from({ length: 60 }, (_, at) => entry(`site${at}.example.com`, night(1 + (at % 28))));
		const { body } = await page(many, {});
		expect(body.entries).toHaveLength(50);
		expect(body.total).toBe(60);
		const times = body.entries.map(({ auditedAt }) => auditedAt);
		expect(times).toEqual(times.toSorted().reverse());
	});

	it.each(["1", "2", "4", "5", "14", "15", "200"])("returns every entry once in pages of %s", async (limit) => {
		const domains = await walk(WALL, limit);
		expect(domains).toHaveLength(WALL.length);
		expect(domains.toSorted()).toEqual(WALL.map(({ domain }) => domain).toSorted());
	});

	it("continues at the same place if entries are added, audited again or removed", async () => {
		const { body } = await page(WALL, { limit: "7" });
		const seen = new Set(body.entries.map(({ domain }) => domain));
		const [kept, last] = [body.entries.slice(0, -1), body.entries.at(-1)];
		const later = [
			entry("new.example.com", night(21)),
			...(kept[0] ? [entry(kept[0].domain, night(21))] : []),
			...WALL.filter(({ domain }) => domain !== kept[0]?.domain && domain !== last?.domain),
		];
		const rest = await page(later, { limit: "200", cursor: body.nextCursor ?? "" });
		const unseen = WALL.map(({ domain }) => domain).filter((domain) => !seen.has(domain));
		expect(rest.body.entries.map(({ domain }) => domain).toSorted()).toEqual(unseen.toSorted());
	});

	it("has no cursor on the last page", async () => {
		const { body } = await page(WALL, { limit: "15" });
		expect(body).not.toHaveProperty("nextCursor");
		const after = await page(WALL, { cursor: writeCursor(night(1), "z.example.com") });
		expect(after.body.entries).toEqual([]);
	});

	it.each([
		"x",
		"____",
		Buffer.from("2026-11-20 a.example.com").toString("base64url"),
		Buffer.from(`${night(20)} A b`).toString("base64url"),
		`${writeCursor(night(20), "ab.example.com")}A`,
	])("refuses the cursor %s", async (cursor) => {
		await expect(page(WALL, { cursor })).rejects.toMatchObject({
			code: "input-invalid",
			errors: [{ pointer: "#/cursor" }],
		});
	});

	it.each(["0", "201", "1.5", "many", "-1"])("refuses the limit %s", (limit) => {
		expect(publicWall.input?.safeParse({ limit }).success).toBe(false);
	});

	it("is cacheable for a minute, and its ETag changes with it", async () => {
		const first = await page(WALL, {});
		const same = await page([...WALL], {});
		const other = await page(WALL.slice(1), {});
		expect(first.headers).toMatchObject({ "Cache-Control": "public, max-age=60" });
		expect(first.headers.ETag).toMatch(/^W\/"[A-Za-z0-9_-]{22}"$/);
		expect(same.headers.ETag).toBe(first.headers.ETag);
		expect(other.headers.ETag).not.toBe(first.headers.ETag);
	});
});
