import { browserEnvironment } from "#config/child-environment.ts";
import type { Settings } from "#config/environment.ts";
import { PACKAGE } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { openBrowser, type Paper, printPage } from "#evidence/rendered/collect-rendered.ts";

/** Path of the installed browser. @throws Failure `browser-missing` */
export function requireBrowser({ browserPath }: Pick<Settings, "browserPath">): string {
	if (browserPath !== undefined) return browserPath;
	throw new Failure("browser-missing", {
		what: "A PDF needs an installed Chrome or Chromium, and we found none.",
		todo: "Install one, or set CHROME_PATH to it; --markdown works without it.",
	});
}

/** Escaped and loading nothing, it needs no sandbox, which root does not have. @throws Failure `browser-failed` */
export async function printDocument(html: string, executablePath: string, paper: Paper): Promise<Uint8Array> {
	const sandbox = process.getuid?.() !== 0;
	const environment = browserEnvironment(process.env);
	const { browser, context } = await openBrowser({ executablePath, sandbox, environment }, PACKAGE);
	try {
		return await printPage(await context.newPage(), html, paper);
	} finally {
		await browser.close();
	}
}
