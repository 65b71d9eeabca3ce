import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { METHODOLOGY } from "#core/methodology.ts";
import type { Notices } from "#core/notice.ts";
import type { Receipt } from "#core/receipt.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import {
	failedReceipt,
	gatedReceipt,
	makeFinding,
	makeScores,
	readyReceipt,
} from "#site/publication/receipt.testkit.ts";
import { buildSite } from "./built-site.testkit.ts";
import { weighPages } from "./page-weight.testkit.ts";
import { sightline } from "./process.testkit.ts";
import {
	accessibilityFaults,
	executablePath,
	LastingPage,
	layoutShift,
	sharedBrowser,
} from "./test-browser.testkit.ts";

/** Builds history, difference and share pages under a path, and uses them in a browser. */

const PREFIX = "/audits";
const TYPES: Record<string, string> = {
	".html": "text/html",
	".css": "text/css",
	".js": "text/javascript",
	".json": "application/json",
	".png": "image/png",
	".svg": "image/svg+xml",
};
const HOSTILE = '</p><img src=x onerror="document.title=1"><script>document.title = 2</script>';
const SHOP = "shop.example.org";
const GONE = "gone.example.org";
const LONG = "long.example.org";
const LONG_COUNT = 64;

const day = (number: number) => ({ auditedAt: new Date(Date.UTC(2025, 0, number, 2)).toISOString() });
const shop = (parts: Partial<Receipt>): Receipt => ({ ...gatedReceipt(), domain: SHOP, ...parts });
const titled = gatedReceipt().findings.map((finding) =>
	finding.id === "title"
		? makeFinding("title", "discovery", { title: finding.title, weight: 5, says: "The title is “Harbour shop”." })
		: { ...finding, ...(finding.id === "noindex" ? { title: HOSTILE } : {}) },
);

/** Oldest first. */
const shopAudits: Receipt[] = [
	shop({ ...day(1), methodology: "0.0.9", scores: makeScores(33), findings: [] }),
	shop(day(20)),
	{ ...failedReceipt(), domain: SHOP, ...day(40) },
	shop({ ...day(60), source: "folder" }),
	shop({ ...day(80), gates: [], scores: makeScores(71), findings: [] }),
	shop({ ...day(100), findings: titled, scores: makeScores(40, { ungated: 88 }) }),
	shop({
		...day(120),
		gates: [],
		scores: makeScores(90),
		findings: [...titled.slice(0, 1), makeFinding("noindex", "access", { title: HOSTILE, says: HOSTILE })],
	}),
];
const deepAudit = shop({ ...day(121), mode: "deep", scores: makeScores(77) });
const longAudits = Array.from({ length: LONG_COUNT }, (_, index) => ({
	...readyReceipt(),
	domain: LONG,
	...day(index * 4),
	scores: makeScores(50 + ((index * 7) % 40)),
}));

let base = "";
let root = "";
let dist = "";
let ids: string[] = [];
let browser: Browser;
let lasting: LastingPage;
/** URLs that responded. */
const alive = new Set<string>();
let close = () => {};

async function writeReports(reports: string): Promise<string[]> {
	const goneAudit = { ...readyReceipt(), domain: GONE };
	const wanted = [...shopAudits, deepAudit, ...longAudits, goneAudit];
	const stored = await Promise.all(wanted.map((each) => createReceipt(each, each.evidenceDigest)));
	for (const { receipt } of stored) {
		await mkdir(join(reports, "receipts", receipt.domain), { recursive: true });
		await writeFile(join(reports, "receipts", receipt.domain, fileName(receipt)), await receiptText(receipt));
	}
	const found = stored.map(({ id }) => id);
	const proof = { place: "dns" as const, found: "sightline-remove=all" };
	const at = "2026-09-01T02:00:00.000Z";
	const notices: Notices = {
		notices: [
			{ kind: "removal", domain: GONE, receipts: "all", at, proof },
			{ kind: "removal", domain: SHOP, receipts: [found[4] ?? ""], at, proof },
			{ kind: "correction", receipt: found[1] ?? "", at, says: "The page had a title all along." },
		],
	};
	await writeFile(join(reports, "notices.json"), JSON.stringify(notices));
	const entries = [SHOP, LONG, GONE].map((domain) => ({ domain }));
	await writeFile(join(reports, "watchlist.json"), JSON.stringify({ entries }));
	const line = { domain: SHOP, source: "network", mode: "light", status: "unchanged", ok: true, receipt: found[6] };
	await mkdir(join(reports, "runs"));
	const { auditedAt } = day(130);
	await writeFile(join(reports, "runs", "night.jsonl"), `${JSON.stringify({ ...line, run: auditedAt, auditedAt })}\n`);
	return found;
}

