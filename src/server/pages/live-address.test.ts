import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSiteLinks } from "#site/page/site-links.ts";
import { readLiveAddress } from "./live-page.ts";

const links = createSiteLinks("https://a.example/audits");
const read = (path: string) => readLiveAddress(`/audits${path}`, links);
const ID = "0123456789abcdef".repeat(4);

describe("the address of a live page", () => {
	it.each([
		["/brief/www.example.com/", { kind: "brief", slug: "www.example.com" }],
		["/share/example.com~a1b2c3d4/", { kind: "share", slug: "example.com~a1b2c3d4" }],
		["/brief/www.example.com.json", { kind: "twin", slug: "www.example.com", ending: "json" }],
		["/brief/example.com~north-pier.md", { kind: "twin", slug: "example.com~north-pier", ending: "md" }],
		["/brief/example.com.md/", { kind: "brief", slug: "example.com.md" }],
		["/brief/example.md/", { kind: "brief", slug: "example.md" }],
		["/brief/www.example.com/findings/", { kind: "findings", slug: "www.example.com" }],
		["/brief/example.com~north-pier/findings/", { kind: "findings", slug: "example.com~north-pier" }],
		["/brief/example.com~north-pier/", { kind: "brief", slug: "example.com~north-pier" }],
		["/share/xn--mnchen-3ya.de/", { kind: "share", slug: "xn--mnchen-3ya.de" }],
		[`/share/example.com/${ID}/`, { kind: "permalink", slug: "example.com", receipt: ID }],
		[`/receipts/${ID}/`, { kind: "receipt", receipt: ID }],
		[`/receipts/${ID}.json`, { kind: "file", receipt: ID, ending: "json" }],
		[`/receipts/${ID}/occurrences.csv`, { kind: "list", receipt: ID, ending: "csv" }],
		[`/receipts/${ID}/occurrences.ndjson`, { kind: "list", receipt: ID, ending: "ndjson" }],
		[`/receipts/${ID}.tlog-proof`, { kind: "file", receipt: ID, ending: "tlog-proof" }],
	])("is read: %s", (path, address) => {
		expect(read(path)).toEqual({ address, path: `/audits${path}` });
	});

	it("is accepted without its trailing slash and with needless escapes; `path` is canonical", () => {
		expect(read("/brief/example.com")?.path).toBe("/audits/brief/example.com/");
		expect(read("/share/example.com%7Ea1b2c3d4")?.path).toBe("/audits/share/example.com~a1b2c3d4/");
		expect(read(`/share/example.com/${ID}`)?.path).toBe(`/audits/share/example.com/${ID}/`);
		expect(read(`/receipts/${ID}`)?.path).toBe(`/audits/receipts/${ID}/`);
	});

	it.each([
		"",
		"/",
		"/brief",
		"/brief/",
		"/brief//",
		"/brief//example.com/",
		"/brief/example.com//",
		"/brief/example.com/more/",
		"/brief/example.com/findings/more/",
		"/share/example.com/findings/",
		"/brief/Example.com/",
		"/brief/example.com./",
		"/brief/example.com:443/",
		"/brief/user@example.com/",
		"/brief/example.com%2Fx/",
		"/brief/example.com%00/",
		"/brief/example.com%/",
		"/brief/%E0%A4%A/",
		"/brief/münchen.de/",
		"/brief/localhost/",
		"/brief/127.0.0.1/",
		"/brief/host.internal/",
		"/brief/constructor/",
		"/brief/__proto__/",
		`/brief/${"a.".repeat(200)}com/`,
		"/share/example.com~/",
		"/share/example.com~north--pier/",
		"/share/example.com~north-/",
		`/share/example.com~${"a".repeat(41)}/`,
		"/share/example.com~A1B2C3D4/",
		"/share/example.com~a1b2c3d4~a1b2c3d4/",
		"/share/~a1b2c3d4/",
		`/share/example.com/${ID.slice(1)}/`,
		`/share/example.com/${ID}/x/`,
		`/share/example.com/${ID.toUpperCase()}/`,
		`/share/example.com/${ID}.json`,
		`/brief/example.com/${ID}/`,
		"/receipts/",
		`/receipts/${ID}.json/`,
		`/receipts/${ID}.html`,
		`/receipts/${ID}x/`,
		`/receipts/${ID}%0A/`,
		`/receipts/${ID}/${ID}/`,
		"/history/example.com/",
	])("is no other: %s", (path) => {
		expect(read(path)).toBeUndefined();
	});

	it("must be below the site's home", () => {
		expect(readLiveAddress("/brief/example.com/", links)).toBeUndefined();
		expect(readLiveAddress("/audits-brief/example.com/", links)).toBeUndefined();
	});

	it("is accepted or refused for any input, and round-trips", () => {
		const room = fc.constantFrom("brief", "share", "receipts", "x", "");
		const segment = fc.oneof(
			fc.string({ unit: "binary" }).map((text) => encodeURIComponent(text.toWellFormed())),
			fc.webPath(),
			fc.domain(),
			fc.stringMatching(/^[0-9a-f%~.]{1,70}$/),
		);
		fc.assert(
			fc.property(room, fc.array(segment, { maxLength: 3 }), fc.boolean(), (first, rest, slash) => {
				const found = read(`/${[first, ...rest].join("/")}${slash ? "/" : ""}`);
				if (found) expect(readLiveAddress(found.path, links)).toEqual(found);
			}),
		);
	});
});
