import { expect, it } from "vitest";
import { printHere } from "#test/e2e/printed-pages.testkit.ts";
import { executablePath } from "#test/e2e/test-browser.testkit.ts";
import { printDocument, requireBrowser } from "./print-document.ts";

const skipped = executablePath === undefined ? " (skipped: no browser)" : "";

it(`prints numbered pages of A4 or Letter, and loads nothing that the HTML refers to${skipped}`, async () => {
	if (executablePath === undefined) return;
	const html = `<!doctype html><title>Brief</title><p>One</p><img src="https://example.com/a.png"><p style="break-before: page">Two</p>`;
	const pdf = Buffer.from(await printDocument(html, executablePath, "A4")).toString("latin1");
	expect(pdf.slice(0, 5)).toBe("%PDF-");
	expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
	expect(pdf).toMatch(/\/MediaBox\s*\[\s*0 0 59[45](\.\d+)? 84[12]/);
	expect(Buffer.from(await printHere(html, "Letter")).toString("latin1")).toMatch(
		/\/MediaBox\s*\[\s*0 0 612(\.\d+)? 792/,
	);
});

it("says what a PDF needs if no browser is installed", () => {
	expect(() => requireBrowser({ browserPath: undefined })).toThrow(/installed Chrome or Chromium.*CHROME_PATH/s);
});
