import { describe, expect, it } from "vitest";
import { parseTarget } from "#core/target.ts";
import { collectSiblingHost, siblingOf } from "./collect-sibling-host.ts";
import { to } from "./fake-site.testkit.ts";
import { HOME, openSource, TARGET } from "./open-source.testkit.ts";

const APEX = "https://acme-shoes.com/";

describe("collectSiblingHost", () => {
	it("finds where the other host leads", async () => {
		const { source } = openSource({ "/": "home", [APEX]: to(HOME) });
		expect(await collectSiblingHost(source, TARGET)).toMatchObject({
			state: "found",
			url: HOME,
			value: { start: APEX, hops: [{ url: APEX, status: 301 }], end: HOME },
		});
	});

	it("finds a second site under the other name", async () => {
		const { source } = openSource({ "/": "home", [APEX]: "home" });
		expect(await collectSiblingHost(source, TARGET)).toMatchObject({ state: "found", value: { end: APEX, hops: [] } });
	});

	it("could not look where there is no such name", async () => {
		const { source } = openSource({ "/": "home" });
		expect(await collectSiblingHost(source, TARGET)).toMatchObject({ state: "failed", code: "name-not-found" });
	});

	it("is not shown by a folder, nor for any other host", async () => {
		const { source, site } = openSource({ "/": "home" }, "folder");
		expect(await collectSiblingHost(source, TARGET)).toMatchObject({ state: "failed", url: APEX, code: "not-shown" });
		const blog = openSource({ "/": "home" });
		const other = await collectSiblingHost(blog.source, parseTarget("blog.acme-shoes.com"));
		expect(other).toMatchObject({ state: "failed", code: "not-shown" });
		expect([...site.requests, ...blog.site.requests]).toEqual([]);
	});
});

describe("siblingOf", () => {
	it.each([
		["acme.co.uk", "www.acme.co.uk"],
		["www.acme.co.uk", "acme.co.uk"],
		["blog.acme.co.uk", undefined],
		["www.blog.acme.co.uk", undefined],
	])("%s ↔ %s", (host, sibling) => {
		expect(siblingOf(parseTarget(host))).toBe(sibling);
	});
});
