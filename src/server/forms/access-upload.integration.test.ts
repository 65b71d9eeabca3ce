import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { AccessReport } from "#core/access/access-report.ts";
import { AccessResults } from "#people/access/access-results.ts";
import { addUser } from "#people/agencies/agency-rows.testkit.ts";
import { KEY_PREFIX } from "#people/keys/api-keys.ts";
import { describeDatabases, type TestDatabases } from "#store/database.testkit.ts";
import { createFakeApp } from "../api/live-app.testkit.ts";
import { stubPeople } from "../api/people.testkit.ts";
import { StubLimits } from "../api/serve.testkit.ts";
import { collectGarbage } from "../collect-garbage.testkit.ts";
import { ownAccess } from "../pages/people-file.ts";
import { answerAccessUpload } from "./access-upload.ts";

const { baseUrl } = createFakeApp();
const ORIGIN = new URL(baseUrl).origin;
const GOOGLE = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const DAY = 86_400_000;
const SECRET = "q=secret123";

function line(day: number, status = 200, address = "66.249.66.1"): string {
	const [, date, month, year] = new Date(day).toUTCString().split(" ");
	return `${address} - - [${date}/${month}/${year}:12:00:00 +0000] "GET /a?${SECRET} HTTP/1.1" ${status} 10 "-" "${GOOGLE}"`;
}

const LOG = `${line(Date.now() - DAY)}\nnot a line\n`;
const CLOSED = {
	agents: ["gptbot"],
	rules: [{ allow: false, pattern: "/", line: 2, text: "Disallow: /" }],
	line: 1,
};
const BY_KEY = { Authorization: `Bearer ${KEY_PREFIX}good` };
const BY_PAGE = { Cookie: "session=good", Origin: ORIGIN };

async function start({ open }: TestDatabases) {
	const database = await open();
	const account = await addUser(database, "ann@example.com");
	const limits = new StubLimits();
	const faults: unknown[] = [];
	const access = new AccessResults({ database, baseUrl });
	const people = stubPeople({
		access,
		accounts: {
			session: async (cookie) => (cookie === "session=good" ? ({ account: { id: account } } as never) : undefined),
		},
		keys: {
			holderOf: async (key: string) =>
				key === `${KEY_PREFIX}good`
					? { account, scopes: ["audit:read", "audit:write"] }
					: key === `${KEY_PREFIX}reads`
						? { account, scopes: ["audit:read"] }
						: undefined,
		} as never,
		watched: {
			get: async (_, domain) =>
				domain === "other.example"
					? undefined
					: ({ domain, control: { since: domain === "example.com" ? "x" : undefined } } as never),
		},
	});
	const context = {
		app: createFakeApp(),
		people,
		limits,
		clientAddress: (peer: string) => peer,
		addressKey: (address: string) => address,
		fault: (error: unknown) => faults.push(error),
		verifyToken: async () => ({ refused: "none" }) as never,
	};
	const send = async (body: BodyInit | null, headers: Record<string, string> = BY_KEY, path = "example.com") => {
		const [domain, query = ""] = path.split("?");
		const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
		const request = new Request(`${baseUrl}/dashboard/${domain}/logs?${query}`, init);
		const response = await answerAccessUpload(context, request, "192.0.2.9", domain);
		return [response.status, (await response.json()) as Record<string, unknown>] as const;
	};
	return { account, access, send, faults, database };
}

const requests = (report: AccessReport | undefined) => report?.bots[0]?.verified?.requests;

