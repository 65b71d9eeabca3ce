import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REFUSAL, TARBALL, VERSION } from "#core/brand.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import type { Receipt } from "#core/receipt.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import { SOURCES } from "#site/brief/texts.ts";
import { makeFinding, makeReceipt, storedSamples } from "#site/publication/receipt.testkit.ts";
import { pageText, privateWords } from "#test/truth/words/private-words.ts";
import { buildSite } from "./built-site.testkit.ts";
import { expectedForms, otherForms } from "./other-forms.testkit.ts";
import { weighPages } from "./page-weight.testkit.ts";
import { sightline } from "./process.testkit.ts";

/** Builds the whole site from small reports: slow, but the only test that pages, links and data fit together. */

const BUILD_MS = 120_000;
const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>';

const DOMAIN = "audit.example.com";
const API_URL = "https://api.example.net";
const AGENCY = "Nordlicht <b>&</b> Partner";

type Site = ReadonlyMap<string, string>;

let place: string;
let site: Site;
let again: Site;
let underPath: Site;
/** Of the first. */
let folder: string;
beforeAll(async () => {
	place = await mkdtemp(join(tmpdir(), "sightline-site-"));
	const small = {
		SIGHTLINE_BASE_URL: `https://${DOMAIN}`,
		SIGHTLINE_REPORTS: await writeReports(),
		SIGHTLINE_CONTACT: "bot@example.org",
		SIGHTLINE_API_URL: API_URL,
	};
	const empty = {
		SIGHTLINE_BASE_URL: "https://example.org/audits",
		SIGHTLINE_REPORTS: join(place, "no-reports"),
	};
	await mkdir(empty.SIGHTLINE_REPORTS);
	// Concurrently, to test that builds do not affect each other.
	[site, again, underPath] = await Promise.all([build(small), FULL ? build(small, 1) : new Map(), build(empty)]);
	// The same build again: a run makes it once.
	folder = (await buildSite(small, { copy: 0 })).outDir;
}, BUILD_MS);
afterAll(() => rm(place, { recursive: true, force: true }));

const drafts: Receipt[] = [
	...storedSamples().map(({ receipt }) => receipt),
	makeReceipt({ domain: "unwatched.example.org" }),
	makeReceipt({ domain: "unlisted.example.org", auditedAt: "2026-11-21T02:00:00.000Z" }),
	makeReceipt({
		domain: "hostile.example.org",
		preset: { key: "general", says: HOSTILE },
		findings: [
			makeFinding("alt", "semantics", {
				title: HOSTILE,
				outcome: "fail",
				lift: 3,
				says: HOSTILE,
				fix: HOSTILE,
				reference: "https://example.org/?a=1&b='onclick='c",
				evidence: [{ url: `https://hostile.example.org/${HOSTILE}`, at: HOSTILE, excerpt: HOSTILE }],
			}),
		],
	}),
];
/** With their real digests. */
const stored = Promise.all(drafts.map((draft) => createReceipt(draft, draft.evidenceDigest)));
const watchlist = {
	entries: [
		...["www", "docs", "closed", "hostile", "never-audited"].map((name) => ({ domain: `${name}.example.org` })),
		{ domain: "shop.example.org", agency: "nordlicht" },
		{ domain: "unlisted.example.org", wall: false },
	],
};

async function writeReports(): Promise<string> {
	const reports = join(place, "reports");
	for (const { receipt } of await stored) {
		const folder = join(reports, "receipts", receipt.domain);
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, fileName(receipt)), await receiptText(receipt));
	}
	await writeFile(join(reports, "watchlist.json"), JSON.stringify(watchlist));
	await mkdir(join(reports, "agencies"));
	await writeFile(join(reports, "agencies", "nordlicht.json"), JSON.stringify({ name: AGENCY }));
	return reports;
}

/** Path in the built site → text. */
async function build(environment: Record<string, string>, copy = 0): Promise<Site> {
	const { outDir } = await buildSite(environment, { copy });
	const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const texts = files.sort().map(async (file) => [relative(outDir, file), await readFile(file, "utf8")] as const);
	return new Map(await Promise.all(texts));
}

function textOf(site: Site, path: string): string {
	const text = site.get(path);
	if (text === undefined) throw new Error(`${path} was not built; there are: ${[...site.keys()].join(", ")}`);
	return text;
}

const pagesOf = (site: Site) => [...site].filter(([path]) => path.endsWith(".html"));

/** Broken links: to missing pages, files or anchors. */
function deadLinks(site: Site, prefix: string): string[] {
	return pagesOf(site).flatMap(([path, html]) => {
		const here = `${prefix}${path.replace(/index\.html$/, "")}`;
		const found = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = ""]) => link);
		return found.filter((link) => !/^(https?|mailto):/.test(link) && !leadsSomewhere(site, prefix, here, link));
	});
}

