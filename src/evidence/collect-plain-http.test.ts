import { describe, expect, it } from "vitest";
import { collectPlainHttp } from "./collect-plain-http.ts";
import { to } from "./fake-site.testkit.ts";
import { HOME, HOST, openSource } from "./open-source.testkit.ts";

const PLAIN = `http://${HOST}/`;

describe("collectPlainHttp", () => {
	it("finds the way to https", async () => {
		const { source } = openSource({ [PLAIN]: to(HOME, 308), "/": "home" });
		expect(await collectPlainHttp(source, HOST)).toMatchObject({
			state: "found",
			url: HOME,
			value: { start: PLAIN, hops: [{ url: PLAIN, status: 308, location: HOME }], end: HOME, status: 200 },
		});
	});

	it("finds a page that stays on http", async () => {
		const { source } = openSource({ [PLAIN]: "home" });
		expect(await collectPlainHttp(source, HOST)).toMatchObject({ state: "found", value: { end: PLAIN, hops: [] } });
	});

	it("tells an error and a closed port apart", async () => {
		const { source } = openSource({ [PLAIN]: { status: 403 } });
		expect(await collectPlainHttp(source, HOST)).toEqual({ state: "absent", url: PLAIN, status: 403 });
		const closed = openSource({ "/": "home" });
		expect(await collectPlainHttp(closed.source, HOST)).toMatchObject({ state: "failed", code: "connection-refused" });
	});

	it("is not shown by a folder", async () => {
		const { source, site } = openSource({ "/": "home" }, "folder");
		expect(await collectPlainHttp(source, HOST)).toMatchObject({ state: "failed", url: PLAIN, code: "not-shown" });
		expect(site.requests).toEqual([]);
	});
});
