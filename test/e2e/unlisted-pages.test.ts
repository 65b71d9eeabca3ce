import { access, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { seal } from "#log/seal/seal.ts";
import { addReceipt } from "#log/seal/sealing.testkit.ts";
import { sampleLogEnvironment } from "#log/seal/signing-keys.ts";
import { auditOf } from "#receipts/live/live.testkit.ts";
import { saveLiveAudit } from "#receipts/live/save-live-audit.ts";
import { openDatabase } from "#store/database.ts";
import { type RunningServer, startBuiltServer } from "./built-server.testkit.ts";
import { buildSite, onlyPages } from "./built-site.testkit.ts";

/** Pages of a sealed live audit: in a site of files, with a server, and after its expiry. */

/** Other pages do not mention it. */
const routes = onlyPages("receipts/[id].astro", "receipts/[id].json.ts", "receipts/[id].tlog-proof.ts");

let root = "";
let live = "";
let environment = { SIGHTLINE_REPORTS: "", SIGHTLINE_DATA: "", SIGHTLINE_BASE_URL: "" };
let site = { outDir: "", seconds: 0 };
let server: RunningServer | undefined;

const data = () => join(root, "data");
const inStore = async <T>(work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> => {
	const db = await openDatabase({ file: join(data(), "live.sqlite") });
	return work(db).finally(() => db.close());
};

beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-unlisted-"));
	environment = {
		SIGHTLINE_REPORTS: join(root, "reports"),
		SIGHTLINE_DATA: data(),
		SIGHTLINE_BASE_URL: "https://samples.example.com",
	};
	await addReceipt(environment.SIGHTLINE_REPORTS, 1);
	live = await inStore(async (db) => (await saveLiveAudit(db, auditOf(0))).stored.id);
	await seal({ newLog: true }, readEnvironment({ ...environment, ...(await sampleLogEnvironment()) }));
	await writeFile(join(environment.SIGHTLINE_REPORTS, "watchlist.json"), '{"entries": []}');
	site = await buildSite({ ...environment, SIGHTLINE_ADAPTER: "node" }, { routes });
	server = await startBuiltServer({ site, data: data(), environment });
});
afterAll(async () => {
	await server?.stop();
	await rm(root, { recursive: true, force: true });
});

const isBuilt = (path: string) =>
	access(path).then(
		() => true,
		() => false,
	);
const asked = async (path: string) => {
	const response = await server?.ask(path);
	return { status: response?.status, text: (await response?.text()) ?? "" };
};

describe("the page of a live audit that is in the log", () => {
	if (FULL)
		it("says in a static site that it was never published, not that it was removed", async () => {
			const { outDir } = await buildSite(environment, { routes });
			const page = await readFile(join(outDir, "receipts", live, "index.html"), "utf8");
			expect(page).toContain("An unlisted audit: what it says is not published.");
			expect(page).not.toMatch(/taken down|not one that it publishes/);
			expect(await isBuilt(join(outDir, "receipts", `${live}.tlog-proof`))).toBe(true);
		});

	it("is rendered by the server, if any; its proof is built", async () => {
		expect(await isBuilt(join(site.outDir, "client/receipts", live))).toBe(false);
		expect(await isBuilt(join(site.outDir, "client/receipts", `${live}.tlog-proof`))).toBe(true);
		const { status, text } = await asked(`/receipts/${live}/`);
		expect(status).toBe(200);
		expect(text).toMatch(/Leaf \d of the log\./);
		expect(text).toContain(`href="/receipts/${live}.tlog-proof"`);
		expect((await asked(`/receipts/${live}.tlog-proof`)).text).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
		expect((await asked(`/receipts/${live}.json`)).status).toBe(200);
	});

	it("has a notice and its proof after it expired", async () => {
		await inStore((db) => db.sql.updateTable("receipt").set({ expires_ms: 1 }).execute());
		const { status, text } = await asked(`/receipts/${live}/`);
		expect(status).toBe(200);
		expect(text).toContain("A private audit that has expired.");
		expect(text).not.toMatch(/watchlist|taken down|not one that it publishes/);
		expect((await asked(`/receipts/${live}.tlog-proof`)).status).toBe(200);
		expect((await asked(`/receipts/${live}.json`)).status).toBe(404);
	});

	it("differs from the page of an unknown receipt", async () => {
		const { status, text } = await asked(`/receipts/${"0".repeat(64)}/`);
		expect(status).toBe(404);
		expect(text).toContain("unlisted page that has ended");
		const brief = await asked("/brief/never.example.com/");
		expect(brief.status).toBe(404);
		expect(brief.text).toContain("<h1>never.example.com has no brief here</h1>");
	});
});

it("pages of live audits are rate limited by address without affecting other endpoints", async () => {
	const statuses: (number | undefined)[] = [];
	// Fewer than the connection limit of one address.
	for (let asked = 0; asked < 130; asked += 26) {
		const together = Array.from({ length: 26 }, async () => (await server?.ask(`/receipts/${live}/`))?.status);
		statuses.push(...(await Promise.all(together)));
	}
	expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(100);
	const refused = await server?.ask(`/receipts/${live}/`);
	expect(refused?.status).toBe(429);
	expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
	expect(await refused?.text()).toContain("Too many pages");
	expect((await asked(`/receipts/${live}.tlog-proof`)).status).toBe(200);
});