async function serve(): Promise<string> {
	const server = createServer(async (request, response) => {
		const path = new URL(request.url ?? "/", "http://localhost").pathname;
		const file = join(dist, path.slice(PREFIX.length), path.endsWith("/") ? "index.html" : "");
		const body = path.startsWith(`${PREFIX}/`) ? await readFile(file).catch(() => undefined) : undefined;
		response.writeHead(body ? 200 : 404, { "content-type": TYPES[extname(file)] ?? "text/plain" });
		response.end(body ?? "Not found");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	close = () => server.close();
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}${PREFIX}`;
}

async function succeed(args: readonly string[], environment: Record<string, string>): Promise<void> {
	const { code, stderr } = await sightline(args, environment);
	if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${stderr}`);
}

beforeAll(async () => {
	if (executablePath === undefined) return;
	root = await mkdtemp(join(tmpdir(), "sightline-history-"));
	base = await serve();
	const environment = {
		SIGHTLINE_REPORTS: join(root, "reports"),
		SIGHTLINE_DATA: join(root, "data"),
		SIGHTLINE_BASE_URL: base,
		SIGHTLINE_CONTACT: "bot@example.org",
		CI: "",
	};
	ids = await writeReports(environment.SIGHTLINE_REPORTS);
	await succeed(["seal"], environment);
	dist = (await buildSite(environment)).outDir;
	browser = await sharedBrowser();
	lasting = await LastingPage.shared();
});

afterAll(async () => {
	close();
	if (root !== "") await rm(root, { recursive: true, force: true });
});

const id = (index: number) => ids[index] ?? "";
const PAGES: readonly (readonly [string, () => string])[] = [
	["a history", () => `/history/${SHOP}/`],
	["a long history", () => `/history/${LONG}/`],
	["a share page", () => `/share/${SHOP}/`],
	["a permalink", () => `/share/${SHOP}/${id(1)}/`],
	["a permalink without a score", () => `/share/${SHOP}/${id(2)}/`],
	["a withdrawn history", () => `/history/${GONE}/`],
	["a withdrawn audit", () => `/receipts/${id(4)}/`],
	["removal", () => "/removal/"],
	["a brief", () => `/brief/${SHOP}/`],
];

async function open(path: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
	const context = await browser.newContext(options);
	const page = await context.newPage();
	await page.goto(base + path);
	return page;
}

const compared = `/history/${SHOP}/`;
const comparison = (page: Page) => page.locator("#compare-result .difference");
const status = (page: Page) => page.locator("#compare-status");

