import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "#core/failure.ts";
import { NameLookups, type NameLookupsOptions } from "./name-lookups.ts";
import { networkFailure } from "./network-failure.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

/** A resolver that never answers for names below `silent.`, and records lookups. */
function fakeResolver() {
	const asked: string[] = [];
	const ended: string[] = [];
	const resolve: NameLookupsOptions["resolve"] = (host, signal) => {
		asked.push(host);
		if (!host.startsWith("silent")) return Promise.resolve(["93.184.0.1"]);
		return new Promise((_, reject) => {
			signal.addEventListener("abort", () => {
				ended.push(host);
				reject(signal.reason);
			});
		});
	};
	return { asked, ended, resolve };
}

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}.example.com`);
const codeOf = (lookup: Promise<unknown>) =>
	lookup.then(
		() => "found",
		(error: Error) => (error instanceof Failure ? error.code : error.name),
	);

describe("lookups of one process", () => {
	it("limit the slots of one caller, so that others are served at once", async () => {
		const { asked, resolve } = fakeResolver();
		const lookups = new NameLookups({ resolve, atOnce: 6, atOncePerCaller: 4 });
		const audits = Array.from({ length: 5 }, () => lookups.open({ caller: "attacker" }));
		const silent = audits.flatMap((audit, at) => named(`silent${at}-`, 10).map((host) => codeOf(audit.resolve(host))));
		const bystander = lookups.open({ caller: "bystander" });
		const answers = named("site", 20).map((host) => bystander.resolve(host));
		// No clock has moved, so nobody waited for a timeout.
		expect(await Promise.all(answers)).toHaveLength(20);
		expect(asked.filter((host) => host.startsWith("silent"))).toHaveLength(4);
		await vi.runAllTimersAsync();
		expect(new Set(await Promise.all(silent))).toEqual(new Set(["name-lookup-failed", "overloaded"]));
	});

	it("give free slots to callers in turn", async () => {
		const { asked, resolve } = fakeResolver();
		const lookups = new NameLookups({ resolve, atOnce: 2, atOncePerCaller: 2, turnMs: 60_000 });
		const ask = (caller: string, host: string) => codeOf(lookups.open({ caller, timeout: 1_000 }).resolve(host));
		const all = ["a", "b", "c"].flatMap((caller) => named(`silent-${caller}`, 4).map((host) => ask(caller, host)));
		await vi.runAllTimersAsync();
		await Promise.all(all);
		const callers = asked.map((host) => host.charAt("silent-".length)).join("");
		expect(callers).toHaveLength(12);
		for (const caller of "bc") expect(callers.slice(0, 6).split(caller).length - 1).toBeGreaterThanOrEqual(1);
	});

	it("report our limit if a turn did not come, and time out only from the turn on", async () => {
		const { asked, resolve } = fakeResolver();
		const lookups = new NameLookups({ resolve, atOnce: 1, atOncePerCaller: 1, turnMs: 1_500 });
		const audit = lookups.open({ timeout: 1_000 });
		const all = named("silent", 3).map((host) => codeOf(audit.resolve(host)));
		await vi.advanceTimersByTimeAsync(1_000);
		expect(asked).toHaveLength(2);
		await vi.advanceTimersByTimeAsync(500);
		expect(await all[2]).toBe("overloaded");
		await vi.advanceTimersByTimeAsync(500);
		expect(await Promise.all(all)).toEqual(["name-lookup-failed", "name-lookup-failed", "overloaded"]);
		expect(asked).toHaveLength(2);
	});

	it("end with their audit, not with other audits", async () => {
		const { asked, ended, resolve } = fakeResolver();
		const lookups = new NameLookups({ resolve, atOnce: 3, atOncePerCaller: 3 });
		const [one, other] = [lookups.open({ caller: "a" }), lookups.open({ caller: "a" })];
		const all = named("silent-one", 5).map((host) => codeOf(one.resolve(host)));
		const going = codeOf(other.resolve("silent-other.example.com"));
		one.close();
		expect(await Promise.all(all)).toEqual(Array.from({ length: 5 }, () => "AbortError"));
		expect(ended).toHaveLength(3);
		await vi.advanceTimersByTimeAsync(0);
		expect(asked.at(-1)).toBe("silent-other.example.com");
		await expect(one.resolve("www.example.com")).rejects.toThrow("abort");
		await vi.runAllTimersAsync();
		expect(await going).toBe("name-lookup-failed");
	});

	it("do not repeat a silent name for the same caller, for some seconds", async () => {
		const { asked, resolve } = fakeResolver();
		const lookups = new NameLookups({ resolve });
		const ask = (caller: string) => codeOf(lookups.open({ caller, timeout: 1_000 }).resolve("silent.example.com"));
		const first = ask("a");
		await vi.advanceTimersByTimeAsync(1_000);
		expect([await first, await ask("a")]).toEqual(["name-lookup-failed", "name-lookup-failed"]);
		expect(asked).toHaveLength(1);
		const second = ask("b");
		expect(asked).toHaveLength(2);
		await vi.advanceTimersByTimeAsync(6_000);
		expect(await second).toBe("name-lookup-failed");
		ask("a");
		expect(asked).toHaveLength(3);
	});

	it("cache no addresses: each connection is vetted with a current response", async () => {
		const { asked, resolve } = fakeResolver();
		const audit = new NameLookups({ resolve }).open();
		await audit.resolve("www.example.com");
		await audit.resolve("www.example.com");
		expect(asked).toHaveLength(2);
	});

	it("fail if a site leads one audit to more than 100 names", async () => {
		const { asked, resolve } = fakeResolver();
		const lookups = new NameLookups({ resolve });
		const audit = lookups.open();
		const codes = await Promise.all(named("host", 120).map((host) => codeOf(audit.resolve(host))));
		expect(codes.filter((code) => code === "request-budget")).toHaveLength(20);
		expect(asked).toHaveLength(100);
		expect(await audit.resolve("host0.example.com")).toHaveLength(1);
		expect(await lookups.open().resolve("host110.example.com")).toHaveLength(1);
	});

	it("stop for a site with 4 silent names, within that audit", async () => {
		const { asked, resolve } = fakeResolver();
		const lookups = new NameLookups({ resolve });
		const audit = lookups.open({ caller: "a", timeout: 1_000 });
		expect(await audit.resolve("www.example.com")).toHaveLength(1);
		const first = named("silent", 4).map((host) => codeOf(audit.resolve(host)));
		await vi.advanceTimersByTimeAsync(1_000);
		expect(new Set(await Promise.all(first))).toEqual(new Set(["name-lookup-failed"]));
		expect(await codeOf(audit.resolve("silent-more.example.com"))).toBe("name-lookup-failed");
		expect(asked).toHaveLength(5);
		for (const host of ["www.example.com", "silent.example.net"]) codeOf(audit.resolve(host));
		codeOf(lookups.open({ caller: "a" }).resolve("silent-more.example.com"));
		expect(asked).toHaveLength(8);
	});

	it("do not wait for a resolver that ignores its signal", async () => {
		const lookups = new NameLookups({ resolve: () => new Promise(() => {}) });
		const asked = codeOf(lookups.open().resolve("www.example.com"));
		await vi.advanceTimersByTimeAsync(5_000);
		expect(await asked).toBe("name-lookup-failed");
	});

	it("pass on the resolver's error", async () => {
		const resolve = () => Promise.reject(networkFailure("name-not-found", "example.com"));
		await expect(new NameLookups({ resolve }).open().resolve("example.com")).rejects.toBeInstanceOf(Failure);
	});
});
