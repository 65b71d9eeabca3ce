import { type InstalledBrowser, openBrowser } from "./browser.ts";

export type Paper = "A4" | "Letter";

/**
 * Prints an HTML document that loads nothing, in a browser without a network of its own. With the margins that its style
 * asks for; at the foot of each page stand the document's title and the page's number.
 * @throws Failure `browser-failed`
 */
export async function printPage(
	html: string,
	installed: InstalledBrowser,
	{ userAgent, paper }: { readonly userAgent: string; readonly paper: Paper },
): Promise<Uint8Array> {
	const { browser, context } = await openBrowser(installed, userAgent);
	try {
		const page = await context.newPage();
		await page.setContent(html, { waitUntil: "load" });
		await page.evaluate("document.fonts.ready.then(() => undefined)");
		return await page.pdf({
			format: paper,
			preferCSSPageSize: false,
			displayHeaderFooter: true,
			headerTemplate: "<span></span>",
			footerTemplate:
				'<div style="width:100%;margin:0 14mm;display:flex;justify-content:space-between;gap:6mm;font:7.5pt sans-serif;color:#555b5f"><span class="title" style="overflow:hidden;text-overflow:ellipsis;white-space:nowrap"></span><span style="flex:none">Page <span class="pageNumber"></span> of <span class="totalPages"></span></span></div>',
			margin: { top: "11mm", bottom: "13mm", left: "14mm", right: "14mm" },
		});
	} finally {
		await browser.close();
	}
}
