import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { buildSite, onlyPages, sharedProofSite } from "./built-site.testkit.ts";
import type { ProofSite } from "./proof-site.testkit.ts";
import { executablePath, sharedBrowser } from "./test-browser.testkit.ts";

/** The site lives under a path, as on GitHub Pages. */
export const PREFIX = "/audits";

const TYPES: Record<string, string> = {
	".html": "text/html",
	".css": "text/css",
	".js": "text/javascript",
	".svg": "image/svg+xml",
};

/** Changes of served files by path below the prefix; undefined for a 404. */
export type Tampering = Map<string, (body: Buffer) => Buffer | undefined>;

/** A page with its errors and external requests. */
export interface Opened {
	readonly page: Page;
	readonly foreign: readonly string[];
	readonly errors: readonly string[];
}

/** The built site of a sealed log, served, and a browser on it. */
export interface ProofStage {
	readonly site: ProofSite;
	readonly tampered: Tampering;
	/** Path of a built file. */
	file(path: string): string;
	/** Text of a built file. */
	built(path: string): Promise<string>;
	open(path: string, options?: BrowserContextOptions, host?: string): Promise<Opened>;
	close(): void;
}

const ROUTES = onlyPages(
	"receipts/[id].astro",
	"receipts/[id].json.ts",
	"receipts/[id].tlog-proof.ts",
	"log/index.astro",
	"verify/index.astro",
	"favicon.svg.ts",
);

export async function openProofStage(): Promise<ProofStage> {
	const site = await sharedProofSite(`https://receipts.example.com${PREFIX}`);
	const { reports, data, baseUrl } = site.settings;
	const environment = { SIGHTLINE_REPORTS: reports, SIGHTLINE_DATA: data, SIGHTLINE_BASE_URL: baseUrl };
	const { outDir } = await buildSite(environment, { routes: ROUTES });
	const tampered: Tampering = new Map();
	const server = await serve(outDir, tampered);
	const browser = executablePath === undefined ? undefined : await sharedBrowser();
	return {
		site,
		tampered,
		file: (path) => join(outDir, path),
		built: (path) => readFile(join(outDir, path), "utf8"),
		open: (path, options = {}, host = "127.0.0.1") =>
			openPage(browser, `http://${host}:${server.port}${PREFIX}${path}`, options),
		close: server.close,
	};
}

/** Serves a built site under the prefix, as a static host does. */
async function serve(directory: string, tampered: Tampering) {
	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url ?? "/", "http://localhost");
		const path = pathname.startsWith(`${PREFIX}/`) ? pathname.slice(PREFIX.length) : "/outside-the-prefix";
		const file = join(directory, path.endsWith("/") ? `${path}index.html` : path);
		const read = await readFile(file).catch(() => undefined);
		const body = read && (tampered.get(path) ?? ((same) => same))(read);
		response.writeHead(body ? 200 : 404, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
		response.end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

async function openPage(browser: Browser | undefined, url: string, options: BrowserContextOptions): Promise<Opened> {
	if (!browser) throw new Error("There is no browser.");
	const context = await browser.newContext({ reducedMotion: "reduce", ...options });
	const page = await context.newPage();
	const [foreign, errors] = [[] as string[], [] as string[]];
	const home = url.slice(0, url.indexOf(PREFIX) + PREFIX.length + 1);
	page.on("request", (request) => request.url().startsWith(home) || foreign.push(request.url()));
	page.on("pageerror", (error) => errors.push(error.message));
	page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
	await page.goto(url);
	return { page, foreign, errors };
}

/** Path of a receipt's page, or of a file of it. */
export const receiptPath = (id: string, ending = "/") => `/receipts/${id}${ending}`;

/** Waits for the page's verdict. */
export async function outcome(page: Page): Promise<{ kind: string | null; title: string; says: string }> {
	const verdict = page.locator('[data-part="verdict"]:not([data-kind="built"], [data-kind="working"])');
	await verdict.waitFor({ timeout: 10_000 });
	return {
		kind: await verdict.getAttribute("data-kind"),
		title: (await page.locator('[data-part="title"]').textContent()) ?? "",
		says: (await page.locator('[data-part="says"]').textContent()) ?? "",
	};
}

/** `step-3 wrong`: each link of the picture and its state, in order. */
export function states(page: Page): Promise<string[]> {
	return page
		.locator("[data-link]")
		.evaluateAll((links) =>
			links.map((link) => `${link.getAttribute("data-link")} ${link.getAttribute("data-state")}`),
		);
}
