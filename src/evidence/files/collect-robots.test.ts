import { describe, expect, it } from "vitest";
import { text, to } from "../fake-site.testkit.ts";
import { HOME, HOST, openSource } from "../open-source.testkit.ts";
import { collectRobots } from "./collect-robots.ts";

describe("collectRobots", () => {
	it("finds the rules", async () => {
		const { source } = openSource({ "/robots.txt": text("User-agent: *\nDisallow: /x") });
		expect(await collectRobots(source, HOST)).toMatchObject({
			state: "found",
			url: `${HOME}robots.txt`,
			status: 200,
			value: { kind: "text", contentType: "text/plain", groups: [{ agents: ["*"] }] },
		});
	});

	it("follows redirects", async () => {
		const { source } = openSource({ "/robots.txt": to("/r.txt"), "/r.txt": text("User-agent: *") });
		expect(await collectRobots(source, HOST)).toMatchObject({ state: "found", url: `${HOME}r.txt` });
	});

	it("distinguishes a web page from rules", async () => {
		const { source } = openSource({ "/robots.txt": "<!doctype html><title>Home</title>" });
		expect(await collectRobots(source, HOST)).toMatchObject({ state: "found", value: { kind: "html", groups: [] } });
	});

	it.each([404, 500])("is absent: %i", async (status) => {
		const { source } = openSource({ "/robots.txt": { status } });
		expect(await collectRobots(source, HOST)).toEqual({ state: "absent", url: `${HOME}robots.txt`, status });
	});

	it("reports a failure", async () => {
		const { source } = openSource({ "/robots.txt": { failure: "headers-timeout" } });
		expect(await collectRobots(source, HOST)).toEqual({
			state: "failed",
			url: `${HOME}robots.txt`,
			code: "headers-timeout",
			reason: `${HOME}robots.txt failed.`,
		});
	});
});
