import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import type { RenderedPages } from "#server/pages/live-pages.testkit.ts";
import { HOSTILE_TEXTS, listedHostileTexts } from "#site/badge/hostile-text.testkit.ts";
import { buildSite } from "./built-site.testkit.ts";

/** Pages of live audits, rendered inside a build without a server. */

const listed = listedHostileTexts();
/** Every page with every text takes half a minute, so the short run uses one text in this many. */
const STRIDE = FULL ? 1 : 80;

let rendered: RenderedPages;
let place = "";
// A name that is blank has been refused; what sites and agencies write was read as UTF-8, so it is well-formed.
const texts = [...HOSTILE_TEXTS, ...listed.filter((_, index) => index % STRIDE === 0)]
	.map((text) => text.toWellFormed())
	.filter((text) => text.trim() !== "");
beforeAll(async () => {
	place = await mkdtemp(join(tmpdir(), "sightline-live-pages-"));
	const file = join(place, "texts.json");
	await writeFile(file, JSON.stringify(texts));
	const environment = { SIGHTLINE_BASE_URL: "https://a.example/audits", SIGHTLINE_TEST_TEXTS: file };
	const { outDir } = await buildSite(environment, {
		routes: { "/live-pages.json": "src/server/pages/live-pages.testkit.ts" },
	});
	rendered = JSON.parse(await readFile(join(outDir, "live-pages.json"), "utf8"));
});
afterAll(() => rm(place, { recursive: true, force: true }));

const html = (page: string) => rendered.harmless[page] ?? "";
const linksOf = (page: string) => [...html(page).matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link ?? "");

describe("pages of live audits", () => {
	it("escape texts of sites and agencies", () => {
		expect(rendered.texts).toBe(texts.length);
		expect(rendered.differing).toEqual([]);
	});

	it("isolate the direction of quotations", () => {
		expect(rendered.turned).toEqual([]);
	});

	it.each(["brief", "failed", "share", "permalink", "receipt", "proven", "ended", "missing", "hurried", "unavailable"])(
		"are not indexed, run only our scripts, and load nothing external: %s",
		(page) => {
			expect(html(page)).toContain('<meta name="robots" content="noindex">');
			expect(html(page)).not.toMatch(/<script(?! type="module" src="\/)|<iframe|<img|og:image|oembed/);
			expect(html(page)).toContain("default-src 'none'");
		},
	);

	it.each(["brief", "failed", "share", "permalink", "receipt"])(
		"do not link to pages of watched domains: %s",
		(page) => {
			// Scripts stand here where their sources are, and below the site's home where it is built.
			const links = linksOf(page).filter((link) => !link.includes("?astro&type=script"));
			const own = links.filter((link) => link.startsWith("/") || link.startsWith("https://a.example"));
			const rooms = own.map((link) => link.replace("https://a.example", "").split("/")[2] ?? "");
			expect(rooms).not.toContain("history");
			expect(rooms).not.toContain("badge");
			expect(rooms).not.toContain("seal");
			expect(rooms).not.toContain("card");
			expect(
				own.filter((link) => !link.startsWith("https://a.example/audits/") && !link.startsWith("/audits/")),
			).toEqual([]);
		},
	);

	it("show expiry, owner and rechecks", () => {
		for (const page of ["brief", "failed", "share"]) {
			expect(html(page)).toContain("Private link. Expires 20 December 2026 unless another audit finds the same.");
			expect(html(page)).toContain("Prepared by Plain words");
			expect(html(page)).toContain("Found the same again, last on 21 November 2026.");
		}
		expect(html("permalink")).toContain("20 December 2026 unless another audit finds the same.");
		expect(html("failed")).toContain("No score");
	});

	it("link to each other by their slug", () => {
		expect(linksOf("share")).toContain("/audits/brief/www.example.org~a1b2c3d4/");
		expect(linksOf("brief")).toContain("/audits/share/www.example.org~a1b2c3d4/");
		expect(html("brief")).toMatch(
			/rel="canonical" href="https:\/\/a\.example\/audits\/brief\/www\.example\.org~a1b2c3d4\/"/,
		);
		expect(linksOf("permalink")).toContain("/audits/brief/www.example.org~a1b2c3d4/");
	});

	it("link a receipt's file, and no proof before there is one", () => {
		expect(new Set(linksOf("receipt").filter((link) => link.endsWith(".json"))).size).toBe(1);
		expect(linksOf("receipt").filter((link) => link.endsWith(".tlog-proof"))).toEqual([]);
		expect(html("receipt")).toContain("will be added at the next seal of the log");
	});

	it("link the proof of a receipt once it is built", () => {
		const proofs = (page: string) => new Set(linksOf(page).filter((link) => link.endsWith(".tlog-proof")));
		expect(html("logged")).toContain("Leaf 17 of the log");
		expect([...proofs("logged")]).toEqual([]);
		expect(html("logged")).toContain("with the next build of this site");
		expect([...proofs("proven")]).toEqual([expect.stringMatching(/^\/audits\/receipts\/\w+\.tlog-proof$/)]);
		expect(html("proven")).not.toContain("next build");
	});

	it("say of an expired receipt that it expired, and keep its proof", () => {
		expect(html("ended")).toContain("Leaf 17 of the log. A private audit that has expired.");
		expect(html("ended")).not.toMatch(/taken down|removal request|request of/);
		expect(linksOf("ended").some((link) => link.endsWith(".tlog-proof"))).toBe(true);
		expect(linksOf("ended").some((link) => link.endsWith(".json"))).toBe(false);
	});

	it("say of a missing page that it may have expired, and how to get a new one", () => {
		expect(html("missing")).not.toContain("watchlist");
		expect(html("missing")).toContain("30 days");
		expect(html("missing")).toMatch(/id="start-(?:url|command)"/);
		expect(html("hurried")).toContain('<p class="kind">429</p>');
	});
});
