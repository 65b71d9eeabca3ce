import { describe, expect, it } from "vitest";
import { siteOfPath, siteOfText } from "./asked-site.ts";

describe("siteOfText", () => {
	it.each([
		["example.com", "example.com"],
		["WWW.example.co.uk", "www.example.co.uk"],
		["https://example.com/a?b=c", "example.com"],
		["münchen.example", "xn--mnchen-3ya.example"],
	])("reads %s", (text, host) => expect(siteOfText(text)).toBe(host));

	it.each([
		"",
		"bru",
		"two words.com",
		"192.0.2.7",
		"mailto:a@example.com",
		"a@example.com",
		"[2001:db8::1]",
		"a..example",
	])("finds no site in %o", (text) => expect(siteOfText(text)).toBeUndefined());

	it.each([";", "$(x)", "`x`", "&", "'", '"', "|", "!"])("rejects %s", (sign) => {
		expect(siteOfText(`example${sign}x.com`)).toBeUndefined();
	});
});

describe("siteOfPath", () => {
	it.each([
		["/brief/example.com/", "example.com"],
		["/brief/example.com/findings/", "example.com"],
		["/brief/example.com~acme/", "example.com"],
		["/badge/example.com.svg", "example.com"],
		["/history/m%C3%BCnchen.example", "xn--mnchen-3ya.example"],
		["/brief/k3jd8sla/", undefined],
		["/brief/%E0%A4%A/", undefined],
		["/wall/example.com/", undefined],
		["/brief/", undefined],
	])("reads %s", (path, site) => {
		expect(siteOfPath(path, "/")).toBe(site);
		expect(siteOfPath(`/under${path}`, "/under/")).toBe(site);
	});
});
