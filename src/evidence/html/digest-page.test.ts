import { describe, expect, it } from "vitest";
import { digestPage } from "./digest-page.ts";

const url = "https://site.example/";

describe("digestPage", () => {
	it("decodes as the response says, and counts bytes", () => {
		const body = Uint8Array.from([
			...new TextEncoder().encode("<title>Caf"),
			0xe9,
			...new TextEncoder().encode("</title>"),
		]);
		const page = digestPage({ body, contentType: "text/html; charset=windows-1252", url, truncated: false });
		expect(page).toMatchObject({
			bytes: body.byteLength,
			truncated: false,
			charset: { label: "windows-1252", from: "header" },
			titles: [{ text: "Café" }],
		});
	});

	it("says where it took the charset from otherwise", () => {
		const body = new TextEncoder().encode("<meta charset=utf-8><title>ü</title>");
		const page = digestPage({ body, contentType: undefined, url, truncated: false });
		expect(page).toMatchObject({ charset: { label: "utf-8", from: "meta" }, titles: [{ text: "ü" }] });
	});

	it("passes on that the body was cut", () => {
		const page = digestPage({ body: new Uint8Array(), contentType: "text/html", url, truncated: true });
		expect(page).toMatchObject({ truncated: true, bytes: 0, lang: null, titles: [], text: { visible: 0 } });
	});

	it("reads any bytes", () => {
		const body = Uint8Array.from({ length: 4_096 }, (_, index) => (index * 73) % 256);
		const page = digestPage({ body, contentType: "text/html", url, truncated: false });
		expect(JSON.parse(JSON.stringify(page))).toEqual(page);
	});
});
