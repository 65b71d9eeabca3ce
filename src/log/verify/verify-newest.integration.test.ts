import { hash } from "node:crypto";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import type { Leaf } from "#log/tlog/leaf.ts";
import { parseSignerKey } from "#log/tlog/note.ts";
import { type Answer, type LoopbackSite, startLoopbackSite } from "#net/loopback-site.testkit.ts";
import { filesUnder } from "../audit/findings.ts";
import { blindDomain, formatIndex } from "../lists.ts";
import { readPublishedLog } from "../published-log.ts";
import { type LogHome, sealLog } from "../seal/seal.ts";
import { addReceipt, keyOf, makeHome, ORIGIN, vkeyOf } from "../seal/sealing.testkit.ts";
import { SeenStates } from "./seen-states.ts";
import { verifyNewest } from "./verify-newest.ts";
import { createLog, leafOf, sampleReceipt } from "./verify-receipt.testkit.ts";
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
	const pages = await logPages(home);
	const published = await readPublishedLog(join(home.reports, "log"));
	for (const [at, name] of (await readdir(join(home.reports, "receipts", DOMAIN))).sort().entries()) {
		const id = [older, newer][at] ?? "";
		pages[`/receipts/${id}.json`] = { body: await readFile(join(home.reports, "receipts", DOMAIN, name)) };
		pages[`/receipts/${id}.tlog-proof`] = { body: (await published?.inclusionFile(published.position(id) ?? 0)) ?? "" };
	}
	return { home, older, newer, pages };
}

async function logPages({ reports }: LogHome) {
	const pages: Record<string, Answer> = {};
	for (const path of await filesUnder(join(reports, "log")))
		pages[`/log/${path}`] = { body: await readFile(join(reports, "log", path)) };
	return pages;
}

async function serve(pages: Record<string, Answer>) {
	const site = await startLoopbackSite(pages);
	sites.push(site);
	const root = await mkdtemp(join(tmpdir(), "sightline-newest-"));
	const settings = readEnvironment({ SIGHTLINE_REPORTS: join(root, "none"), SIGHTLINE_DATA: join(root, "data") });
	return { at: (path: string) => site.url(path, "localhost").href, settings };
}

const trusting = async () => ({ keys: [await vkeyOf(1)], trustSiteKey: false });

it("the newest receipt of a domain, or that there is none, is proved from a site's files", async () => {
	const { newer, pages } = await logOfThree();
	const { at, settings } = await serve(pages);
	const ask = async (subject: string) => verifyNewest({ subject, from: at("/"), ...(await trusting()) }, settings);
	expect(await ask(DOMAIN)).toMatchObject({ verdict: "proved", origin: ORIGIN, newest: { receipt: newer, index: 3 } });
	const none = await ask("elsewhere.example.com");
	expect(none).toMatchObject({ verdict: "proved", size: 5 });
	expect(none.newest).toBeUndefined();
	expect(none.says).toContain("has no receipt of elsewhere.example.com");
});

it("a log that went back proves nothing on a machine that saw more of it", async () => {
	const { home, newer, pages } = await logOfThree();
	const early = { ...pages };
	const { at, settings } = await serve(pages);
	const ask = async () => verifyNewest({ subject: DOMAIN, from: at("/"), ...(await trusting()) }, settings);
	await addReceipt(home.reports, 4, "other.example.com");
	await sealLog({}, home);
	Object.assign(pages, await logPages(home));
	expect(await ask()).toMatchObject({ verdict: "proved", size: 7, newest: { receipt: newer } });
	for (const path of Object.keys(pages)) delete pages[path];
	Object.assign(pages, early);
	const found = await ask();
	expect(found).toMatchObject({ verdict: "disproved", size: 5, says: expect.stringContaining("The log went back") });
	expect(found.newest).toBeUndefined();
	expect(await readdir(new SeenStates(settings.data, new URL(at("/"))).directory)).toContain("evidence");
});

it("a receipt named in the index must exist and be the domain's", async () => {
	const { newer, pages } = await logOfThree();
	const hidden = await serve({ ...pages, [`/receipts/${newer}.json`]: { status: 404 } });
	const ask = async ({ at, settings }: typeof hidden) =>
		verifyNewest({ subject: DOMAIN, from: at("/"), ...(await trusting()) }, settings);
	await expect(ask(hidden)).rejects.toMatchObject({ code: "not-fetched" });
	// As a log would be that another program has signed: a leaf of another domain by this one's name.
	const other = await sampleReceipt();
	const { head, shards } = formatIndex(1, new Map([[blindDomain(ORIGIN, DOMAIN), 0]]));
	const [size, digest] = [head.data.length, hash("sha256", head.data)];
	const bound: Leaf = { kind: "list", name: head.path, digest, size, at: other.receipt.auditedAt };
	const log = await createLog([leafOf(other), bound], { key: await parseSignerKey(await keyOf(1)) });
	const files = [...log.files, ...[head, ...shards].map(({ path, data }) => [path, data] as const)];
	const lying = Object.fromEntries(files.map(([path, body]) => [`/log/${path}`, { body }]));
	const found = await ask(await serve({ ...lying, [`/receipts/${other.id}.json`]: { body: other.text } }));
	expect(found).toMatchObject({ verdict: "disproved", says: expect.stringContaining(`is of ${other.receipt.domain}`) });
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

it("a changed index proves nothing", async () => {
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

it("the log of the checkout is used if no site is given", async () => {
	const { home, newer } = await logOfThree();
	const settings = readEnvironment({ SIGHTLINE_REPORTS: home.reports });
	const request = { subject: DOMAIN, keys: [], trustSiteKey: false };
	expect(await verifyNewest(request, settings)).toMatchObject({ keySource: "checkout", newest: { receipt: newer } });
});
