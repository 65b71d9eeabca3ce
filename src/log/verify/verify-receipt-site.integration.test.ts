import { cp, mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { readEnvironment, type Settings } from "#config/environment.ts";
import type { Verification } from "#core/verification.ts";
import type { Leaf } from "#log/tlog/leaf.ts";
import { type Answer, type LoopbackSite, startLoopbackSite } from "#net/loopback-site.testkit.ts";
import { SeenStates } from "./seen-states.ts";
import {
	createLog,
	DOMAIN,
	fillers,
	leafOf,
	type ReceiptFile,
	sampleReceipt,
	type TestLog,
} from "./verify-receipt.testkit.ts";
import { verifyReceipt } from "./verify-receipt.ts";

const INDEX = 40;

let settings: Settings;
let receipt: ReceiptFile;
let log: TestLog;
let proof = "";
beforeAll(async () => {
	const root = await mkdtemp(join(tmpdir(), "sightline-verify-site-"));
	settings = readEnvironment({ SIGHTLINE_REPORTS: join(root, "none"), SIGHTLINE_DATA: join(root, "data") });
	receipt = await sampleReceipt();
	log = await createLog([...fillers(INDEX), leafOf(receipt), ...fillers(300).slice(0, 230)]);
	proof = await log.proof(INDEX);
});

const sites: LoopbackSite[] = [];
afterEach(() => Promise.all(sites.splice(0).map((site) => site.close())));

/** oEmbed response of a site built for another address. */
const embedOf = (id: string) =>
	JSON.stringify({ version: "1.0", type: "rich", receipt: `https://audit.example.com/x/receipts/${id}/` });

/** Files of a Sightline site under a prefix, with changes. */
async function serve(change: Record<string, Answer> = {}, prefix = "/") {
	const files: Record<string, Answer> = {
		[`receipts/${receipt.id}.json`]: { body: receipt.text },
		[`receipts/${receipt.id}.tlog-proof`]: { body: proof },
		[`oembed/${DOMAIN}.json`]: { body: embedOf(receipt.id) },
		...Object.fromEntries([...log.files].map(([path, body]) => [`log/${path}`, { body }])),
		...change,
	};
	const pages = Object.fromEntries(Object.entries(files).map(([path, answer]) => [prefix + path, answer]));
	const site = await startLoopbackSite(pages);
	sites.push(site);
	return { site, at: (path: string, host = "localhost") => site.url(prefix + path, host).href };
}

const placeOf = (data: string, base: string) => new SeenStates(data, new URL(base)).directory;

type Change = Partial<Parameters<typeof verifyReceipt>[0]>;
const verify = (subject: string, change: Change = {}) =>
	verifyReceipt({ subject, keys: [log.vkey], trustSiteKey: false, ...change }, settings);

function step(found: Verification, id: Verification["steps"][number]["id"]) {
	return found.steps.find((each) => each.id === id);
}

describe("verifying a URL", () => {
	it.each([
		(id: string) => `receipts/${id}/`,
		(id: string) => `receipts/${id}`,
		(id: string) => `receipts/${id}.json`,
		(id: string) => `receipts/${id}.tlog-proof`,
		(id: string) => `seal/${id}.svg`,
		(id: string) => `share/${DOMAIN}/${id}/`,
		() => `share/${DOMAIN}/`,
		() => `brief/${DOMAIN}/`,
		() => `brief/${DOMAIN}`,
		() => `history/${DOMAIN}/?x=1#top`,
		() => `badge/${DOMAIN}.svg`,
		() => `badge/${DOMAIN}.json`,
	])("%s leads to the receipt, also under a prefix", async (path) => {
		for (const prefix of ["/", "/some/place/"]) {
			const { at } = await serve({}, prefix);
			const found = await verify(at(path(receipt.id)));
			expect(found.verdict, path(receipt.id)).toBe("proved");
			expect(found.receipt).toBe(receipt.id);
			expect(found.steps.filter(({ state }) => state === "disproved")).toEqual([]);
		}
	});

	it("lists what it fetched, and the current state of the site and its log", async () => {
		const { at } = await serve();
		const found = await verify(at(`receipts/${receipt.id}/`));
		expect(found.sources.every(({ fetched }) => fetched)).toBe(true);
		expect(found.sources.map(({ what }) => what)).toEqual(expect.arrayContaining(["receipt", "proof", "log", "embed"]));
		expect(step(found, "newest-receipt")?.says).toContain("newest receipt in the log");
		expect(step(found, "log-state")).toMatchObject({
			state: "proved",
			says: expect.stringContaining("is still this one"),
		});
	});

	it("remembers the site's state, and disproves one that does not extend it", async () => {
		const data = await mkdtemp(join(tmpdir(), "sightline-verify-memory-"));
		const own = { ...settings, data };
		const { at } = await serve();
		const look = async (change: Record<string, Answer> = {}) => {
			const shown = Object.keys(change).length > 0 ? (await serve(change)).site : undefined;
			const base = shown ? shown.url("/", "localhost").href : at("");
			// Memory is per host and port, so move it to the second site's name.
			const request = {
				subject: `${base}receipts/${receipt.id}/`,
				keys: [log.vkey],
				trustSiteKey: false,
				remember: true,
			};
			if (shown) await cp(placeOf(data, at("")), placeOf(data, base), { recursive: true });
			return verifyReceipt(request, own);
		};
		expect(step(await look(), "log-memory"), "the first time").toBeUndefined();
		expect(step(await look(), "log-memory")).toMatchObject({ state: "proved" });
		const leaves = [...fillers(INDEX), leafOf(receipt), ...fillers(300).slice(0, 230)];
		const fork = await createLog([...leaves.slice(0, -1), leaves[0] as Leaf], { key: log.key });
		const found = await look({ "log/checkpoint": { body: fork.files.get("checkpoint") ?? "" } });
		expect(found.verdict).toBe("disproved");
		expect(step(found, "log-memory")).toMatchObject({
			state: "disproved",
			says: expect.stringContaining("two histories"),
		});
		const shorter = await createLog(leaves.slice(0, 260), { key: log.key });
		const files = Object.fromEntries([...shorter.files].map(([path, body]) => [`log/${path}`, { body }]));
		expect(step(await look(files), "log-memory")?.says).toContain("The log went back");
	});

	it.each(["localhost", "127.0.0.1"])("never connects to a private address for untrusted input: %s", async (host) => {
		const { site, at } = await serve();
		const asked = verify(at(`receipts/${receipt.id}/`, host), { publicOnly: true });
		await expect(asked).rejects.toMatchObject({ code: "not-fetched" });
		expect(site.requests).toEqual([]);
	});

	it("rejects with the signal's reason when aborted", async () => {
		const { site, at } = await serve();
		const gone = new AbortController();
		const reason = new Error("The client has left.");
		const change = { signal: gone.signal, onProgress: () => gone.abort(reason) };
		await expect(verify(at(`receipts/${receipt.id}/`), change)).rejects.toBe(reason);
		expect(site.requests).toEqual([]);
	});

	it("works with an IP address", async () => {
		const { at } = await serve();
		expect((await verify(at(`receipts/${receipt.id}/`, "127.0.0.1"))).verdict).toBe("proved");
	});

	it("follows a redirect within the site, but not to another private host", async () => {
		const moved = (location: string) => ({ status: 301, headers: { location } });
		const path = `receipts/${receipt.id}.json`;
		const { at } = await serve({ [path]: moved("/elsewhere.json"), "elsewhere.json": { body: receipt.text } });
		expect((await verify(at(path))).verdict).toBe("proved");
		for (const [away, why] of [
			["http://10.0.0.1/x.json", /does not resolve only to public Internet addresses/],
			["http://169.254.169.254/latest/", /does not resolve only to public Internet addresses/],
			["http://printer.local/", /only a private network/],
			["file:///etc/passwd", /not a web address/],
		] as const) {
			const { at } = await serve({ [path]: moved(away) });
			await expect(verify(at(path)), away).rejects.toMatchObject({
				code: "not-fetched",
				message: expect.stringMatching(why),
			});
		}
	});

	it("follows no redirect to another address of this machine", async () => {
		const path = `receipts/${receipt.id}.json`;
		let port = 0;
		const { at, site } = await serve({
			[path]: (_, response) => void response.writeHead(302, { location: `http://127.0.0.2:${port}/x.json` }).end(),
		});
		port = site.port;
		let accepted = 0;
		const neighbour = createServer((socket) => {
			accepted++;
			socket.destroy();
		});
		await new Promise<void>((resolve) => neighbour.listen(port, "127.0.0.2", resolve));
		try {
			await expect(verify(at(path))).rejects.toMatchObject({ code: "not-fetched" });
			expect(accepted).toBe(0);
		} finally {
			neighbour.close();
		}
	});
});

describe("a domain", () => {
	it("is looked up at the given site", async () => {
		const { at } = await serve({}, "/prefix/");
		const found = await verify(DOMAIN, { from: at("") });
		expect(found.verdict).toBe("proved");
		expect(step(found, "subject")).toMatchObject({ state: "proved", says: `It is a receipt of ${DOMAIN}.` });
		expect((await verify(DOMAIN, { from: at("").replace(/\/$/, "") })).verdict).toBe("proved");
	});

	it("is not proved by another domain's receipt", async () => {
		const { at } = await serve({ "oembed/shop.example.com.json": { body: embedOf(receipt.id) } });
		const found = await verify("shop.example.com", { from: at("") });
		expect(found.verdict).toBe("disproved");
		expect(step(found, "subject")?.says).toBe(
			`A receipt of shop.example.com was asked for, and this is one of ${DOMAIN}.`,
		);
	});
});

describe("keys", () => {
	it("of the site are used only if allowed, and then nothing is called proved", async () => {
		const { at } = await serve();
		const address = at(`receipts/${receipt.id}/`);
		await expect(verify(address, { keys: [] })).rejects.toMatchObject({
			code: "input-invalid",
			message: expect.stringMatching(/somewhere other than what you are checking.*--trust-site-key/),
		});
		const found = await verify(address, { keys: [], trustSiteKey: true });
		expect(found).toMatchObject({ verdict: "self-consistent", log: { keySource: "site" } });
		expect(found.sources).toContainEqual({ what: "key", from: at("log/vkeys"), fetched: true });
	});

	it("of the site never replace a known key", async () => {
		const forged = await createLog([leafOf(receipt)]);
		const files = Object.fromEntries([...forged.files].map(([path, body]) => [`log/${path}`, { body }]));
		const { at, site } = await serve({
			...files,
			[`receipts/${receipt.id}.tlog-proof`]: { body: await forged.proof(0) },
		});
		const found = await verify(at(`receipts/${receipt.id}/`), { trustSiteKey: true });
		expect(found.verdict).toBe("disproved");
		expect(site.requests.map(({ path }) => path)).not.toContain("/log/vkeys");
	});

	it("missing on the site, or for another log, prove nothing", async () => {
		const other = await createLog(fillers(1), { origin: "other.example/log" });
		for (const answer of [{ status: 404 }, { body: "<!doctype html>" }, { body: `${other.vkey}\n` }]) {
			const { at } = await serve({ "log/vkeys": answer });
			const outcome = verify(at(`receipts/${receipt.id}/`), { keys: [], trustSiteKey: true });
			await expect(outcome).rejects.toMatchObject({ code: answer.status === 404 ? "not-fetched" : "input-invalid" });
		}
	});
});

describe("a hostile or broken site", () => {
	const json = () => `receipts/${receipt.id}.json`;
	const tlog = () => `receipts/${receipt.id}.tlog-proof`;
	const big = "x".repeat(10 * 1024 * 1024);

	it.each<[string, () => Record<string, Answer>]>([
		["10 MB in place of the receipt", () => ({ [json()]: { body: `{${big}` } })],
		["10 MB in place of the proof", () => ({ [tlog()]: { body: `c2sp.org/tlog-proof@v1\n${big}` } })],
		["a web page in place of the receipt", () => ({ [json()]: { body: "<!doctype html><title>Not found</title>" } })],
		["a web page in place of the proof", () => ({ [tlog()]: { body: "<!doctype html>" } })],
		["nothing", () => ({ [json()]: { body: "" } })],
		["no proof yet", () => ({ [tlog()]: { status: 404 } })],
		["a fault", () => ({ [json()]: { status: 500, body: "{}" } })],
		["a circle of redirects", () => ({ [json()]: { status: 302, headers: { location: `/${json()}` } } })],
		["a connection that it ends", () => ({ [json()]: (_, response) => void response.destroy() })],
		[
			"no more than it promised",
			() => ({
				[json()]: (_, response) =>
					void response.writeHead(200, { "content-length": "9" }).write("{", () => response.destroy()),
			}),
		],
	])("that gives %s is reported as not fetched", async (_, change) => {
		const { at } = await serve(change());
		await expect(verify(at(`receipts/${receipt.id}/`))).rejects.toMatchObject({ code: "not-fetched" });
	});

	it.each<[string, Answer]>([
		["10 MB", { body: `{"receipt":"/${big}"}` }],
		["a web page", { body: "<!doctype html>" }],
		["no receipt", { body: '{"version":"1.0","type":"rich"}' }],
		["no id", { body: '{"receipt":"https://audit.example.com/receipts/../../etc/passwd/"}' }],
		["null", { body: "null" }],
	])("whose oEmbed answer is %s is reported as not fetched", async (_, answer) => {
		const { at } = await serve({ [`oembed/${DOMAIN}.json`]: answer });
		await expect(verify(at(`badge/${DOMAIN}.svg`))).rejects.toMatchObject({ code: "not-fetched" });
		const found = await verify(at(`receipts/${receipt.id}/`));
		expect(found.verdict, "the receipt itself needs none").toBe("proved");
		expect(step(found, "newest-receipt")?.state).toBe("open");
	});

	it("with a proof or receipt of another is disproved", async () => {
		const other = await sampleReceipt({ auditedAt: "2026-11-22T02:00:00.000Z" });
		const both = await createLog([leafOf(receipt), leafOf(other)], { key: log.key });
		const wrongProof = await serve({ [tlog()]: { body: await both.proof(1) } });
		const found = await verify(wrongProof.at(`receipts/${receipt.id}/`));
		expect([found.verdict, step(found, "bytes")?.state]).toEqual(["disproved", "disproved"]);

		const wrongReceipt = await serve({ [json()]: { body: other.text }, [tlog()]: { body: await both.proof(1) } });
		const swapped = await verify(wrongReceipt.at(`receipts/${receipt.id}/`));
		expect([swapped.verdict, step(swapped, "subject")?.state]).toEqual(["disproved", "disproved"]);
		expect(step(swapped, "bytes")?.state, "a true receipt, and not the one that was asked for").toBe("proved");
	});

	it("with a newer receipt still proves the older one", async () => {
		const { at } = await serve({ [`oembed/${DOMAIN}.json`]: { body: embedOf("f".repeat(64)) } });
		const found = await verify(at(`receipts/${receipt.id}/`));
		expect(found.verdict).toBe("proved");
		expect(step(found, "newest-receipt")?.says).toContain("newer receipt of the domain in its log: ffffffff");
	});
});

describe("the current log", () => {
	const filesOf = ({ files }: TestLog) =>
		Object.fromEntries([...files].map(([path, body]) => [`log/${path}`, { body }]));
	const leaves = async (more: number) => [
		...fillers(INDEX),
		leafOf(receipt),
		...fillers(300 + more).slice(0, 230 + more),
	];

	it("extends the proof's tree after it has grown", async () => {
		const grown = await createLog(await leaves(70), { key: log.key });
		const { at } = await serve(filesOf(grown));
		const found = await verify(at(`receipts/${receipt.id}/`));
		expect(step(found, "log-state")).toMatchObject({
			state: "proved",
			says: expect.stringContaining("of 341 leaves goes on"),
		});
	});

	it("shows another history of the same size, or a rewritten one", async () => {
		const forked = await createLog([...(await leaves(0)).slice(0, -1), ...fillers(999).slice(-1)], { key: log.key });
		const fork = await verify((await serve(filesOf(forked))).at(`receipts/${receipt.id}/`));
		expect([fork.verdict, step(fork, "log-state")?.state]).toEqual(["disproved", "disproved"]);
		expect(step(fork, "log-state")?.says).toContain("two histories");
		const rewritten = await createLog([...fillers(999).slice(-1), ...(await leaves(70)).slice(1)], { key: log.key });
		const found = await verify((await serve(filesOf(rewritten))).at(`receipts/${receipt.id}/`));
		expect([found.verdict, step(found, "log-state")?.state]).toEqual(["disproved", "disproved"]);
	});

	it("is left open if it is older, has no known signer, or is missing", async () => {
		const older = await createLog((await leaves(0)).slice(0, 100), { key: log.key });
		const strange = await createLog(await leaves(70));
		const grown = filesOf(await createLog(await leaves(70), { key: log.key }));
		const cut = Object.fromEntries(
			Object.entries(grown).map(([path, answer]) => [path, path.includes("/tile/") ? { body: "cut" } : answer]),
		);
		for (const files of [
			filesOf(older),
			filesOf(strange),
			cut,
			{ "log/checkpoint": { status: 404 } },
			{ "log/checkpoint": { body: "x".repeat(1e6) } },
		]) {
			const found = await verify((await serve(files)).at(`receipts/${receipt.id}/`));
			expect([found.verdict, step(found, "log-state")?.state]).toEqual(["proved", "open"]);
		}
	});
});
