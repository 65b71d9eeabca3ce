import { describe, expect, it } from "vitest";
import { openTestInternet, whyNoTestInternet } from "./test-internet.testkit.ts";

const missing = whyNoTestInternet();
const HOME = "<!doctype html><html lang=en><title>A</title><main><h1>A site</h1><p>Words of it.</p></main>";

describe.skipIf(missing !== undefined)(`an Internet of our own${missing ? ` (skipped: ${missing})` : ""}`, () => {
	it("resolves names, serves sites by HTTP and HTTPS, sees what goes inward", { timeout: 60_000 }, async () => {
		const internet = await openTestInternet({
			hosts: {
				"a.example.com": { paths: { "/": HOME } },
				"inward.example.com": { addresses: ["10.1.2.3"], paths: { "/": HOME } },
				"six.example.com": { addresses: ["fd00::7"] },
				"turns.example.com": { addresses: [["93.184.100.0"], ["127.0.0.1"]] },
			},
		});
		try {
			const script = `
				const { lookup } = await import("node:dns/promises");
				const statusOf = async (url) => { try { return (await fetch(url)).status } catch (error) { return error.cause?.code ?? "failed" } };
				const named = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);
				console.log(JSON.stringify([
					await statusOf("http://a.example.com/"), await statusOf("https://a.example.com/"), await statusOf("https://a.example.com/no"),
					await statusOf("http://inward.example.com/"), await statusOf("http://six.example.com:8080/"), await statusOf("http://none.example.com/"),
					await named("a.example.com"), await named("turns.example.com."), await named("turns.example.com."), await named("turns.example.com."),
				]));`;
			const { stdout, stderr } = await internet.start([process.execPath, "--input-type=module", "-e", script]).ended;
			expect(stderr).toBe("");
			const [http, https, nothing, inward, six, unknown, both, ...turns] = JSON.parse(stdout);
			expect([http, https, nothing]).toEqual([200, 200, 404]);
			expect([inward, six].every((code) => /ECONNRESET|UND_ERR_SOCKET/.test(code))).toBe(true);
			expect(unknown).toBe("ENOTFOUND");
			expect(both).toEqual(expect.arrayContaining(["93.184.100.0", "2a00:1450:4001:1::1"]));
			expect(turns).toEqual([["93.184.100.0"], ["127.0.0.1"], ["127.0.0.1"]]);
			const events = await internet.events();
			expect(events.filter(({ kind }) => kind === "inward")).toEqual([
				{ kind: "inward", address: "10.1.2.3", port: 80 },
				{ kind: "inward", address: "fd00::7", port: 8080 },
			]);
			expect(events.filter(({ kind }) => kind === "request")).toHaveLength(3);
		} finally {
			await internet.close();
		}
	});
});
