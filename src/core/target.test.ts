import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readJsonVector } from "#test/vectors/vectors.ts";
import { isInputFailure } from "./failure.ts";
import { isWithin } from "./hosts/is-within.ts";
import { isHostedName, parsePlace, parseTarget, pathBeyondHome, TARGET_MAX_LENGTH, whyUnreachable } from "./target.ts";

/** The audited host, or the code of the failure. */
function read(input: string): string {
	try {
		return parseTarget(input).host;
	} catch (error) {
		if (isInputFailure(error)) return error.code;
		throw error;
	}
}

describe("parseTarget", () => {
	it("returns a host in all its forms", () => {
		expect(parseTarget("https://WWW.München.co.uk./shop?x=1#top")).toEqual({
			host: "www.xn--mnchen-3ya.co.uk",
			displayHost: "www.münchen.co.uk",
			registrableDomain: "xn--mnchen-3ya.co.uk",
			url: "https://www.xn--mnchen-3ya.co.uk/",
		});
	});

	it.each([
		["example.com", "example.com"],
		["  example.com\n", "example.com"],
		["http://example.com/", "example.com"],
		["HTTPS://Example.COM:443", "example.com"],
		["example.com:80/path", "example.com"],
		["//example.com", "example.com"],
		["example.com.", "example.com"],
		["example。com", "example.com"],
		["ｅｘａｍｐｌｅ.com", "example.com"],
		["ex%61mple.com", "example.com"],
		["bücher.de", "xn--bcher-kva.de"],
		["someone.github.io", "someone.github.io"],
		["a.b.c.example.co.jp", "a.b.c.example.co.jp"],
		["1and1.com", "1and1.com"],
	])("reads %j", (input, host) => {
		expect(read(input)).toBe(host);
	});

	it.each([
		["someone.github.io", "someone.github.io"],
		["www.someone.github.io", "someone.github.io"],
		["github.io", "github.io"],
		["www.example.co.uk", "example.co.uk"],
	])("treats a provider's customer name as a separate site: %s", (host, site) => {
		expect(parseTarget(host).registrableDomain).toBe(site);
	});

	it.each([
		["", "the address is empty"],
		["   ", "the address is empty"],
		[`${"a.".repeat(TARGET_MAX_LENGTH / 2)}com`, "too long"],
		["exa mple.com", "a space"],
		["example.com\\@b.com", "a backslash"],
		["exa\tmple.com", "a control character"],
		["exa\u0000mple.com", "a control character"],
		["user@example.com", "is an email address"],
		["https://user:secret@example.com", "user name"],
		["https://@example.com@b.com", "user name"],
		["ftp://example.com", "Only http and https"],
		["file:///etc/passwd", "Only http and https"],
		["javascript:alert(1)", '"javascript:" addresses cannot be audited'],
		["MAILTO:someone@example.com", '"mailto:" addresses cannot be audited'],
		["tel:+49301234567", '"tel:" addresses cannot be audited'],
		["urn:isbn:0451450523", "Only http and https"],
		["example.com:8080", "Port 8080"],
		["example.com:99999", "cannot be read as a URL"],
		["co.uk", "Names such as example.co.uk are registered under it."],
		["com", '"com" is a public suffix, not a website.'],
		["example.notatld", "public suffix"],
		["a..com", "Between two dots"],
		["-a.com", "a hyphen"],
		["a-.com", "a hyphen"],
		["a_b.com", 'character "_"'],
		["example,com", 'character ","'],
		["./site", "It names no host"],
		["https:/example.com", "After https stand a colon and two slashes"],
		["HTTP//example.com", "After HTTP stand"],
		["https:example.com", "After https stand"],
		[`${"a".repeat(64)}.com`, "A part of it has 64 characters, 63 are allowed"],
		[`${"abcdefghi.".repeat(26)}com`, "It has 263 characters, 253 are allowed"],
		["example.com..", "Between two dots"],
	])("rejects %j, which is not a public host name", (input, why) => {
		expect(read(input)).toBe("target-invalid");
		expect(() => parseTarget(input)).toThrow(new RegExp(why, "i"));
	});

	it.each([
		"localhost",
		"LOCALHOST.",
		"intranet",
		"printer.local",
		"host.internal",
		"metadata.google.internal",
		"router.lan",
		"a.test",
		"a.example",
		"a.invalid",
		"site.onion",
		"1.0.168.192.in-addr.arpa",
		"127.0.0.1",
		"http://127.1/",
		"0x7f.0.0.1",
		"017700000001",
		"2130706433",
		"http://169.254.169.254/latest/meta-data",
		"8.8.8.8",
		"[::1]",
		"http://[::ffff:127.0.0.1]/",
		"[2606:4700:4700::1111]",
		"１２７.0.0.1",
	])("blocks %j", (input) => {
		expect(read(input)).toBe("target-blocked");
	});

	it("shows the input without misleading characters", () => {
		expect(() => parseTarget("evil\u202emoc.elgoog x")).toThrow(/"evil\?moc\.elgoog x"/);
	});

	it("returns a plain host or an input failure for any text", () => {
		const text = fc.oneof(fc.string(), fc.webUrl(), fc.domain(), fc.ipV4(), fc.ipV6(), fc.string({ unit: "binary" }));
		fc.assert(
			fc.property(text, (input) => {
				const host = read(input);
				expect(host).toMatch(/^(?:target-(?:invalid|blocked)|[a-z0-9.-]+\.[a-z0-9-]+)$/);
				if (!host.startsWith("target-")) expect(read(host)).toBe(host);
			}),
		);
	});
});

