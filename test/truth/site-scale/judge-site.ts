import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Auditor } from "#audit/auditor.ts";
import { parsePlace } from "#core/target.ts";
import { DamagedSite } from "./damage.ts";
import type { Place } from "./faults.ts";
import { type PlannedSite, sourceOf } from "./site.ts";

export interface SiteVerdict {
	readonly pages: number;
	/** Files that were said to be unreadable. */
	readonly left: number;
	readonly planted: number;
	/** Written as `check file:line:column`. */
	readonly missed: readonly string[];
	readonly invented: readonly string[];
	readonly cpuSeconds: number;
	readonly wallSeconds: number;
	/** Most of the whole process at the end of a page. */
	readonly mebibytes: number;
}

/** 1 by 1 pixel. */
const PICTURE = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
	"base64",
);

/** Writes the site into the folder, with faults or clean. @returns where each fault is to be found */
export async function writeSite(site: PlannedSite, folder: string, clean = false): Promise<ReadonlySet<string>> {
	const expected = new Set<string>();
	const damaged = clean ? undefined : new DamagedSite(site);
	for (const page of site.pages) {
		const { source, places } = damaged?.read(page) ?? { source: sourceOf(site, page), places: [] };
		for (const place of places) expected.add(told(place, page.file));
		await writeFileAt(join(folder, page.file), source.replaceAll("\n", site.lineEnd));
	}
	await writeFileAt(join(folder, "picture.png"), PICTURE);
	await writeFileAt(join(folder, "404.html"), "<p>Nothing here");
	await writeSitemap(site, damaged?.listed ?? site.pages.map(({ address }) => address), folder);
	await writeUnnamed(folder);
	return expected;
}

function told({ check, line, column }: Place, file: string): string {
	return line === undefined ? `${check} ${file}` : `${check} ${file}:${line}:${column}`;
}

async function writeFileAt(path: string, content: string | Uint8Array): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, content);
}

/** A name of bytes that are no text, which no address leads to. Other systems than Linux know no such names. */
async function writeUnnamed(folder: string): Promise<void> {
	if (process.platform !== "linux") return;
	await writeFile(Buffer.concat([Buffer.from(`${folder}/odd-`), Buffer.from([0xff]), Buffer.from(".html")]), "<p>x");
}

const PER_SITEMAP = 1_000;

async function writeSitemap(
	{ sitemap, host, base }: PlannedSite,
	all: readonly string[],
	folder: string,
): Promise<void> {
	if (sitemap === "none") return;
	const list = (kind: "urlset" | "sitemapindex", entry: string, addresses: readonly string[]) =>
		`<?xml version="1.0"?><${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses
			.map((each) => `<${entry}><loc>${each.replaceAll("&", "&amp;")}</loc></${entry}>`)
			.join("")}</${kind}>`;
	if (sitemap === "whole") return writeFileAt(join(folder, "sitemap.xml"), list("urlset", "url", all));
	const packed = sitemap === "packed index";
	const files: string[] = [];
	for (let at = 0; at < all.length; at += PER_SITEMAP) {
		const name = `sitemap-${files.length}.xml${packed ? ".gz" : ""}`;
		const text = list("urlset", "url", all.slice(at, at + PER_SITEMAP));
		await writeFileAt(join(folder, name), packed ? gzipSync(text) : text);
		files.push(`https://${host}${base}${name}`);
	}
	return writeFileAt(join(folder, "sitemap.xml"), list("sitemapindex", "sitemap", files));
}

/** Audits the folder and holds what is found against what was planted, both ways. */
export async function judgeSite(
	auditor: Auditor,
	site: PlannedSite,
	folder: string,
	expected: ReadonlySet<string>,
): Promise<SiteVerdict> {
	const [cpu, start] = [process.cpuUsage(), performance.now()];
	let most = 0;
	const onPage = (read: number) => {
		// Asking takes as long as a tenth of a page.
		if (read % 50 === 0) most = Math.max(most, process.memoryUsage.rss());
	};
	const target = parsePlace(`${site.host}${site.base}`);
	const { occurrences = [], record } = await auditor.audit({ target, mode: "light", folder, onPage });
	const { user, system } = process.cpuUsage(cpu);
	const wallSeconds = (performance.now() - start) / 1_000;
	const { pages } = record.evidence;
	if (pages.state !== "found") throw new Error(`${folder} was not read.`);
	const found = new Set<string>();
	const invented: string[] = [];
	for (const { check, file = "", ...place } of occurrences) {
		const each = told({ check, ...place }, file.slice(folder.length + 1));
		if (!expected.has(each) || found.has(each)) invented.push(each);
		found.add(each);
	}
	return {
		pages: pages.value.read + 1,
		left: pages.value.left.length,
		planted: expected.size,
		missed: [...expected].filter((each) => !found.has(each)),
		invented,
		cpuSeconds: (user + system) / 1e6,
		wallSeconds,
		mebibytes: most / 1024 ** 2,
	};
}
