import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Auditor } from "#audit/auditor.ts";
import { readEnvironment } from "#config/environment.ts";
import { REFUSAL, VERSION } from "#core/brand.ts";
import { sha256Hex } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import type { Health } from "#core/health.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import { listLine, type Occurrence } from "#core/occurrence.ts";
import { startLoopbackSite } from "#net/loopback-site.testkit.ts";
import { openDatabase } from "#store/database.ts";
import { NightRecord } from "#store/night-record.ts";
import type { AuditJob } from "../api/live-app.ts";
import { publicAudit, publicExecutiveBrief, publicSimulateLift } from "../endpoints/audits.ts";
import { getHealth } from "../endpoints/installation.ts";
import { exampleAudit, jobFor, openTestLive } from "./live.testkit.ts";
import { createLoopbackAuditor } from "./loopback-auditor.testkit.ts";
import { openLive } from "./open-live.ts";

const SHOP = "shop.example.com";
const somebody = {
	identity: { key: "test" },
	addressKey: "test",
	requestId: "request-1",
	signal: new AbortController().signal,
};
const PAGE = `<!doctype html><html lang="en"><head><title>A shop</title></head><body><main><h1>Shop</h1><p>${"Words. ".repeat(80)}</p></main></body></html>`;

async function startShop() {
	const site = await startLoopbackSite({ "/": { headers: { "content-type": "text/html" }, body: PAGE } });
	onTestFinished(() => site.close());
	return site;
}

/** Entry of a removed domain in `notices.json`. */
function removalOf(domain: string) {
	const proof = { place: "dns", found: "sightline-remove=all" };
	return JSON.stringify({
		notices: [{ kind: "removal", domain, receipts: "all", at: "2026-11-21T02:00:00.000Z", proof }],
	});
}