describe.skipIf(executablePath === undefined)(
	`histories and share pages${executablePath ? "" : " (skipped: no browser)"}`,
	() => {
		describe.each(PAGES)("%s", (_, path) => {
			it("is accessible, fits a narrow screen, makes no external requests, and has no dead links", async () => {
				const page = await lasting.show(base + path());
				expect(await layoutShift(page)).toBeLessThan(0.05);
				expect(await accessibilityFaults(page)).toEqual([]);
				expect(lasting.foreign).toEqual([]);
				await page.setViewportSize({ width: 320, height: 640 });
				expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
				const addresses = (await page.evaluate(
					"[...document.querySelectorAll('[href], [src]')].map((each) => each.href || each.src).map((each) => String(each).split('#')[0])",
				)) as string[];
				const ours = addresses.filter((each) => each.startsWith(new URL(base).origin) && !alive.has(each));
				for (const each of new Set(ours)) expect((await page.request.get(each)).ok(), each).toBe(true);
				for (const each of ours) alive.add(each);
			});
		});

		it("no page is heavy, not even a history of 64 audits with its script", async () => {
			const { heavy, scripted } = await weighPages(dist, PREFIX);
			expect(heavy).toEqual([]);
			expect(scripted).toContain(`${PREFIX}/history/${LONG}/index.html`);
		});

		it("a history shows changes since the previous audit without scripts", async () => {
			const page = await open(compared, { javaScriptEnabled: false });
			expect(await page.locator("#compare-form").isVisible()).toBe(false);
			expect(await page.locator("#compare").textContent()).toContain("needs JavaScript");
			const rows = await page.locator("#audits tbody").allTextContents();
			expect(rows).toHaveLength(6);
			expect(rows[0]).toContain("Up 50 points, from 40 to 90.");
			expect(rows[0]).toContain("No longer capped at 40.");
			expect(rows[0]).toContain("Found the same again once, on 10 May 2025.");
			expect(rows[1]).toContain("The evidence came from different places");
			expect(rows[3]).toContain("No score after 40: the site could not be audited.");
			expect(rows[4]).toContain(
				`The methodology changed from 0.0.9 to ${METHODOLOGY}, and the evidence of the earlier audit is not kept`,
			);
			await page.locator("#audits tbody summary").first().click();
			expect(await page.locator("#audits tbody").first().locator(".change-title").allTextContents()).toEqual([
				`Corrected: “${HOSTILE}”`,
			]);
			expect(await page.locator("#deep tbody").textContent()).toContain("77");
			await page.context().close();
		});

		it("its chart breaks at incomparable scores, and marks audits without one", async () => {
			const page = await open(compared);
			const chart = page.locator(".history-wide");
			expect(await chart.locator(".history-breaks text").first().textContent()).toContain(`Methodology ${METHODOLOGY}`);
			expect(await chart.locator(".history-failures").getAttribute("d")).not.toBe("");
			expect(await chart.getAttribute("aria-label")).toContain("lowest 33, highest 90");
			expect(await page.locator(".history-narrow").isVisible()).toBe(false);
			await page.setViewportSize({ width: 360, height: 640 });
			expect(await page.locator(".history-narrow").isVisible()).toBe(true);
			await page.context().close();
		});

		it("any 2 audits can be compared by keyboard, and the URL keeps the choice", async () => {
			const page = await open(compared);
			await page.locator("#compare-from").focus();
			// newest first: down to the second light audit
			await page.keyboard.press("Home");
			await page.keyboard.press("ArrowDown");
			await page.keyboard.press("Tab");
			await page.keyboard.press("Home");
			await page.keyboard.press("Tab");
			await page.keyboard.press("Enter");
			await comparison(page).waitFor();
			expect(new URL(page.url()).search).toBe(`?from=${id(5)}&to=${id(6)}`);
			expect(await comparison(page).textContent()).toContain("Up 50 points, from 40 to 90.");
			const shown = await comparison(page).innerHTML();
			await page.reload();
			await comparison(page).waitFor();
			expect(await comparison(page).innerHTML()).toBe(shown);
			await page.goto(`${base}${compared}?from=${id(6)}&to=${id(5)}`);
			await comparison(page).waitFor();
			expect(await comparison(page).innerHTML()).toBe(shown);
			await page.context().close();
		});

		it("a comparison is accessible, and text of a site is escaped", async () => {
			const page = await open(`${compared}?from=${id(1)}&to=${id(6)}`);
			await comparison(page).waitFor();
			expect(await page.locator("#compare-result img, #compare-result script").count()).toBe(0);
			expect(await comparison(page).textContent()).toContain(HOSTILE);
			expect(await page.title()).toContain("history of audits");
			expect(await accessibilityFaults(page)).toEqual([]);
			await page.context().close();
		});

		it("a deep and a light audit are reported as incomparable", async () => {
			const page = await open(`${compared}?from=${id(6)}&to=${id(7)}`);
			await comparison(page).waitFor();
			expect(await comparison(page).textContent()).toContain("they look at different pages");
			expect(await comparison(page).locator("thead").textContent()).toBe("BeforeAfter");
			await page.context().close();
		});

		it("the same audit twice, or a missing receipt, is explained", async () => {
			const page = await open(`${compared}?from=${id(6)}&to=${id(6)}`);
			expect(await status(page).textContent()).toContain("Choose 2 different audits");
			await page.route("**/receipts/*.json", (route) => route.fulfill({ status: 503 }));
			await page.locator("#compare-from").selectOption(id(1));
			await page.locator("#compare-form button").click();
			// The page's policy blocks Playwright's polling.
			await expect.poll(() => status(page).textContent()).toContain("503");
			expect(await status(page).textContent()).toContain("could not be compared");
			await page.context().close();
		});

		it("a long history shows the newest in full, and older ones in one line by year", async () => {
			const file = join(dist, "history", LONG, "index.html");
			expect((await readFile(file)).length).toBeLessThan(150 * 1024);
			const page = await open(`/history/${LONG}/`);
			expect(await page.locator("#audits > .section-body > table tbody").count()).toBe(50);
			expect(await page.locator(".history-older tbody").count()).toBe(LONG_COUNT - 50);
			expect(await page.locator(".history-older tbody").first().isVisible()).toBe(false);
			expect(await page.locator("#compare-from option").count()).toBe(LONG_COUNT);
			await page.context().close();
		});

		it("a permalink shows its own scores and methodology, and that it is not the newest", async () => {
			const page = await open(`/share/${SHOP}/${id(0)}/`);
			expect(await page.locator(".verdict-number").textContent()).toBe("33");
			expect(await page.locator(".facts").textContent()).toContain("0.0.9, light audit");
			expect(await page.locator(".frozen").innerText()).toContain(
				"This is the audit of 1 January 2025, 02:00 UTC; it never changes. The newest is that of 30 April 2025.",
			);
			expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(page.url());
			expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
			expect(await page.locator("#findings").count()).toBe(1);
			await page.goto(`${base}/share/${SHOP}/${id(6)}/`);
			expect(await page.locator(".frozen, #findings").count()).toBe(0);
			await page.locator(".share-ways a", { hasText: "Read the brief" }).click();
			expect(page.url()).toBe(`${base}/brief/${SHOP}/`);
			await page.goto(`${base}/share/${SHOP}/${id(1)}/`);
			expect(await page.locator(".corrections").textContent()).toContain("The page had a title all along.");
			await page.context().close();
		});

		it.each(["brief", "share", "history"])("a removed domain only says so at its %s address", async (kind) => {
			const page = await open(`/${kind}/${GONE}/`);
			const text = (await page.locator("main").textContent()) ?? "";
			expect(text).toContain("taken down on 1 September 2026");
			expect(text).not.toMatch(/\b91\b/);
			expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
			expect(await readFile(join(dist, "sitemap-0.xml"), "utf8")).not.toContain(GONE);
			await page.context().close();
		});

		it("a share page prints on one sheet, and shows embed snippets on screen", async () => {
			const page = await open(`/share/${SHOP}/`, { viewport: { width: 794, height: 1123 } });
			expect(await page.locator("link[type='application/json+oembed']").getAttribute("href")).toBe(
				`${base}/oembed/${SHOP}.json`,
			);
			expect(await page.locator("meta[property='og:image']").getAttribute("content")).toBe(`${base}/card/${SHOP}.png`);
			expect(await page.locator(".embed").count()).toBe(2);
			await page.emulateMedia({ media: "print" });
			expect(await page.locator(".share-embeds").isVisible()).toBe(false);
			expect(await page.evaluate("document.body.offsetHeight")).toBeLessThan(1000);
			await page.context().close();
		});

		it("a brief shows changes since the previous audit, with links", async () => {
			const page = await open(`/brief/${SHOP}/`);
			const since = page.locator("#since");
			expect(await since.textContent()).toContain("Up 50 points since 10 April 2025, from 40 to 90.");
			expect(await since.locator("a").allInnerTexts()).toEqual(["All audits"]);
			await page.context().close();
		});
	},
);
