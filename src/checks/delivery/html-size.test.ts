import { expect, test } from "vitest";
import { aPage, ask, HOME } from "../page.testkit.ts";
import { htmlSize } from "./html-size.ts";

test.each([
	[900, "pass", "1 KiB"],
	[524_288, "pass", "512 KiB"],
	[524_289, "partial", "513 KiB"],
	[2_097_152, "partial", "2.0 MiB"],
	[2_097_153, "fail", "2.0 MiB. Googlebot reads the first 2 MB"],
	[3_670_016, "fail", "3.5 MiB"],
])("%d bytes: %s", (bytes, outcome, words) => {
	const verdict = ask(htmlSize, {}, aPage({ digest: { bytes } }));
	expect(verdict).toMatchObject({ outcome, exhibits: [{ url: HOME, excerpt: `${bytes} bytes` }] });
	expect(verdict.says).toContain(words);
});

test.each([
	[524_288 + 393_216, 0.75],
	[1_310_720, 0.5],
	[2_097_152, 0.05],
])("%d bytes earn %d", (bytes, ratio) => {
	expect(ask(htmlSize, {}, aPage({ digest: { bytes } }))).toHaveProperty("ratio", ratio);
});

test("a page that was cut is longer than that", () => {
	expect(ask(htmlSize, {}, aPage({ digest: { bytes: 5_242_880, truncated: true } })).says).toContain("5.0 MiB or more");
});
