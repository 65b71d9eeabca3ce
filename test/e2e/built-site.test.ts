import { existsSync } from "node:fs";
import { mkdir, rm, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { afterAll, expect, it } from "vitest";
import { inRepository, start } from "./process.testkit.ts";
import { removeAbandonedPlaces } from "./site-build.testkit.ts";

const host = hostname().replace(/[^\w.-]/g, "_");
const places: string[] = [];
afterAll(() => Promise.all(places.map((place) => rm(place, { recursive: true, force: true }))));

async function leave(pid: number | undefined, of = host): Promise<string> {
	const place = inRepository(`.tmp-site-${pid}-${of}-abc123`);
	places.push(place);
	await mkdir(`${place}/site`, { recursive: true });
	return place;
}

it("leftovers of killed tests are removed, but not folders in use", async () => {
	const { child, ended } = start(["--version"]);
	await ended;
	const abandoned = await leave(child.pid);
	const elsewhere = await leave(child.pid, "elsewhere");
	const ours = await leave(process.pid);
	await removeAbandonedPlaces();
	expect([abandoned, elsewhere, ours].map(existsSync)).toEqual([false, true, true]);
	const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
	await utimes(elsewhere, twoDaysAgo, twoDaysAgo);
	await removeAbandonedPlaces();
	expect([elsewhere, ours].map(existsSync)).toEqual([false, true]);
});