describe("isWithin", () => {
	it.each(["example.com", "www.example.com", "a.b.example.com"])("holds for %s", (host) => {
		expect(isWithin(host, "example.com")).toBe(true);
	});

	it.each(["notexample.com", "example.com.evil.net", "com", "", ".", "example.com."])(
		"does not hold for %j",
		(host) => {
			expect(isWithin(host, "example.com")).toBe(false);
		},
	);
});

interface UrlRow {
	readonly url: string;
	/** Result of the WHATWG parser and IANA's tables; `domain` depends on DNS. */
	readonly parse: string;
	readonly creds?: boolean;
}

describe("conformance", () => {
	it("blocks every address of public bypass lists", () => {
		const { rows } = readJsonVector<{ rows: UrlRow[] }>("addresses/ssrf-urls.json");
		const mustBlock = rows.filter(({ parse, creds }) => parse !== "domain" || creds);
		expect(mustBlock.length).toBeGreaterThan(1000);
		expect(mustBlock.filter(({ url }) => !read(url).startsWith("target-"))).toEqual([]);
	});
});

describe("whyUnreachable", () => {
	it.each([
		"localhost",
		"app.localhost",
		"127.0.0.1",
		"192.168.1.20",
		"172.20.0.3",
		"[::1]",
		"site.local",
		"shop.test",
		"www.example.com",
		"bindery.example",
	])("names a reason for %s", (host) => {
		expect(whyUnreachable(host)).toBeTypeOf("string");
	});

	it.each(["bindery.com", "8.8.8.8", "172.32.0.1", "example.de", "localhost.com", "abc.onion", "[2606:4700::1]"])(
		"names none for %s",
		(host) => {
			expect(whyUnreachable(host)).toBeUndefined();
		},
	);
});

describe("isHostedName", () => {
	it.each([
		["someone.github.io", true],
		["example.co.uk", false],
		["www.bindery.com", false],
	])("says of %s: %s", (host, hosted) => {
		expect(isHostedName(host)).toBe(hosted);
	});
});

test.each([
	["example.com", undefined],
	["https://example.com/", undefined],
	["https://Example.com/shop/?q=1#top", "/shop/?q=1#top"],
	["example.com?q", "/?q"],
])("the path of %s beyond the home page is %s", (input, beyond) => expect(pathBeyondHome(input)).toBe(beyond));

test.each([
	["someone.github.io", "https://someone.github.io/"],
	["someone.github.io/repo", "https://someone.github.io/repo/"],
	["https://Someone.github.io/Repo/docs//", "https://someone.github.io/Repo/docs/"],
	["someone.github.io/über uns".replace(" ", "%20"), "https://someone.github.io/%C3%BCber%20uns/"],
])("a folder at %s is published at %s", (input, url) => {
	expect(parsePlace(input)).toEqual({ ...parseTarget("someone.github.io"), url });
});

test.each(["someone.github.io/?x", "someone.github.io/repo#top", "localhost/repo", "/repo"])(
	"a folder is not published at %s",
	(input) => expect(() => parsePlace(input)).toThrow(),
);
