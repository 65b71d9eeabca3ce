import { cp, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { publishedSite } from "./published-places.ts";
import { type LogHome, sealLog } from "./seal.ts";
import { addReceipt, makeHome } from "./sealing.testkit.ts";

let server: Server;
let address = "";
/** The published checkpoint; undefined if there is none. */
let live: string | undefined;
beforeEach(async () => {
	live = undefined;
	server = createServer((request, response) => {
		const is = request.url === "/site/log/checkpoint" && live !== undefined;
		response.writeHead(is ? 200 : 404).end(is ? live : "");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/site`;
});
afterEach(() => server.close());

const homeOf = () => makeHome({ places: [publishedSite(address)] });
const publish = async ({ reports }: LogHome) => {
	live = await readFile(join(reports, "log", "checkpoint"), "utf8");
};

/** A second checkout of the same reports on another machine. */
async function cloneOf({ reports }: LogHome): Promise<LogHome> {
	const clone = await homeOf();
	await cp(reports, clone.reports, { recursive: true });
	return clone;
}

describe("a seal that knows where its log is published", () => {
	it("begins if nothing is published, and extends what it has published", async () => {
		const home = await homeOf();
		for (const site of [1, 2, 3]) {
			await addReceipt(home.reports, site);
			expect(await sealLog({}, home)).toMatchObject({ size: site });
			await publish(home);
		}
	});

	it("signs nothing if another copy has published more, or a different tree of the same size", async () => {
		const one = await homeOf();
		await addReceipt(one.reports, 1);
		await sealLog({}, one);
		await publish(one);
		const two = await cloneOf(one);
		await addReceipt(one.reports, 2);
		await addReceipt(two.reports, 3);
		await sealLog({}, one);
		await publish(one);
		const before = await readFile(join(two.reports, "log", "checkpoint"), "utf8");
		await expect(sealLog({}, two)).rejects.toMatchObject({
			code: "log-changed",
			message: expect.stringMatching(/ahead of this one: it has 2 leaves, this one has 1.*git pull/),
		});
		expect(await readFile(join(two.reports, "log", "checkpoint"), "utf8")).toBe(before);
		await sealLog({}, { ...two, places: [] });
		await addReceipt(two.reports, 4);
		await expect(sealLog({}, two)).rejects.toMatchObject({ message: expect.stringContaining("differs from this one") });
	});

	it("signs nothing if the site does not respond, or shows a checkpoint of another log", async () => {
		const home = await homeOf();
		await addReceipt(home.reports, 1);
		const away = { ...home, places: [publishedSite("http://127.0.0.1:1")] };
		await expect(sealLog({}, away)).rejects.toMatchObject({ code: "connection-failed" });
		live = "not a checkpoint\n";
		await expect(sealLog({}, home)).rejects.toMatchObject({ code: "log-malformed" });
		live = undefined;
		expect(await sealLog({}, home)).toMatchObject({ size: 1 });
	});

	it("signs nothing if the address has no log although this one has begun", async () => {
		const home = await homeOf();
		await addReceipt(home.reports, 1);
		const first = await sealLog({}, home);
		expect([first.comparedWith, first.notes.join()]).toEqual([
			undefined,
			expect.stringContaining("nothing to compare with"),
		]);
		await addReceipt(home.reports, 2);
		await expect(sealLog({}, home)).rejects.toMatchObject({
			code: "log-changed",
			message: expect.stringMatching(/Nothing is published at .*LOG_PUBLISHED_URL/),
		});
		const branch = { name: "main", todo: "", look: async () => ({ text: undefined }) };
		const sealed = await sealLog({}, { ...home, places: [branch] });
		expect([sealed.size, sealed.comparedWith, sealed.notes.length]).toEqual([2, undefined, 1]);
	});

	it("needs a name before it begins", async () => {
		const home = await makeHome({ isNamed: false });
		await addReceipt(home.reports, 1);
		await expect(sealLog({}, home)).rejects.toMatchObject({
			code: "input-invalid",
			message: expect.stringMatching(/no name yet.*SIGHTLINE_BASE_URL/),
		});
	});
});
