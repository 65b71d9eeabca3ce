import { createSocket, type Socket } from "node:dgram";
import { afterEach, describe, expect, it } from "vitest";
import { startNameServer } from "./name-server.testkit.ts";
import { createTxtRecordReader } from "./txt-records.ts";

const closing: (() => void)[] = [];
afterEach(() => {
	for (const close of closing.splice(0)) close();
});

async function ask(zone: Parameters<typeof startNameServer>[0], name: string) {
	const server = await startNameServer(zone);
	closing.push(server.close);
	return createTxtRecordReader({ servers: [server.address], timeout: 300 })(name);
}

describe("TXT records, asked of a name server on this machine", () => {
	it("gives each record, joined from its pieces", async () => {
		const zone = { "_sightline.example.com": [["sightline-", "remove=all"], ["v=other"]] };
		expect((await ask(zone, "_sightline.example.com")).toSorted()).toEqual(["sightline-remove=all", "v=other"]);
	});

	it("gives none where there is no such name, or only other records", async () => {
		expect(await ask({}, "_sightline.example.com")).toEqual([]);
		expect(await ask({ "_sightline.example.com": [] }, "_sightline.example.com")).toEqual([]);
	});

	it("says that nothing is known where the server fails", async () => {
		await expect(ask({ "_sightline.example.com": "servfail" }, "_sightline.example.com")).rejects.toMatchObject({
			code: "name-lookup-failed",
			message: expect.stringContaining("ESERVFAIL"),
		});
	});

	it("gives up on a server that never answers", async () => {
		const silent: Socket = createSocket("udp4");
		closing.push(() => silent.close());
		await new Promise<void>((resolve) => silent.bind(0, "127.0.0.1", resolve));
		const reader = createTxtRecordReader({ servers: [`127.0.0.1:${silent.address().port}`], timeout: 100 });
		await expect(reader("_sightline.example.com")).rejects.toMatchObject({ code: "name-lookup-failed" });
	});
});
