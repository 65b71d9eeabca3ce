import { describe, expect, it } from "vitest";
import { collectHome } from "./collect-home.ts";
import { collectLinkedHost } from "./collect-probes.ts";
import { HOME, openSource, TARGET } from "./open-source.testkit.ts";

const OLD = "https://shop.acme-shoes.com";
const nav = (...addresses: readonly string[]) =>
	`<nav>${addresses.map((address) => `<a href="${address}">Go</a>`).join("")}</nav>`;
const MOVED = nav(`${OLD}/a`, `${OLD}/b`, `${OLD}/c`, "/d");

async function look(page: string, more: Parameters<typeof openSource>[0] = {}, kind?: "folder") {
	const { source, site } = openSource({ "/": page, ...more }, kind);
	const { page: home } = await collectHome(source, TARGET);
	return { seen: await collectLinkedHost(source, TARGET, home), site };
}

describe("collectLinkedHost", () => {
	it("finds that the host of most links has no name", async () => {
		const { seen } = await look(MOVED);
		expect(seen).toMatchObject({
			state: "found",
			url: HOME,
			value: { host: "shop.acme-shoes.com", by: "navigation", links: 3, of: 4, failure: "name-not-found" },
		});
	});

	it("finds that it answers, whatever it answers", async () => {
		const { seen } = await look(MOVED, { [`${OLD}/robots.txt`]: { status: 503 } });
		expect(seen).toMatchObject({ state: "found", value: { failure: null } });
	});

	it("finds that it refuses connections by either scheme", async () => {
		const failure = "connection-refused";
		const { seen, site } = await look(MOVED, {
			[`${OLD}/robots.txt`]: { failure },
			[`${OLD.replace("https", "http")}/robots.txt`]: { failure },
		});
		expect(seen).toMatchObject({ state: "found", value: { failure } });
		expect(site.requests.filter((url) => url.includes("//shop."))).toHaveLength(2);
	});

	it("looks at the canonical link where the navigation stays", async () => {
		const { seen } = await look(`<link rel="canonical" href="${OLD}/">${nav("/a", "/b", "/c")}`);
		expect(seen).toMatchObject({
			state: "found",
			value: { host: "shop.acme-shoes.com", by: "canonical", failure: "name-not-found" },
		});
	});

	it.each([
		["links that stay", nav("/a", "/b", "/c")],
		["half of the links", nav(`${OLD}/a`, `${OLD}/b`, `${OLD}/c`, "/d", "/e", "/f")],
		["one address, many times", nav(`${OLD}/a`, `${OLD}/a`, `${OLD}/a`, "/d")],
		["fewer than three links", nav(`${OLD}/a`, `${OLD}/b`)],
		["a host that nobody can reach", nav("http://localhost/a", "http://localhost/b", "http://localhost/c")],
	])("asks nothing for %s", async (_, page) => {
		const { seen, site } = await look(page);
		expect(seen).toMatchObject({ state: "failed", code: "not-shown" });
		expect(site.requests.every((url) => url.startsWith(HOME))).toBe(true);
	});
});
