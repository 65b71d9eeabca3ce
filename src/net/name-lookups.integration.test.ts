import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NameLookups } from "./name-lookups.ts";
import { createResolver } from "./name-resolver.ts";
import { type NameServer, startNameServer } from "./name-server.testkit.ts";

let server: NameServer;
beforeAll(async () => {
	server = await startNameServer((name) =>
		name.startsWith("silent") ? { a: "silent", aaaa: "silent" } : { a: ["93.184.0.1"] },
	);
});
afterAll(() => server.close());

describe("names whose servers never answer, asked for by one caller", () => {
	it("keep neither the names of others nor files waiting, and leave nothing behind", async () => {
		const resolve = createResolver({ servers: [server.address], hostsFile: async () => [] });
		const lookups = new NameLookups({ resolve });
		const descriptors = () => (process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0);
		const before = descriptors();
		const attacks = Array.from({ length: 5 }, () => lookups.open({ caller: "attacker" }));
		let given = 0;
		const silent = attacks
			.flatMap((audit, at) => Array.from({ length: 30 }, (_, n) => audit.resolve(`silent-${at}-${n}.example.com`)))
			.map((lookup) => lookup.catch(() => undefined).then(() => given++));
		const bystander = lookups.open({ caller: "bystander" });
		for (let n = 0; n < 25; n++) {
			expect(await bystander.resolve(`site-${n}.example.com`)).toEqual(["93.184.0.1"]);
			expect((await readFile(import.meta.filename)).length).toBeGreaterThan(0);
		}
		// All of that was done while every one of the silent names was still being waited for.
		expect(given).toBe(0);
		for (const audit of attacks) audit.close();
		await Promise.all(silent);
		await bystander.resolve("site.example.com");
		expect(descriptors()).toBeLessThanOrEqual(before);
	});
});
