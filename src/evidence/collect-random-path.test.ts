import { describe, expect, it } from "vitest";
import { collectRandomPath, randomPath } from "./collect-random-path.ts";
import { to } from "./fake-site.testkit.ts";
import { HOME, openSource } from "./open-source.testkit.ts";

const SEED = "www.acme-shoes.com 2026-11-21T00:00:00.000Z";
const PATH = randomPath(SEED);

describe("collectRandomPath", () => {
	it("is absent where the site tells what is missing", async () => {
		const { source, site } = openSource({ "/": "home" });
		const url = new URL(PATH, HOME).href;
		expect(await collectRandomPath(source, HOME, SEED)).toEqual({ state: "absent", url, status: 404 });
		expect(site.requests).toContain(url);
	});

	it("is found where any address is answered with success", async () => {
		const { source } = openSource({ "/*": "home" });
		expect(await collectRandomPath(source, HOME, SEED)).toMatchObject({
			state: "found",
			value: { hops: [], status: 200 },
		});
	});

	it("is found where what is missing is sent to the home page", async () => {
		const { source } = openSource({ "/*": to("/"), "/": "home" });
		const seen = await collectRandomPath(source, HOME, SEED);
		expect(seen).toMatchObject({ state: "found", url: HOME, value: { hops: [{ status: 301, location: HOME }] } });
	});
});

describe("randomPath", () => {
	it("is the same for the same audit, and another for the next", () => {
		expect(PATH).toMatch(/^\/sightline-[0-9a-f]{16}$/);
		expect(randomPath(SEED)).toBe(PATH);
		expect(randomPath(`${SEED}1`)).not.toBe(PATH);
	});
});
