import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { type Answer, type LoopbackSite, startLoopbackSite } from "#net/loopback-site.testkit.ts";
import { sealLog } from "../seal/seal.ts";
import { addReceipt, makeHome, ORIGIN, vkeyOf } from "../seal/sealing.testkit.ts";
import { readPublishedLog } from "../store/published-log.ts";
import { verifyNewest } from "./verify-newest.ts";
import { verifyReceipt } from "./verify-receipt.ts";

const sites: LoopbackSite[] = [];
afterEach(() => Promise.all(sites.splice(0).map((site) => site.close())));

const DOMAIN = "site-1.example.com";

/** A log with two receipts of one domain and one of another, and the files that a site has of it. */
async function logOfThree() {
	const home = await makeHome({ isIndexed: true });
	const older = await addReceipt(home.reports, 1, DOMAIN);
	await addReceipt(home.reports, 2);
	await sealLog({}, home);
	const newer = await addReceipt(home.reports, 3, DOMAIN);
	await sealLog({}, home);
	const log = join(home.reports, "log");
	const names = await readdir(log, { recursive: true, withFileTypes: true });
	const pages: Record<string, Answer> = {};
	for (const name of names.filter((each) => each.isFile())) {
		const path = join(name.parentPath, name.name);
		pages[`/log/${path.slice(log.length + 1)}`] = { body: await readFile(path) };
	}
	const published = await readPublishedLog(log);
	for (const [at, name] of (await readdir(join(home.reports, "receipts", DOMAIN))).sort().entries()) {
		const id = [older, newer][at] ?? "";
		pages[`/receipts/${id}.json`] = { body: await readFile(join(home.reports, "receipts", DOMAIN, name)) };
		pages[`/receipts/${id}.tlog-proof`] = { body: (await published?.inclusionFile(published.position(id) ?? 0)) ?? "" };
	}
	return { home, older, newer, pages };
}

async function serve(pages: Record<string, Answer>) {
	const site = await startLoopbackSite(pages);
	sites.push(site);
	const root = await mkdtemp(join(tmpdir(), "sightline-newest-"));
	const settings = readEnvironment({ SIGHTLINE_REPORTS: join(root, "none"), SIGHTLINE_DATA: join(root, "data") });
	return { at: (path: string) => site.url(path, "localhost").href, settings };
}

const trusting = async () => ({ keys: [await vkeyOf(1)], trustSiteKey: false });

it("the newest receipt of a domain, and that there is none, are proved from files of a site alone", async () => {
	const { newer, pages } = await logOfThree();
	const { at, settings } = await serve(pages);
	const ask = async (subject: string) => verifyNewest({ subject, from: at("/"), ...(await trusting()) }, settings);
	expect(await ask(DOMAIN)).toMatchObject({ verdict: "proved", origin: ORIGIN, newest: { receipt: newer, index: 3 } });
	const none = await ask("elsewhere.example.com");
	expect(none).toMatchObject({ verdict: "proved", size: 5 });
	expect(none.newest).toBeUndefined();
	expect(none.says).toContain("has no receipt of elsewhere.example.com");
});

it("a receipt is proved to be the newest, and an older one is shown not to be", async () => {
	const { older, newer, pages } = await logOfThree();
	const { at, settings } = await serve(pages);
	const newest = async (id: string) => {
		const found = await verifyReceipt({ subject: at(`/receipts/${id}/`), ...(await trusting()) }, settings);
		return found.steps.find((step) => step.id === "newest-receipt");
	};
	expect(await newest(newer)).toMatchObject({ state: "proved" });
	expect(await newest(older)).toMatchObject({
		state: "open",
		says: expect.stringContaining("newer receipt of the domain: leaf 3"),
	});
});

it("an index that was changed on the way says nothing", async () => {
	const { pages } = await logOfThree();
	for (const path of Object.keys(pages).filter((each) => /^\/log\/index\/[0-9a-f]{64}$/.test(each)))
		pages[path] = { body: "" };
	const { at, settings } = await serve(pages);
	await expect(verifyNewest({ subject: DOMAIN, from: at("/"), ...(await trusting()) }, settings)).rejects.toMatchObject(
		{
			code: "log-inconsistent",
		},
	);
});

it("the log of the checkout answers where no site is named", async () => {
	const { home, newer } = await logOfThree();
	const settings = readEnvironment({ SIGHTLINE_REPORTS: home.reports });
	const request = { subject: DOMAIN, keys: [], trustSiteKey: false };
	expect(await verifyNewest(request, settings)).toMatchObject({ keySource: "checkout", newest: { receipt: newer } });
});