describe("openLive", () => {
	it("audits a site on the network, stores and shows it, and opens its brief", async () => {
		const site = await startShop();
		const auditor = createLoopbackAuditor(site);
		const { ask, live } = await openTestLive({ auditor });
		const response = await ask(publicAudit, { domain: `https://${SHOP.toUpperCase()}/some/page` });
		const body = (await response.json()) as { receipt: { id: string } };
		expect(body).toMatchObject({ ok: true, domain: SHOP, overallScore: expect.any(Number), refusal: REFUSAL });
		const asked = site.requests.length;
		const kept = await live.pages.receipt(body.receipt.id);
		expect(kept?.stored.receipt).toMatchObject({ domain: SHOP, ok: true, mode: "light" });
		expect(kept?.place).toEqual({ state: "pending" });
		expect(Date.parse(kept?.expiresAt ?? "") - Date.now()).toBeGreaterThan(29 * 86_400_000);
		const brief = (await (await ask(publicExecutiveBrief, { domain: SHOP, agencyName: "Nord" })).json()) as {
			brief: { slug: string; id: string };
		};
		expect(brief.brief).toMatchObject({ id: body.receipt.id, agencyName: "Nord" });
		const shown = await live.pages.brief(brief.brief.slug);
		expect([shown?.agencyName, shown?.stored.id, shown?.history.map(({ id }) => id)]).toEqual([
			"Nord",
			body.receipt.id,
			[body.receipt.id],
		]);
		expect((await live.pages.brief(SHOP))?.agencyName).toBe("");
		const [one, another] = await Promise.all([live.pages.brief(SHOP), live.pages.brief(SHOP)]);
		expect(another?.stored).toBe(one?.stored);
		expect((await live.pages.brief(SHOP))?.stored).not.toBe(one?.stored);
		expect(site.requests).toHaveLength(asked);
	});

	it("stores the list of all occurrences of a deep audit, and serves it by receipt", async () => {
		const occurrences: Occurrence[] = ["a", "b"].map((page) => ({
			check: "title",
			outcome: "fail",
			page: `https://${SHOP}/${page}`,
			excerpt: "<head>",
			says: "It has no title.",
			fix: "Add one.",
		}));
		const list = { count: 2, sha256: await sha256Hex(occurrences.map(listLine).join("")) };
		const audit = async (job: AuditJob) => {
			const found = exampleAudit(job);
			return { ...found, report: { ...found.report, site: { pages: 2, list, templates: [] } }, occurrences };
		};
		const { live } = await openTestLive({ audit });
		const { id } = (await live.app.audit(jobFor(SHOP), somebody)).audit.stored;
		const part = { receipt: id, domain: SHOP, total: 2, occurrences: occurrences.slice(0, 1), nextCursor: "1" };
		expect(await live.app.occurrences(id, { limit: 1 })).toEqual(part);
		const missing = { code: "evidence-missing", message: expect.stringContaining("There is no public receipt") };
		await expect(live.app.occurrences("0".repeat(64), { limit: 1 })).rejects.toMatchObject(missing);
	});

	it("audits again after a minute, and confirms an equal result", async () => {
		let count = 0;
		const audit = async (job: AuditJob) => {
			count += 1;
			return exampleAudit(job);
		};
		const { live } = await openTestLive({ audit, ttlMs: 200 });
		const first = await live.app.audit(jobFor(SHOP), somebody);
		await new Promise((resolve) => setTimeout(resolve, 300));
		const second = await live.app.audit(jobFor(SHOP), somebody);
		expect(count).toBe(2);
		expect(second.audit.stored.id).toBe(first.audit.stored.id);
		expect(second.audit.auditedAt > first.audit.auditedAt).toBe(true);
		expect((await live.pages.brief(SHOP))?.auditedAt).toBe(second.audit.auditedAt);
		expect((await live.app.health()).checks.log).toEqual({ status: "empty", size: 0, pending: 2 });
	});

	it("keeps showing the last receipt of an unreachable site, and stores nothing", async () => {
		let reply: "page" | "silence" | "overload" = "page";
		const site = await startLoopbackSite({
			"/": (_request, response) => {
				if (reply === "silence") response.destroy();
				else response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
			},
		});
		onTestFinished(() => site.close());
		const behind = createLoopbackAuditor(site);
		const auditor: Auditor = {
			async audit(options) {
				if (reply === "overload") throw new Failure("overloaded", { what: "Too many lookups." });
				return behind.audit(options);
			},
			close: () => behind.close(),
		};
		const { ask, live } = await openTestLive({ auditor, ttlMs: 1 });
		const audit = async () => {
			await new Promise((resolve) => setTimeout(resolve, 5));
			const answer = await ask(publicAudit, { domain: SHOP });
			return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
		};
		expect((await audit()).body.ok).toBe(true);
		const shown = await live.pages.brief(SHOP);
		const pending = (await live.app.health()).checks.log.pending;
		reply = "silence";
		const { status, body } = await audit();
		expect({ status, ...body }).toMatchObject({ status: 200, ok: false, code: "connection-failed" });
		expect(body).not.toHaveProperty("receipt");
		expect((await ask(publicExecutiveBrief, { domain: SHOP })).status).toBe(200);
		reply = "overload";
		expect(await audit()).toMatchObject({ status: 503, body: { code: "overloaded" } });
		expect(await live.pages.brief(SHOP)).toEqual(shown);
		expect((await live.app.health()).checks.log.pending).toBe(pending);
		reply = "page";
		expect((await audit()).body.ok).toBe(true);
	});

	it("audits no removed domain, effective at once", async () => {
		let asked = 0;
		let speak = async () => {};
		const audit = async (job: AuditJob) => {
			asked += 1;
			await speak();
			return exampleAudit(job);
		};
		const { live, folder, ask } = await openTestLive({ audit, facts: { removed: ["built.example.com"] } });
		await expect(live.app.audit(jobFor("built.example.com"), somebody)).rejects.toMatchObject({
			code: "removal-asked",
		});
		expect(asked).toBe(0);
		const { audit: known } = await live.app.audit(jobFor(SHOP), somebody);
		const notices = join(folder, "reports", "notices.json");
		await mkdir(join(folder, "reports"));
		await writeFile(notices, removalOf(SHOP));
		expect((await ask(publicAudit, { domain: SHOP })).status).toBe(400);
		await expect(live.app.openBrief(known, "")).rejects.toMatchObject({ code: "removal-asked" });
		expect([await live.pages.brief(SHOP), await live.pages.receipt(known.stored.id)]).toEqual([undefined, undefined]);
		// While it is being read:
		speak = () => writeFile(notices, removalOf("other.example.com"));
		await expect(live.app.audit(jobFor("other.example.com"), somebody)).rejects.toMatchObject({
			code: "removal-asked",
		});
		expect(await live.pages.brief("other.example.com")).toBeUndefined();
		await writeFile(notices, "{");
		expect((await ask(publicAudit, { domain: "third.example.com" })).status).toBe(503);
	});

	it("never contacts a removed host, and stores and shows nothing that leads to it", async () => {
		const isShop = (headers: IncomingHttpHeaders) => headers.host?.startsWith(SHOP);
		const site = await startLoopbackSite({
			"/": (request, response) => {
				if (isShop(request.headers)) response.writeHead(302, { location: "https://gone.example.com/home" }).end();
				else response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
			},
			"/home": { headers: { "content-type": "text/html" }, body: PAGE },
		});
		onTestFinished(() => site.close());
		const { ask, live, folder } = await openTestLive({ auditor: createLoopbackAuditor(site), ttlMs: 60_000 });
		const before = (await (await ask(publicAudit, { domain: SHOP })).json()) as {
			ok: boolean;
			receipt: { id: string };
		};
		expect(before.ok).toBe(true);
		expect(await live.pages.brief(SHOP)).toBeDefined();
		await mkdir(join(folder, "reports"));
		await writeFile(join(folder, "reports", "notices.json"), removalOf("gone.example.com"));
		const asked = site.requests.length;
		// Cached, audited again and stored.
		for (const mode of ["light", "deep"]) {
			const refused = await ask(publicAudit, { domain: SHOP, mode });
			expect([refused.status, await refused.json()]).toEqual([
				400,
				expect.objectContaining({ code: "removal-asked", detail: expect.stringContaining("gone.example.com") }),
			]);
		}
		expect([await live.pages.brief(SHOP), await live.pages.receipt(before.receipt.id)]).toEqual([undefined, undefined]);
		const later = site.requests.slice(asked).map(({ host }) => host);
		expect(later.some((host) => host.startsWith(SHOP))).toBe(true);
		expect(later.filter((host) => host.startsWith("gone."))).toEqual([]);
		// Only about that host.
		expect((await ask(publicAudit, { domain: "www.gone.example.com" })).status).toBe(200);
	});

	it("stores nothing of an audit with a response of a removed host", async () => {
		const audit = async (job: AuditJob) => {
			const { report, ...rest } = exampleAudit(job);
			const [first] = report.responses;
			if (!first) throw new RangeError("The example report has no response.");
			return { ...rest, report: { ...report, responses: [first, { ...first, url: "https://gone.example.com/" }] } };
		};
		const { ask, live } = await openTestLive({ audit, facts: { removed: ["gone.example.com"] } });
		expect((await ask(publicAudit, { domain: SHOP })).status).toBe(400);
		expect((await live.app.health()).checks.log.pending).toBe(0);
		expect(await live.pages.brief(SHOP)).toBeUndefined();
	});

	it("lists published audits beside live ones, without removed ones", async () => {
		const past = (receipt: string, auditedAt: string) => ({
			receipt,
			auditedAt,
			overallScore: 50,
			methodology: "1.0.0",
		});
		const [kept, gone] = ["a".repeat(64), "b".repeat(64)] as const;
		const known = [past(kept, "2026-11-02T02:00:00.000Z"), past(gone, "2026-11-01T02:00:00.000Z")];
		let title = 0;
		const audit = async (job: AuditJob) => {
			const { report, ...rest } = exampleAudit(job);
			title += 1;
			return { ...rest, report: { ...report, coverage: 1 / title } };
		};
		const lightAudits = (domain: string) => (domain === SHOP ? known : []);
		const { ask, live, folder } = await openTestLive({ audit, ttlMs: 1, facts: { lightAudits } });
		const ids: string[] = [];
		for (let count = 0; count < 3; count++) {
			const { audit: found } = await live.app.audit(jobFor(SHOP), somebody);
			ids.unshift(found.stored.id);
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
		expect(new Set(ids).size).toBe(3);
		await mkdir(join(folder, "reports"));
		const proof = { place: "dns", found: "sightline-remove" };
		const notice = { kind: "removal", domain: SHOP, receipts: [gone, ids[1]], at: "2026-11-21T02:00:00.000Z", proof };
		await writeFile(join(folder, "reports", "notices.json"), JSON.stringify({ notices: [notice] }));
		const { brief } = (await (await ask(publicExecutiveBrief, { domain: SHOP })).json()) as {
			brief: { id: string; history: { receipt: string }[] };
		};
		expect(brief.history.map(({ receipt }) => receipt)).toEqual([brief.id, ids[0], ids[2], kept]);
		const shown = await live.pages.brief(SHOP);
		expect(shown?.history.map(({ id }) => id)).toEqual([brief.id, ids[0], ids[2]]);
		expect(shown?.published?.map(({ receipt }) => receipt)).toEqual([kept]);
	});

	it("simulates known fixes, and truncates the name of an unknown one", async () => {
		const site = await startShop();
		const { ask, live } = await openTestLive({ auditor: createLoopbackAuditor(site) });
		const { audit } = await live.app.audit(jobFor(SHOP), somebody);
		const current = audit.stored.receipt.scores?.overall;
		const all = live.app.simulate(audit, undefined);
		expect(Math.round(all.current)).toBe(current);
		expect([all.simulated > all.current, all.fixes.length]).toEqual([true, all.deltas.length]);
		const [first] = all.sequence;
		expect(live.app.simulate(audit, [first?.id ?? ""]).simulated).toBe(first?.score);
		expect(() => live.app.simulate(audit, ["x".repeat(5000)])).toThrow(/^Unknown check "x{79}…"/);
		const response = await ask(publicSimulateLift, { domain: SHOP, fixes: ["no-such-check"] });
		expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: "input-invalid" })]);
	});

	it("reports its health, down if its store is", async () => {
		const { ask, folder, live } = await openTestLive({ facts: { logSize: 4, lastRun: "2026-11-21T02:00:00.000Z" } });
		const up = await ask(getHealth);
		expect([up.status, await up.json()]).toEqual([
			200,
			{
				status: "ok",
				version: VERSION,
				methodology: METHODOLOGY,
				time: expect.any(String),
				refusal: REFUSAL,
				checks: {
					store: { status: "ok", kind: "sqlite" },
					log: { status: "ok", size: 4, pending: 0 },
					schedule: { lastRun: "2026-11-21T02:00:00.000Z", nextRun: null, missed: false },
				},
			},
		]);
		// Another process carries nights out on the same store.
		const scheduler = await openDatabase({ file: join(folder, "live.sqlite") });
		const at = (ms: number) => new Date(started + ms).toISOString();
		const started = Date.now();
		await new NightRecord(scheduler).begin({ planned_ms: started, due_ms: started }, started);
		await new NightRecord(scheduler).plan({ planned_ms: started + 60_000, due_ms: started + 61_000 }, started);
		await scheduler.close();
		await vi.waitFor(async () => {
			const { checks } = (await (await ask(getHealth)).json()) as Health;
			expect(checks.schedule).toEqual({ lastRun: at(0), nextRun: at(61_000), missed: false });
		}, 5000);
		await live.close(0);
		// The store's answer stays valid for a second.
		await vi.waitFor(async () => {
			const down = await ask(getHealth);
			expect([down.status, await down.json()]).toEqual([503, expect.objectContaining({ status: "down" })]);
		}, 5000);
	});

	it("reports its health while another process locks its store", async () => {
		const { ask, folder } = await openTestLive();
		const other = new DatabaseSync(join(folder, "live.sqlite"));
		onTestFinished(() => other.close());
		other.exec("BEGIN IMMEDIATE");
		let answered = false;
		const audited = ask(publicAudit, { domain: SHOP }).finally(() => {
			answered = true;
		});
		for (let asked = 0; asked < 3; asked++) expect((await ask(getHealth)).status).toBe(200);
		expect(answered).toBe(false);
		other.exec("ROLLBACK");
		expect((await audited).status).toBe(200);
	});

	it("logs each request, audit and bug, and does not show bugs to callers", async () => {
		let written = "";
		const log = { write: (line: string) => (written += line) };
		const audit = async (job: AuditJob) => {
			if (job.target.host === "bug.example.com") throw new TypeError("planted");
			return exampleAudit(job);
		};
		const { ask, live } = await openTestLive({ audit, log, environment: { SIGHTLINE_METRICS: "1" } });
		await ask(publicAudit, { domain: SHOP });
		const failed = await ask(publicAudit, { domain: "bug.example.com" }, { authorization: "Basic c2VjcmV0" });
		const broken = await ask(publicAudit, { domain: "bug.example.com" });
		expect([failed.status, broken.status, await broken.text()]).toEqual([
			401,
			500,
			expect.not.stringContaining("planted"),
		]);
		const lines = written
			.split("\n")
			.filter(Boolean)
			.map((line) => JSON.parse(line));
		expect(lines.filter(({ msg }) => msg === "request").map(({ status, code }) => [status, code])).toEqual([
			[200, undefined],
			[401, "token-invalid"],
			[500, "internal-error"],
		]);
		const requests = lines.filter(({ msg }) => msg === "request").map(({ id }) => id);
		expect(lines.filter(({ msg }) => msg === "audit").map(({ id, domain, outcome }) => [id, domain, outcome])).toEqual([
			[requests[0], SHOP, "scored"],
			[requests[2], "bug.example.com", "internal-error"],
		]);
		expect(written).toContain("TypeError: planted");
		expect(written).not.toContain("c2VjcmV0");
		const shown = await live.metrics(new Request("https://audit.example.org/metrics"));
		const counted = (await shown?.text()) ?? "";
		expect(counted).toContain('sightline_audit_duration_seconds_count{mode="light",outcome="scored"} 1');
		expect(counted).toContain("sightline_store_up 1");
		expect(counted).not.toMatch(/example\.com|192\.0/);
	});

	it("shows no metrics by default", async () => {
		const { live } = await openTestLive();
		expect(await live.metrics(new Request("https://audit.example.org/metrics"))).toBeUndefined();
	});

	it("refuses wrong settings, with advice", async () => {
		const facts = async () => ({
			wall: [],
			logSize: 0,
			lastRun: null,
			removed: [],
			lightAudits: () => [],
			agencies: new Map(),
			embedded: () => undefined,
		});
		const open = (environment: Record<string, string>) =>
			openLive(readEnvironment(environment), facts, { log: "nowhere" });
		await expect(open({ SIGHTLINE_ADAPTER: "vercel" })).rejects.toThrow(/DATABASE_URL is not set\..*Set DATABASE_URL/);
		const noSecret = open({ SIGHTLINE_ADAPTER: "vercel", DATABASE_URL: "postgres://nobody@127.0.0.1:1/x" });
		await expect(noSecret).rejects.toThrow(/SIGHTLINE_SECRET is not set\..*Set SIGHTLINE_SECRET/);
		for (const name of ["SIGHTLINE_LIMITS", "SIGHTLINE_TRUSTED_PROXIES", "SIGHTLINE_TOKEN_KEYS", "SIGHTLINE_BOT_KEY"])
			await expect(open({ [name]: "nonsense" }), name).rejects.toMatchObject({ code: "input-invalid" });
	});

	if (FULL)
		it("lets the process exit when closed, including its auditor's threads", async () => {
			const { folder } = await openTestLive();
			const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
			const code = `const { openLive } = await import(${at("./open-live.ts")});
const { readEnvironment } = await import(${at("../../config/environment.ts")});
const settings = readEnvironment({ SIGHTLINE_DATA: ${JSON.stringify(folder)}, SIGHTLINE_METRICS: "1" });
const live = await openLive(settings, async () => ({ wall: [], logSize: 0, lastRun: null, removed: [], agencies: new Map() }));
await live.metrics(new Request("http://localhost/metrics"));
await Promise.all([live.close(1000), live.close(0)]);`;
			const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
				stdio: ["ignore", "pipe", "inherit"],
			});
			const [lines, [exit]] = await Promise.all([text(child.stdout), once(child, "exit")]);
			expect(exit).toBe(0);
			expect(
				lines
					.split("\n")
					.filter(Boolean)
					.map((line) => JSON.parse(line).msg),
			).toEqual(["opened", "stopping", "stopped"]);
		});
});