describeDatabases((databases) => {
	it("a log is counted and not stored, by key and page, plain and compressed", async () => {
		const { account, access, send, database } = await start(databases);
		expect(await send(LOG)).toEqual([
			200,
			expect.objectContaining({
				domain: "example.com",
				lines: { read: 2, unread: 1, otherHosts: 0 },
				bots: ["Googlebot"],
			}),
		]);
		expect((await send(gzipSync(`${line(Date.now() - 2 * DAY)}\n`), BY_PAGE))[0]).toBe(200);
		const kept = await access.get(account, "example.com");
		expect(requests(kept?.report)).toBe(2);
		expect(kept?.report.bots[0]?.days).toHaveLength(2);
		const row = await database.sql.selectFrom("access_result").selectAll().executeTakeFirstOrThrow();
		const all = `${kept?.state} ${row.report} ${row.digests}`;
		expect(all).not.toContain("66.249.66.1");
		expect(all).not.toContain("secret123");
		await access.forget(account);
		expect(await access.get(account, "example.com")).toBeUndefined();
	});

	it("concurrent logs are each counted once", async () => {
		const { account, access, send } = await start(databases);
		const logs = Array.from({ length: 6 }, (_, at) => `${line(Date.now() - (at + 1) * DAY)}\n`);
		const answers = await Promise.all([...logs, ...logs].map((log) => send(log)));
		expect(answers.filter(([status]) => status === 200)).toHaveLength(6);
		expect(requests((await access.get(account, "example.com"))?.report)).toBe(6);
	});

	it("an audit shows which of its pages each bot got, and what robots.txt says to other bots", async () => {
		const { account, access, send } = await start(databases);
		const training = line(Date.now() - DAY, 200, "20.171.206.10").replace("Googlebot", "GPTBot");
		await send(`${LOG}${training}\n`);
		const robots = { state: "found", url: "https://example.com/robots.txt", value: { groups: [CLOSED] } };
		const responses = [{ url: "https://example.com/b", status: 200 }];
		const people = {
			access,
			watched: { get: async () => ({ control: { since: "x" } }) },
			audits: { evidence: async () => ({ evidence: { robots } }) },
		};
		const beside = { receipt: { domain: "example.com", responses, evidenceDigest: "" } };
		const found = await ownAccess(people as never, account, "example.com", beside as never);
		expect(found?.report.bots[0]?.site).toEqual({ fetched: 0, of: 2, missed: ["/", "/b"] });
		expect(found?.report.engines?.find(({ name }) => name === "GPTBot")?.says).toContain('(line 2: "Disallow: /")');
		const without = { ...people, audits: { evidence: async () => undefined } };
		const old = await ownAccess(without as never, account, "example.com", beside as never);
		expect(old?.report.engines?.find(({ name }) => name === "GPTBot")).toMatchObject({ robots: "unknown" });
	});

	it("a log without requests, such as a CDN's test, may be sent again, but no other", async () => {
		const { send } = await start(databases);
		const test = gzipSync('{"content":"test"}');
		expect([(await send(test))[0], (await send(test))[0]]).toEqual([200, 200]);
		expect([(await send(LOG))[0], (await send(LOG))[0]]).toEqual([200, 400]);
	});

	it("a newly refused bot is reported once in the domain's alerts", async () => {
		const { account, send, database } = await start(databases);
		const setting = { account, domain: "example.com", mail: 1, least: 0 };
		await database.sql
			.insertInto("alert_setting")
			.values(setting as never)
			.execute();
		const before = Array.from({ length: 20 }, (_, at) => line(Date.now() - (at + 9) * DAY)).join("\n");
		await send(before);
		const refused = Array.from({ length: 6 }, (_, at) => line(Date.now() - (at + 1) * DAY, 403)).join("\n");
		expect((await send(refused))[1]).toMatchObject({ changes: [{ kind: "newly-refused", token: "Googlebot" }] });
		await send(`${refused}\n${line(Date.now() - DAY, 403)}`);
		const messages = await database.sql.selectFrom("alert_message").selectAll().execute();
		expect(messages.map(({ channel, content }) => [channel, JSON.parse(content).text])).toEqual([
			["mail", expect.stringContaining("Your server began to refuse Googlebot")],
		]);
	});

	it("a log is refused without control of the domain or in other formats, and nothing is stored", async () => {
		const { account, access, send, faults } = await start(databases);
		const cases: readonly (readonly [number, ...Parameters<typeof send>])[] = [
			[401, LOG, {}],
			[401, LOG, { Cookie: "session=good", Origin: "https://evil.example" }],
			[401, LOG, { Authorization: `Bearer ${KEY_PREFIX}bad` }],
			[403, LOG, { Authorization: `Bearer ${KEY_PREFIX}reads` }],
			[404, LOG, BY_KEY, "unproved.example"],
			[404, LOG, BY_KEY, "other.example"],
			[404, LOG, BY_KEY, "not%20a%20domain"],
			[400, LOG, BY_KEY, "example.com?proxies=11"],
			[400, LOG, BY_KEY, "example.com?format=%24status"],
			[400, gzipSync(LOG.repeat(50)).subarray(0, 40)],
			[400, "BZh91AY&SY"],
			[413, LOG, { ...BY_KEY, "Content-Length": String(300 * 1024 * 1024) }],
		];
		for (const [status, ...request] of cases)
			expect([request[2], (await send(...request))[0]]).toEqual([request[2], status]);
		expect(await access.get(account, "example.com")).toBeUndefined();
		expect(faults).toEqual([]);
	});

	it("a log of 40 MB takes no more memory than a small one", async () => {
		const { send } = await start(databases);
		const piece = Buffer.from(`${line(Date.now() - DAY)}\n`.repeat(2_000));
		const buffers = () => {
			// Memory of collected garbage is not in use.
			collectGarbage();
			return process.memoryUsage().arrayBuffers;
		};
		const before = buffers();
		let [left, most] = [Math.ceil(40e6 / piece.length), 0];
		const body = new ReadableStream({
			pull(controller) {
				if (left % 20 === 0) most = Math.max(most, buffers() - before);
				if (left-- > 0) controller.enqueue(new Uint8Array(piece));
				else controller.close();
			},
		});
		expect((await send(body))[0]).toBe(200);
		expect(most).toBeGreaterThan(0);
		expect(most).toBeLessThan(20e6);
	}, 60_000);
});
