import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { FakeSite, type Reply } from "#evidence/fake-site.testkit.ts";
import { findRemovalRequests } from "./removal.ts";

const ID = "a".repeat(64);
const OTHER = "b".repeat(64);
const FILE = "https://example.com/.well-known/sightline.json";

function look({ records = [], web = {} }: { records?: readonly string[]; web?: Record<string, Reply | string> }) {
	const asked: string[] = [];
	const client = new FakeSite({ "https://example.com/": "", ...web });
	const readTxt = async (name: string) => {
		asked.push(name);
		return records;
	};
	return findRemovalRequests("example.com", { readTxt, client }).then((found) => ({ ...found, asked, client }));
}

describe("the owner's request in DNS", () => {
	it.each([
		[["sightline-remove=all"], "all"],
		[["v=spf1 -all", `sightline-remove=${ID}`], [ID]],
		[
			[`sightline-remove=${ID}`, `sightline-remove=${OTHER}`, `sightline-remove=${ID}`],
			[ID, OTHER],
		],
		[[`sightline-remove=${ID}`, "sightline-remove=all"], "all"],
	])("is %j", async (records, receipts) => {
		const { requests, asked } = await look({ records });
		expect(asked).toEqual(["_sightline.example.com"]);
		expect(requests).toMatchObject([{ place: "dns", receipts }]);
	});

	it.each([
		[[]],
		[["v=spf1 include:_spf.example.com"]],
		[["sightline-remove=everything"]],
		[["sightline-remove=all "]],
		[["Sightline-remove=all"]],
		[["not sightline-remove=all"]],
		[[`sightline-remove=${ID.toUpperCase()}`]],
	])("is not %j", async (records) => {
		const { requests, looked } = await look({ records });
		expect(requests).toEqual([]);
		expect(looked).toMatchObject([
			{ place: "dns", answered: true },
			{ place: "well-known", answered: true },
		]);
	});

	it("records the found text verbatim", async () => {
		const { requests } = await look({ records: ["other", `sightline-remove=${ID}`] });
		expect(requests[0]?.found).toBe(`sightline-remove=${ID}`);
	});
});

describe("the owner's request in a file of the site", () => {
	it.each([
		['{"remove":"all"}', "all"],
		[`{"remove":["${ID}"],"agency":{"name":"of others"},"v":7}`, [ID]],
	])("is %s", async (body, receipts) => {
		expect((await look({ web: { [FILE]: body } })).requests).toMatchObject([{ place: "well-known", receipts }]);
	});

	it.each([
		"{}",
		'{"verify":"all"}',
		'{"remove":"ALL"}',
		'{"remove":[]}',
		'{"remove":true}',
		`{"remove":["${ID}","all"]}`,
		`{"remove":"${ID}"}`,
		"<!doctype html><title>remove all</title>",
		"",
		"null",
		'["remove","all"]',
	])("is not %s", async (body) => {
		expect((await look({ web: { [FILE]: body } })).requests).toEqual([]);
	});

	it("may be behind a redirect on the same host; another host is not contacted", async () => {
		const moved = (location: string) => ({ status: 302, headers: { location } });
		const same = await look({ web: { [FILE]: moved("/s.json"), "https://example.com/s.json": '{"remove":"all"}' } });
		expect(same.requests).toHaveLength(1);
		for (const away of [
			"https://evil.example.net/s.json",
			"https://www.example.com/s.json",
			"http://example.com/s.json",
			"https://example.com:8443/s.json",
			"//evil.example.net/s.json",
		]) {
			const { requests, client, looked } = await look({
				web: { [FILE]: moved(away), "https://evil.example.net/s.json": '{"remove":"all"}' },
			});
			expect(requests, away).toEqual([]);
			expect(client.requests, away).toEqual([FILE]);
			expect(looked[1]).toMatchObject({ answered: true, says: expect.stringContaining("redirects to") });
		}
	});

	it("stops at a redirect loop", async () => {
		const { requests, client } = await look({ web: { [FILE]: { status: 302, headers: { location: FILE } } } });
		expect(requests).toEqual([]);
		expect(client.requests.length).toBeLessThan(6);
	});

	it("requires status 200", async () => {
		expect((await look({ web: { [FILE]: { status: 404, body: '{"remove":"all"}' } } })).requests).toEqual([]);
		const { looked, requests } = await look({ web: { [FILE]: { status: 503, body: '{"remove":"all"}' } } });
		expect(requests).toEqual([]);
		expect(looked[1]?.answered, "a server that is down says nothing").toBe(false);
	});

	it("is refused with an untrusted certificate", async () => {
		const reply = { body: '{"remove":"all"}', badCertificate: "CERT_HAS_EXPIRED" };
		const { requests, looked } = await look({ web: { [FILE]: reply } });
		expect(requests).toEqual([]);
		expect(looked[1]?.answered).toBe(false);
	});
});

describe("both places", () => {
	it("put a request for everything first", async () => {
		const { requests } = await look({ records: [`sightline-remove=${ID}`], web: { [FILE]: '{"remove":"all"}' } });
		expect(requests.map(({ place, receipts }) => [place, receipts])).toEqual([
			["well-known", "all"],
			["dns", [ID]],
		]);
	});

	it("are independent: one failure is reported", async () => {
		const readTxt = async () => {
			throw new Failure("name-lookup-failed", { what: "The name servers did not answer." });
		};
		const { looked, requests } = await findRemovalRequests("example.com", {
			readTxt,
			client: new FakeSite({ [FILE]: '{"remove":"all"}' }),
		});
		expect(requests).toHaveLength(1);
		expect(looked[0]).toMatchObject({ answered: false, says: "The name servers did not answer." });
	});

	it("do not mistake a bug for a result", async () => {
		const readTxt = async () => {
			throw new TypeError("a bug");
		};
		await expect(findRemovalRequests("example.com", { readTxt, client: new FakeSite({}) })).rejects.toThrow("a bug");
	});
});
