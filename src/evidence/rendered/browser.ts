import type { Browser, BrowserContext } from "playwright-core";
import { Failure } from "#core/failure.ts";

export interface InstalledBrowser {
	readonly executablePath: string;
	/** False only where the machine is thrown away afterwards. */
	readonly sandbox: boolean;
	/** Holds nothing that a page must not learn. */
	readonly environment: Readonly<Record<string, string>>;
}

/** Lighthouse's mobile preset, the size at which search engines look. */
const SCREEN = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const LAUNCH_MS = 15_000;

/** For what escapes the routes: with a proxy Chromium resolves no name and opens no connection, even to loopback. */
const DEAD_PROXY = { server: "http://proxy.invalid:9", bypass: "<-loopback>" };

const FLAGS = [
	..."background-networking component-update sync gpu quic domain-reliability client-side-phishing-detection"
		.split(" ")
		.map((each) => `--disable-${each}`),
	"--no-first-run",
	"--no-pings",
	"--dns-prefetch-disable",
	"--host-resolver-rules=MAP * ~NOTFOUND",
	"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
	"--webrtc-ip-handling-policy=disable_non_proxied_udp",
	"--js-flags=--max-old-space-size=512",
	"--enable-features=WebMCP",
];

/** Without any network. @throws Failure `browser-failed` */
export async function openBrowser(
	installed: InstalledBrowser,
	userAgent: string,
): Promise<{ browser: Browser; context: BrowserContext }> {
	const browser = await launch(installed);
	try {
		const context = await browser.newContext({
			...SCREEN,
			userAgent,
			locale: "en-US",
			timezoneId: "UTC",
			serviceWorkers: "block",
			acceptDownloads: false,
			permissions: [],
		});
		await context.addInitScript(takeAwayDoors);
		return { browser, context };
	} catch (error) {
		await browser.close();
		throw error;
	}
}

async function launch({ executablePath, sandbox, environment }: InstalledBrowser): Promise<Browser> {
	const { chromium } = await import("playwright-core");
	try {
		return await chromium.launch({
			executablePath,
			chromiumSandbox: sandbox,
			env: environment,
			args: FLAGS,
			proxy: DEAD_PROXY,
			timeout: LAUNCH_MS,
		});
	} catch (error) {
		throw new Failure(
			"browser-failed",
			{
				what: `The browser ${executablePath} did not start.`,
				why: sandbox ? "It may lack a sandbox here, as it does for the root user and in some containers." : undefined,
				todo: "Run as a user other than root, or set CHROME_PATH to another Chrome or Chromium.",
			},
			{ cause: error },
		);
	}
}

/** Runs in every frame before its scripts: removes what bypasses HTTP. */
function takeAwayDoors(): void {
	const doors = ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport", "WebSocketStream"];
	for (const name of doors) Reflect.deleteProperty(globalThis, name);
}

export type Paper = "A4" | "Letter";

/** Loads nothing; title and page number at the foot. @throws Failure `browser-failed` */
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
