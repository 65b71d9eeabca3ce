import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FULL, some } from "#core/long-form.testkit.ts";
import { buildSite } from "./built-site.testkit.ts";
import { openStage } from "./people-stage.testkit.ts";
import { inRepository, sightline } from "./process.testkit.ts";
import { accessibilityFaults, executablePath, LastingPage, layoutShift } from "./test-browser.testkit.ts";

const PAGES = [
	"/",
	"/wall/",
	"/brief/northgate-dental.example.com/",
	"/brief/orbitboard.example.org/",
	"/brief/orbitboard.example.org/findings/",
	"/checks/",
	"/checks/noindex/",
	"/methodology/",
	"/bot/",
	"/api/",
	"/api/publicAudit/",
	"/tools/",
	"/stats/",
	"/verify/",
	"/no-such-page/",
];
const TYPES: Record<string, string> = {
	".html": "text/html",
	".css": "text/css",
	".js": "text/javascript",
	".svg": "image/svg+xml",
};

let root = "";
let base = "";
let lasting: LastingPage;
let close: () => unknown = () => {};

/** Serves a built site under a path, as a static host does. */
async function serve(directory: string): Promise<string> {
	const server = createServer(async (request, response) => {
		const path = new URL(request.url ?? "/", "http://localhost").pathname;
		const file = join(directory, path.endsWith("/") ? `${path}index.html` : path);
		const body = await readFile(file).catch(() => undefined);
		response.writeHead(body ? 200 : 404, { "content-type": TYPES[body ? extname(file) : ".html"] ?? "text/plain" });
		response.end(body ?? (await readFile(join(directory, "404.html"))));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	close = () => server.close();
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A site of files with two audits of each sample. */
async function serveFiles(): Promise<string> {
	root = await mkdtemp(join(tmpdir(), "sightline-browser-"));
	const environment = { SIGHTLINE_REPORTS: join(root, "reports"), SIGHTLINE_DATA: join(root, "data") };
	await cp(inRepository("samples"), environment.SIGHTLINE_REPORTS, { recursive: true });
	expect(await sightline(["rescan"], environment)).toMatchObject({ code: 0 });
	return serve((await buildSite({ ...environment, SIGHTLINE_API_URL: "https://api.example.org" })).outDir);
}

/** The short run uses pages of the server that other tests build. */
beforeAll(async () => {
	if (executablePath === undefined) return;
	if (FULL) base = await serveFiles();
	else {
		const stage = await openStage();
		base = stage.home;
		close = stage.close;
	}
	lasting = await LastingPage.shared();
});

afterAll(async () => {
	await close();
	if (root !== "") await rm(root, { recursive: true, force: true });
});

describe.skipIf(executablePath === undefined)(
	`the site in a browser${executablePath ? "" : " (skipped: no browser)"}`,
	() => {
		it.each(some(PAGES, 3))(
			"%s is accessible in light and dark, has no layout shift and external requests, and fits 320 pixels",
			{ timeout: 60_000 },
			async (path) => {
				const page = await lasting.show(base + path);
				expect(await layoutShift(page)).toBeLessThan(0.05);
				expect(await accessibilityFaults(page)).toEqual([]);
				await page.setViewportSize({ width: 320, height: 640 });
				expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
				expect({ foreign: lasting.foreign, errors: lasting.errors }).toEqual({ foreign: [], errors: [] });
			},
		);

		it("works by keyboard: the first stop is a skip link, and the focus is visible", async () => {
			const page = await lasting.show(`${base}/`);
			await page.keyboard.press("Tab");
			const first = await page.evaluate(
				"({ href: document.activeElement?.getAttribute('href'), outline: getComputedStyle(document.activeElement).outlineStyle })",
			);
			expect(first).toMatchObject({ href: expect.stringMatching(/^#/) });
			expect(first).not.toMatchObject({ outline: "none" });
		});

		it("a phone shows the whole navigation", async () => {
			const page = await lasting.show(`${base}/api/`, 390);
			const entries = page.locator(".site-header nav a");
			const boxes = await Promise.all((await entries.all()).map((each) => each.boundingBox()));
			expect(await entries.allInnerTexts()).toContain("Developers");
			for (const box of boxes) expect((box?.x ?? 400) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
			expect(new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size).toBeLessThanOrEqual(2);
		});

		it("prints collapsed content: long API examples", async () => {
			const page = await lasting.show(`${base}/api/publicAudit/`);
			const folded = page.locator("details.code pre").first();
			expect(await folded.isVisible()).toBe(false);
			await page.emulateMedia({ media: "print" });
			expect(await folded.isVisible()).toBe(true);
			expect((await folded.boundingBox())?.height).toBeGreaterThan(300);
			await page.emulateMedia({ media: null });
		});

		it("prints a brief without the navigation", async () => {
			const page = await lasting.show(`${base}/brief/orbitboard.example.org/`);
			await page.emulateMedia({ media: "print" });
			expect(await page.locator("header nav").first().isVisible()).toBe(false);
			expect(await page.locator("h1").first().isVisible()).toBe(true);
			await page.emulateMedia({ media: null });
		});
	},
);
