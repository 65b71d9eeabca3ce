import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { vectorPath } from "#test/vectors/vectors.ts";
import { decodeText } from "./charset.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const html = (text: string, contentType: string | undefined = "text/html") => decodeText(bytes(text), contentType);

interface EncodingCase {
	readonly data: string;
	readonly encoding: string;
}

/** Parses the format of the html5lib encoding tests, read as latin1. */
function encodingCases(file: string): EncodingCase[] {
	const text = readFileSync(vectorPath(`encoding/${file}`), "latin1");
	return text
		.split("#data\n")
		.slice(1)
		.map((one) => {
			const [data = "", encoding = ""] = one.split("\n#encoding\n");
			return { data, encoding: encoding.split("\n")[0]?.toLowerCase() ?? "" };
		});
}

describe("decodeText", () => {
	it("prefers the byte order mark", () => {
		expect(html("\xef\xbb\xbf<meta charset=koi8-r>\xc3\xa9", "text/html; charset=windows-1251")).toEqual({
			text: "<meta charset=koi8-r>é",
			label: "utf-8",
			from: "bom",
		});
		expect(html("\xff\xfeA\0")).toEqual({ text: "A", label: "utf-16le", from: "bom" });
		expect(html("\xfe\xff\0A")).toEqual({ text: "A", label: "utf-16be", from: "bom" });
	});

	it.each([
		["text/html; charset=windows-1251", "windows-1251"],
		['text/html; Charset = "Windows-1251"; x=y', "windows-1251"],
		["text/html;charset=latin1", "windows-1252"],
		["text/html; charset=utf8, text/html", "utf-8"],
	])("then the header %s", (contentType, label) => {
		expect(html("<meta charset=koi8-r>", contentType)).toMatchObject({ label, from: "header" });
	});

	it("then the page's declaration", () => {
		expect(html('<meta charset="windows-1251">\xc4\xe0')).toMatchObject({ label: "windows-1251", from: "meta" });
		expect(html('<meta charset="windows-1251">\xc4\xe0').text).toContain("Да");
		expect(html("<meta charset=koi8-r charset=big5>")).toMatchObject({ label: "koi8-r" });
		expect(html("<meta charset=x-user-defined>")).toMatchObject({ label: "windows-1252", from: "meta" });
		expect(html('<?xml version="1.0" encoding="koi8-r"?><html>')).toMatchObject({ label: "koi8-r", from: "meta" });
		expect(html('<?xml version="1.0" encoding="utf-16"?><html>')).toMatchObject({ label: "utf-8", from: "meta" });
		expect(html("<\0?\0x\0m\0l\0")).toMatchObject({ label: "utf-16le", from: "meta" });
		expect(html("<meta charset=koi8-r>", "application/xhtml+xml")).toMatchObject({ label: "koi8-r" });
		expect(decodeText(bytes("<meta charset=koi8-r>"), undefined)).toMatchObject({ label: "koi8-r", from: "meta" });
	});

	it("then UTF-8, also for an unknown label", () => {
		expect(html("<p>\xc3\xa9")).toEqual({ text: "<p>é", label: "utf-8", from: "default" });
		expect(html("<meta charset=bogus>", "text/html; charset=bogus")).toMatchObject({ label: "utf-8", from: "default" });
		expect(html("<meta charset=koi8-r>", "text/html; charset=bogus")).toMatchObject({ label: "koi8-r", from: "meta" });
		expect(html("<meta charset=iso-2022-kr>")).toMatchObject({ label: "utf-8", from: "default" });
	});

	it("then a meta after the first 1,024 bytes, before the body", () => {
		const meta = '<meta charset="koi8-r">';
		const far = (before: string, after = "") => html(`\n${before}${" ".repeat(1100)}\n${meta}${after}`);
		expect(html(meta.padStart(1024))).toMatchObject({ label: "koi8-r", from: "meta" });
		expect(html(meta.padStart(1025))).toMatchObject({ label: "koi8-r", from: "late-meta", line: 1 });
		expect(far("<html><head>", "\xc4")).toMatchObject({ label: "koi8-r", from: "late-meta", line: 3 });
		expect(far("", "\xc4").text).toContain("д");
		for (const before of ["<!--", "<script>", "<title>", "<noscript>", "<body>"]) {
			expect(far(before)).toMatchObject({ label: "utf-8", from: "default" });
		}
		for (const before of ["</head>", "Warning: ", "<b>".repeat(10_000)]) {
			expect(far(before)).toMatchObject({ label: "koi8-r", from: "late-meta" });
		}
		expect(far("<SCRIPT>'<body>'</Script>")).toMatchObject({ from: "late-meta" });
		expect(html(meta.padStart(70_000))).toMatchObject({ from: "default" });
		expect(html(meta.padStart(2_000), "text/plain")).toMatchObject({ from: "default" });
		expect(html(meta.padStart(2_000), "text/html; charset=utf-8")).toMatchObject({ from: "header" });
	});

	it("reads meta tags in HTML and declarations in XML only", () => {
		expect(html('{"a":"<meta charset=koi8-r>"}', "application/json")).toMatchObject({ from: "default" });
		expect(html("<meta charset=koi8-r>", "text/plain")).toMatchObject({ from: "default" });
		expect(html("<rss><meta charset=koi8-r>", "application/rss+xml")).toMatchObject({ from: "default" });
		expect(html("<?xml version='1.0' encoding='koi8-r'?><rss>", "text/xml")).toMatchObject({ label: "koi8-r" });
	});

	it("decodes invalid bytes as U+FFFD", () => {
		expect(html("a\xffb").text).toBe("a\ufffdb");
	});

	it("decodes any bytes", () => {
		const parts = fc.constantFrom(
			"<meta ",
			"charset",
			"=",
			'"',
			"'",
			"<!--",
			"-->",
			">",
			"/",
			"<?xml ",
			"encoding",
			"content",
			"koi8-r",
			" ",
			"<a",
			"http-equiv=content-type",
		);
		const page = fc.array(fc.oneof(parts, fc.string({ maxLength: 3 })), { maxLength: 60 }).map((all) => all.join(""));
		fc.assert(fc.property(page, (text) => decodeText(Buffer.from(text), undefined).label !== ""));
	});
});

describe("the html5lib encoding cases", () => {
	const cases = ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"].flatMap(encodingCases);
	/** The case ends with its declaration, so a longer one declares too late for the prescan. */
	const isPastPrescan = ({ data }: EncodingCase) => data.length > 1024;

	it("are read from files", () => expect(cases.length).toBeGreaterThan(80));

	it("agree, with UTF-8 as the default", () => {
		const wrong = cases
			.filter((one) => !isPastPrescan(one))
			.filter(({ data, encoding }) => {
				const { label, from } = decodeText(bytes(data), "text/html");
				return from === "default" ? encoding !== "windows-1252" : label !== encoding;
			});
		expect(wrong).toEqual([]);
	});

	it("agree if the declaration comes after the first 1,024 bytes", () => {
		const late = cases.filter(isPastPrescan);
		expect(late.length).toBeGreaterThan(5);
		const wrong = late.filter(({ data, encoding }) => decodeText(bytes(data), "text/html").label !== encoding);
		expect(wrong).toEqual([]);
	});
});
