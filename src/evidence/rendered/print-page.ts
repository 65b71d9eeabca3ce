import { type InstalledBrowser, openBrowser } from "./browser.ts";

/**
 * Prints an HTML document that loads nothing, in a browser without a network of its own. A4, with the page's number at its
 * foot.
 * @throws Failure `browser-failed`
 */
export async function printPage(html: string, installed: InstalledBrowser, userAgent: string): Promise<Uint8Array> {
	const { browser, context } = await openBrowser(installed, userAgent);
	try {
		const page = await context.newPage();
		await page.setContent(html, { waitUntil: "load" });
		return await page.pdf({
			format: "A4",
			preferCSSPageSize: false,
			displayHeaderFooter: true,
			headerTemplate: "<span></span>",
			footerTemplate:
				'<div style="width:100%;font-size:7pt;text-align:center;color:#5d5a54"><span class="pageNumber"></span> / <span class="totalPages"></span></div>',
			margin: { top: "16mm", bottom: "18mm", left: "18mm", right: "18mm" },
		});
	} finally {
		await browser.close();
	}
}