function leadsSomewhere(site: Site, prefix: string, here: string, link: string): boolean {
	const { pathname, hash } = new URL(link, `https://site.example${here}`);
	if (!pathname.startsWith(prefix)) return false;
	const path = pathname.slice(prefix.length);
	const html = site.get(path === "" || path.endsWith("/") ? `${path}index.html` : path);
	return html !== undefined && (hash === "" || html.includes(`id="${decodeURIComponent(hash.slice(1))}"`));
}

describe("the site of a small reports directory", () => {
	test("only the brief of a watchlist entry with an agency names it, escaped", () => {
		const name = "Nordlicht &lt;b&gt;&amp;&lt;/b&gt; Partner";
		expect(textOf(site, "brief/shop.example.org/index.html")).toContain(name);
		expect(textOf(site, "brief/www.example.org/index.html")).not.toContain("Nordlicht");
	});

	test("every page is at its address", () => {
		for (const path of [
			"index.html",
			"404.html",
			"bot/index.html",
			"brief/www.example.org/index.html",
			"brief/closed.example.org/index.html",
			"checks/index.html",
			"checks/noindex/index.html",
			"methodology/index.html",
			`methodology/${METHODOLOGY}/index.html`,
			"robots.txt",
			"sitemap-index.xml",
			"wall/index.html",
		]) {
			expect(textOf(site, path)).not.toBe("");
		}
	});

	test("no link is dead, and every page has the refusal", () => {
		expect(deadLinks(site, "/")).toEqual([]);
		for (const [path, html] of pagesOf(site)) expect(html, path).toContain(REFUSAL);
	});

	test("our audit of it has at least 95 points and no grave fault", async () => {
		const pages = FULL ? [] : ["--mode", "deep", "--pages", "25"];
		const { stdout } = await sightline(["audit", "--dir", folder, "--as", DOMAIN, "--json", ...pages]);
		const { overallScore, gates, recommendations } = JSON.parse(stdout);
		expect([overallScore >= 95, gates], recommendations.join("\n")).toEqual([true, []]);
	});

	test("every twin is linked and exists, and the Markdown has the page's content", async () => {
		const forms = otherForms(site, `https://${DOMAIN}`);
		expect(Object.entries(forms).filter(([, files]) => !files.every((file) => site.has(file)))).toEqual([]);
		const id = (await stored)[0]?.id ?? "";
		expect(forms).toMatchObject(expectedForms({ domain: "www.example.org", unlisted: "unlisted.example.org", id }));
		expect(textOf(site, "checks/noindex.md")).toMatch(/^\[[^\]]+\]\(\S+\)\n\n# .+\n(?:.*\n)+## How to fix it\n/);
	});

	test("no page uses internal terms", () => {
		// The methodology explains them; the API's page names its schemas.
		const pages = pagesOf(site).filter(([path]) => !/^(?:methodology\/\d|api\/)/.test(path));
		const found = pages.flatMap(([path, html]) => privateWords(pageText(html)).map((words) => `${path}: ${words}`));
		expect(found).toEqual([]);
	});

	test("a brief names the receipt with the SHA-256 of its file", async () => {
		const [first] = await stored;
		if (!first) throw new Error("unreachable");
		const id = createHash("sha256")
			.update(await receiptText(first.receipt))
			.digest("hex");
		expect(textOf(site, "brief/www.example.org/index.html")).toContain(id);
	});

	test("a brief has its matrix; one without a score has no number and says why", () => {
		expect(textOf(site, "brief/www.example.org/index.html")).toContain('id="dual-axis"');
		const failed = textOf(site, "brief/closed.example.org/index.html");
		expect(failed).not.toContain('id="dual-axis"');
		expect(failed).toContain("No score");
		expect(failed).toContain("a challenge instead of a page");
	});

	test("a folder audit says so on the brief, the wall and the home page", () => {
		for (const path of ["brief/docs.example.org/index.html", "wall/index.html", "index.html"]) {
			expect(textOf(site, path)).toContain(SOURCES.folderNotice);
		}
		expect(textOf(site, "brief/www.example.org/index.html")).not.toContain(SOURCES.folderNotice);
	});

	test("an unwatched domain appears nowhere", () => {
		for (const [path, text] of site) {
			expect(path).not.toContain("unwatched");
			expect(text).not.toContain("unwatched.example.org");
		}
	});

	test("a domain kept off the wall has an unlisted brief", () => {
		expect(textOf(site, "brief/unlisted.example.org/index.html")).toContain('<meta name="robots" content="noindex"');
		const id = /<code>([0-9a-f]{64})<\/code>/.exec(textOf(site, "brief/unlisted.example.org/index.html"))?.[1] ?? "";
		expect(id).not.toBe("");
		const others = [...site].filter(([path]) => !path.includes("unlisted.example.org") && !path.includes(id));
		for (const [, text] of others) expect(text).not.toContain("unlisted.example.org");
	});

	test("the sitemap dates briefs by their audit", () => {
		const sitemap = textOf(site, "sitemap-0.xml");
		expect(sitemap).toContain(
			"<loc>https://audit.example.com/brief/www.example.org/</loc><lastmod>2026-11-20T02:00:00.000Z</lastmod>",
		);
		expect(sitemap).not.toContain("/404");
		expect(sitemap).not.toContain("/wall/newest/");
		expect(textOf(site, "robots.txt")).toContain("Sitemap: https://audit.example.com/sitemap-index.xml");
	});

	test("foreign text is escaped, and no page runs or fetches anything", () => {
		const hostile = textOf(site, "brief/hostile.example.org/index.html");
		expect(hostile).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
		for (const [, html] of pagesOf(site)) {
			expect(html).not.toMatch(
				/<script(?! type="module" src="\/_astro\/)(?! type="application\/ld\+json">)|<img (?!(class="[^"]*" )?src="\/)|<style|\sstyle="|\son[a-z]+="|href="javascript:/i,
			);
			expect(html).toContain("default-src 'none'");
			for (const [, source] of html.matchAll(/<link rel="(?:stylesheet|icon)" href="([^"]+)"/g)) {
				expect(source).toMatch(/^\//);
			}
		}
	});

	test("the bot's page has its name, keys, robots.txt lines and contact", () => {
		const bot = textOf(site, "bot/index.html");
		expect(bot).toContain("Mozilla/5.0 (compatible; SightlineBot/0.3.4; +https://audit.example.com/bot/)");
		expect(bot).toContain("User-agent: SightlineBot\nDisallow: /");
		expect(bot).toContain(`${API_URL}/.well-known/http-message-signatures-directory`);
		expect(bot).toContain('href="mailto:bot@example.org"');
	});

	test("no page is heavy: at most 20 KiB of script, 120 KiB in total", async () => {
		const { heavy, scripted } = await weighPages(folder);
		expect(heavy).toEqual([]);
		expect(scripted).toEqual(expect.arrayContaining(["/wall/index.html", "/verify/index.html", "/404.html"]));
	});

	test.runIf(FULL)("a second build is byte-identical", () => {
		expect([...again.keys()]).toEqual([...site.keys()]);
		for (const [path, text] of again) expect(text, path).toBe(site.get(path));
	});
});

describe("under a path, and without any report", () => {
	test("every link works", () => {
		expect(deadLinks(underPath, "/audits/")).toEqual([]);
		expect(textOf(underPath, "index.html")).toContain('<link rel="canonical" href="https://example.org/audits/"');
		expect(textOf(underPath, "sitemap-0.xml")).toContain("<loc>https://example.org/audits/checks/</loc>");
	});

	test("the empty wall gives advice", () => {
		expect(textOf(underPath, "wall/index.html")).toContain("npm run rescan");
		expect(textOf(underPath, "index.html")).toContain("reports/watchlist.json");
	});
});

describe("a site of files alone", () => {
	test("omits features that need a server, also below a path", () => {
		const paths = [...underPath.keys()];
		for (const path of ["index.html", "wall/index.html", "checks/index.html", "verify/index.html"])
			expect(paths).toContain(path);
		const ofServers = /^(?:api|openapi|metrics|server|client|\.well-known(?!\/agent-skills\/))\b/;
		expect(paths.filter((path) => ofServers.test(path))).toEqual([]);
		expect(textOf(underPath, "index.html")).not.toMatch(/href="[^"]*\/api\//);
		expect(textOf(underPath, "bot/index.html")).toContain("This installation does not sign requests");
	});

	test("describes an API on another host", () => {
		const page = textOf(site, "api/index.html");
		expect(page).toContain(`${API_URL}/api/v1/public/audit`);
		expect(page).toContain(`href="${API_URL}/openapi.json"`);
		for (const id of ["publicAudit", "getHealth"]) expect(page).toContain(`href="/api/${id}/"`);
		expect(textOf(site, "api/publicAudit/index.html")).toContain('id="schema-CompletedAudit"');
	});
});

test("serves the CLI with SHA-256 and installers", async () => {
	const tarball = await readFile(join(folder, TARBALL));
	const sum = createHash("sha256").update(tarball).digest("hex");
	expect(await readFile(join(folder, `${TARBALL}.sha256`), "utf8")).toBe(`${sum}  sightline-${VERSION}.tgz\n`);
	expect(textOf(site, "log/index.html")).toContain(`<code>${sum}</code>`);
	for (const name of ["install.sh", "sightline.rb"]) {
		expect(textOf(site, "log/index.html")).toContain(`href="/cli/${name}"`);
		const installer = await readFile(join(folder, "cli", name), "utf8");
		for (const named of [sum, `https://${DOMAIN}/${TARBALL}`]) expect(installer).toContain(named);
	}
	const commands = [...site.values()].join("\n").match(/npx https:[^\s"<\\]+/g) ?? [];
	expect(new Set(commands)).toEqual(new Set([`npx https://${DOMAIN}/${TARBALL}`]));
});
