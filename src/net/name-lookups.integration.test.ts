import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { NameLookups, type Resolve, type ResolverOptions, readTxtRecords, resolveHost } from "./name-lookups.ts";
import { type NamedRecords, type NameServer, startNameServer, type Zone } from "./name-server.testkit.ts";

const servers: NameServer[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) server.close();
});

const never = new AbortController().signal;
const nobody = { addressesOf: async () => [] };
const FAST: ResolverOptions = { hostsFile: nobody, tryMs: 300, lateFamilyMs: 50 };
const resolverWith =
	(options: ResolverOptions): Resolve =>
	(host, signal) =>
		resolveHost(host, signal, options);

async function serverWith(zone: Parameters<typeof startNameServer>[0]): Promise<NameServer> {
	const server = await startNameServer(zone);
	servers.push(server);
	return server;
}

async function resolved(records: NamedRecords, options: ResolverOptions = FAST) {
	const server = await serverWith({ "www.example.com": records, "other.example.net": { a: ["93.184.0.9"] } });
	return resolverWith({ ...options, servers: [server.address] })("www.example.com", never);
}

describe("the addresses of a name", () => {
	it("are those of both families, IPv6 first", async () => {
		const both = { a: ["93.184.0.1", "93.184.0.2"], aaaa: ["2606:4700::1"] };
		expect(await resolved(both)).toEqual(["2606:4700::1", "93.184.0.1", "93.184.0.2"]);
		expect(await resolved({ a: ["93.184.0.1"] })).toEqual(["93.184.0.1"]);
		expect(await resolved({ aaaa: ["2606:4700::1"] })).toEqual(["2606:4700::1"]);
	});

	it("are found behind an alias", async () => {
		expect(await resolved({ alias: "other.example.net" })).toEqual(["93.184.0.9"]);
	});

	it("are queried again over TCP after a truncated response", async () => {
		expect(await resolved({ a: "truncated" })).toEqual(["93.184.0.77"]);
	});

	it("are queried from the next server if one is silent, refuses or fails", async () => {
		const good = await serverWith({ "www.example.com": { a: ["93.184.0.1"] } });
		for (const fault of ["silent", "refused", "servfail"] as const) {
			const bad = await serverWith({ "*": { a: fault, aaaa: fault } });
			const resolve = resolverWith({ ...FAST, servers: [bad.address, good.address] });
			expect(await resolve("www.example.com", never)).toEqual(["93.184.0.1"]);
		}
	});

	it("come from the hosts file if it has the name, without a query", async () => {
		const server = await serverWith({ "*": { a: ["93.184.0.1"] } });
		const hostsFile = { addressesOf: async (host: string) => (host === "www.example.com" ? ["10.0.0.1"] : []) };
		const resolve = resolverWith({ ...FAST, hostsFile, servers: [server.address] });
		expect(await resolve("www.example.com", never)).toEqual(["10.0.0.1"]);
		expect(server.asked).toEqual([]);
		expect(await resolve("example.com", never)).toEqual(["93.184.0.1"]);
	});

	it("are queried for that exact name, each time again", async () => {
		const server = await serverWith({ www: { a: ["93.184.0.1"] } });
		const resolve = resolverWith({ ...FAST, servers: [server.address] });
		await resolve("www", never);
		await expect(resolve("intranet", never)).rejects.toMatchObject({ code: "name-not-found" });
		await resolve("www", never);
		expect(server.asked.toSorted()).toEqual(["A intranet", "A www", "A www", "AAAA intranet", "AAAA www", "AAAA www"]);
	});

	it.each(["silent", "servfail", "no-such-name"] as const)(
		"are those of IPv4 where the server's answer for IPv6 is %s",
		async (aaaa) => {
			expect(await resolved({ a: ["93.184.0.1"], aaaa })).toEqual(["93.184.0.1"]);
		},
	);

	it("are IPv6 only if the server is silent about IPv4", async () => {
		expect(await resolved({ a: "silent", aaaa: ["2606:4700::1"] })).toEqual(["2606:4700::1"]);
	});

	it("are complete if the second family comes late", async () => {
		const server = await serverWith({ "www.example.com": { a: ["93.184.0.1"], aaaa: "late" } });
		const resolve = resolverWith({ ...FAST, lateFamilyMs: 2_000, servers: [server.address] });
		expect(await resolve("www.example.com", never)).toHaveLength(2);
	});
});

