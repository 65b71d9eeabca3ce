import { describe, expect, it } from "vitest";
import { collectHome } from "./collect-home.ts";
import { observeHttps } from "./collect-https.ts";
import { to } from "./fake-site.testkit.ts";
import { digestPage } from "./html/digest-page.ts";
import { HOME, HOST, openSource, TARGET } from "./open-source.testkit.ts";

async function httpsOf(replies: Parameters<typeof openSource>[0], kind?: "folder") {
	const { source } = openSource(replies, kind);
	return observeHttps(source, TARGET, await collectHome(source, TARGET, async (input) => digestPage(input)));
}

describe("observeHttps", () => {
	it("finds a certificate", async () => {
		expect(await httpsOf({ "/": "<p>x" })).toEqual({
			state: "found",
			url: HOME,
			status: 200,
			value: { state: "valid", protocol: "TLSv1.3" },
		});
	});

	it("finds one that is not trusted", async () => {
		const badCertificate = "DEPTH_ZERO_SELF_SIGNED_CERT";
		const seen = await httpsOf({ "/*": { badCertificate }, "/": { badCertificate, body: "<p>x" } });
		expect(seen).toMatchObject({ state: "found", value: { state: "invalid", reason: badCertificate } });
	});

	it("tells the status of the audited host where it redirects to another", async () => {
		const seen = await httpsOf({ "/": to("https://acme-shoes.com/"), "https://acme-shoes.com/": "<p>x" });
		expect(seen).toMatchObject({ state: "found", url: HOME, status: 301 });
	});

	it("finds no https where the site answers over http only", async () => {
		expect(await httpsOf({ [`http://${HOST}/`]: "<p>x" })).toEqual({
			state: "found",
			url: HOME,
			status: 200,
			value: { state: "invalid", reason: "connection-refused" },
		});
	});

	it("keeps the certificate where the page could not be looked at", async () => {
		const seen = await httpsOf({ "/": { failure: "headers-timeout" } });
		expect(seen).toMatchObject({ state: "found", status: 404, value: { state: "valid" } });
	});

	it("could not look where nothing answers", async () => {
		expect(await httpsOf({})).toMatchObject({ state: "failed", url: HOME, code: "name-not-found" });
	});

	it("is not shown by a folder", async () => {
		expect(await httpsOf({ "/": "<p>x" }, "folder")).toMatchObject({ state: "failed", code: "not-shown" });
	});
});