describe("a name without addresses", () => {
	it.each<[string, NamedRecords, string, string]>([
		["has other records", {}, "name-not-found", "ENODATA"],
		["fails", { a: "servfail", aaaa: "servfail" }, "name-lookup-failed", "ESERVFAIL"],
		["is refused", { a: "refused", aaaa: "refused" }, "name-lookup-failed", "EREFUSED"],
		["has a silent server", { a: "silent", aaaa: "silent" }, "name-lookup-failed", "ETIMEOUT"],
		["has none of IPv6, and IPv4 fails", { a: "servfail", aaaa: "nothing" }, "name-lookup-failed", "ESERVFAIL"],
		["is denied for IPv6, and IPv4 fails", { a: "servfail", aaaa: "no-such-name" }, "name-lookup-failed", "ESERVFAIL"],
		["has none of IPv4, and IPv6 fails", { a: "nothing", aaaa: "servfail" }, "name-lookup-failed", "ESERVFAIL"],
	])("that %s fails as such", async (_, records, code, system) => {
		await expect(resolved(records, { ...FAST, tries: 1 })).rejects.toMatchObject({
			code,
			message: expect.stringContaining(`(${system})`),
		});
	});

	it("that does not exist, or does not fit in a query, is not found", async () => {
		const { address } = await serverWith({});
		const resolve = resolverWith({ ...FAST, servers: [address] });
		for (const name of ["www.example.com", "a..example.com", `${"a".repeat(64)}.example.com`])
			await expect(resolve(name, never)).rejects.toMatchObject({ code: "name-not-found" });
	});

	it("is not the site's fault if none of our name servers listens", async () => {
		const server = await startNameServer({});
		server.close();
		await expect(resolverWith({ ...FAST, servers: [server.address] })("example.com", never)).rejects.toMatchObject({
			code: "overloaded",
			message: expect.stringContaining("resolv.conf"),
		});
	});
});

describe("a lookup", () => {
	it("ends with its signal, at once", async () => {
		const server = await serverWith({ "*": { a: "silent", aaaa: "silent" } });
		const resolve = resolverWith({ ...FAST, tryMs: 60_000, servers: [server.address] });
		const aborting = new AbortController();
		const reason = new Error("no longer wanted");
		const asked = resolve("www.example.com", aborting.signal);
		aborting.abort(reason);
		await expect(asked).rejects.toBe(reason);
		await expect(resolve("www.example.com", aborting.signal)).rejects.toBe(reason);
	});

	const count = FULL ? 10_000 : 500;
	it.runIf(process.platform === "linux")(
		`leaves no descriptor behind, answered or ended (${count} of each)`,
		async () => {
			const server = await serverWith({
				"www.example.com": { a: ["93.184.0.1"] },
				"*": { a: "silent", aaaa: "silent" },
			});
			const resolve = resolverWith({ ...FAST, tryMs: 60_000, servers: [server.address] });
			const descriptors = () => readdirSync("/proc/self/fd").length;
			await resolve("www.example.com", never);
			const before = descriptors();
			for (let done = 0; done < count; done += 50) {
				const aborting = new AbortController();
				const silent = Array.from({ length: 50 }, (_, at) => resolve(`${at}.example.com`, aborting.signal));
				const answered = Array.from({ length: 50 }, () => resolve("www.example.com", never));
				await Promise.all(answered);
				aborting.abort();
				await Promise.allSettled(silent);
			}
			expect(descriptors()).toBeLessThanOrEqual(before);
		},
	);
});

describe("TXT records", () => {
	const ask = async (zone: Zone, name: string) =>
		readTxtRecords(name, { servers: [(await serverWith(zone)).address], tryMs: 100, tries: 1 });

	it("are joined from their chunks", async () => {
		const zone = { "_sightline.example.com": { txt: [["sightline-", "remove=all"], ["v=other"]] } };
		expect((await ask(zone, "_sightline.example.com")).toSorted()).toEqual(["sightline-remove=all", "v=other"]);
	});

	it("are empty if the name does not exist, or has only other records", async () => {
		expect(await ask({}, "_sightline.example.com")).toEqual([]);
		expect(await ask({ "_sightline.example.com": {} }, "_sightline.example.com")).toEqual([]);
	});

	it("are unknown if the server fails or never responds", async () => {
		await expect(ask({ "*": { txt: "servfail" } }, "_sightline.example.com")).rejects.toMatchObject({
			code: "name-lookup-failed",
			message: expect.stringContaining("ESERVFAIL"),
		});
		await expect(ask({ "*": { txt: "silent" } }, "_sightline.example.com")).rejects.toMatchObject({
			code: "name-lookup-failed",
		});
	});
});

describe("names with silent servers, looked up by one caller", () => {
	it("delay neither other callers' lookups nor file access, and leave nothing behind", async () => {
		const server = await serverWith((name) =>
			name.startsWith("silent") ? { a: "silent", aaaa: "silent" } : { a: ["93.184.0.1"] },
		);
		const resolve = resolverWith({ hostsFile: nobody, servers: [server.address] });
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
		// All of this finished while the lookups of all silent names were still pending.
		expect(given).toBe(0);
		for (const audit of attacks) audit.close();
		await Promise.all(silent);
		await bystander.resolve("site.example.com");
		expect(descriptors()).toBeLessThanOrEqual(before);
	});
});
