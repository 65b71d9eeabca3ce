/** Measures the bytes of built pages as loaded by a browser; never shipped. */

import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const KIB = 1024;
/** Maximum including styles, scripts, pictures and fonts. */
const PAGE_MOST_BYTES = 120 * KIB;
const SCRIPT_MOST_BYTES = 20 * KIB;
/** Maximum including everything that tools load, and the polyfill. */
const TOOLS_MOST_BYTES = 60 * KIB;

const IS_COMPRESSED = /^\.(?:woff2|png)$/;
const SCRIPT = /<script\b[^>]* src="([^"]+)"/g;
const LOADED = [
	/<link rel="(?:stylesheet|icon|preload|modulepreload)"[^>]* href="([^"]+)"/g,
	/<(?:script|img)\b[^>]* src="([^"]+)"/g,
];
/** Static imports of a script. */
const IMPORTED = /\b(?:from|import)\s*["'](\.[^"']+)["']/g;
/** Static and dynamic imports, and scripts loaded by URL. */
const IMPORTED_LATER = /["'`](\.\/[^"'`\s]+\.js|\/(?:[^"'`\s]+\/)?_astro\/[^"'`\s]+\.js)["'`]/g;
const FONT = /url\("?([^)"]+\.woff2)"?\)/g;

interface LoadedFile {
	/** URL → bytes of the file and everything it loads. */
	readonly bytes: ReadonlyMap<string, number>;
}

/**
 * Pages of a build that are heavier than a page may be, each with its bytes, and how many were weighed.
 * @param prefix path under which the site lives, no trailing slash
 */
export async function weighPages(outDir: string, prefix = "") {
	const loaded = new Map<string, Promise<LoadedFile>>();
	const load = (address: string): Promise<LoadedFile> => {
		const loading = loaded.get(address) ?? loadFile(address);
		loaded.set(address, loading);
		return loading;
	};
	const loadFile = async (address: string): Promise<LoadedFile> => {
		const content = await readFile(join(outDir, decodeURIComponent(address.slice(prefix.length))));
		const ending = extname(address);
		const own = IS_COMPRESSED.test(ending) ? content.byteLength : gzipSync(content).byteLength;
		const more = ending === ".js" ? IMPORTED : ending === ".css" ? FONT : undefined;
		const named = more ? addressesIn(content.toString(), [more], address) : [];
		return gathered([[address, own]], await Promise.all(named.map(load)));
	};
	const entries = await readdir(outDir, { recursive: true });
	const pages = entries.filter((name) => name.endsWith(".html"));
	const weights = pages.map(async (name) => {
		const address = `${prefix}/${name.replaceAll("\\", "/")}`;
		const html = await readFile(join(outDir, name));
		const named = addressesIn(html.toString(), LOADED, address).filter((each) => each.startsWith(`${prefix}/`));
		const { bytes } = gathered([[address, gzipSync(html).byteLength]], await Promise.all(named.map(load)));
		const all = sumOf(bytes.values());
		const script = sumOf([...bytes].filter(([each]) => each.endsWith(".js")).map(([, size]) => size));
		return { address, all, script };
	});
	const weighed = await Promise.all(weights);
	const heavy = weighed.filter(({ all, script }) => all > PAGE_MOST_BYTES || script > SCRIPT_MOST_BYTES);
	return { heavy, scripted: weighed.filter(({ script }) => script > 0).map(({ address }) => address) };
}

/**
 * Pages whose scripts are heavier than those of a page with tools may be, whatever is called there, each with its bytes: as a server
 * sends them to every browser that has tools.
 * @param prefix path under which the site lives, no trailing slash
 */
export async function weighTools(outDir: string, prefix = "") {
	const read = new Map<string, Promise<{ readonly size: number; readonly named: readonly string[] }>>();
	const readScript = async (address: string) => {
		const content = await readFile(join(outDir, address.slice(prefix.length)));
		const named = addressesIn(content.toString(), [IMPORTED, IMPORTED_LATER], address);
		return { size: brotliCompressSync(content).byteLength, named: named.filter((each) => each.endsWith(".js")) };
	};
	const weigh = async (name: string) => {
		const address = `${prefix}/${name.replaceAll("\\", "/")}`;
		const reached = new Set(addressesIn(await readFile(join(outDir, name), "utf8"), [SCRIPT], address));
		let bytes = 0;
		// The loop also visits entries added meanwhile.
		for (const script of reached) {
			const reading = read.get(script) ?? readScript(script);
			read.set(script, reading);
			const { size, named } = await reading;
			bytes += size;
			for (const each of named) reached.add(each);
		}
		return { address, bytes };
	};
	const pages = (await readdir(outDir, { recursive: true })).filter((name) => name.endsWith(".html"));
	const weighed = await Promise.all(pages.map(weigh));
	const most = Math.max(...weighed.map(({ bytes }) => bytes));
	return { heavy: weighed.filter(({ bytes }) => bytes > TOOLS_MOST_BYTES), most };
}

/** Paths in a text, without other sites' URLs and data URLs. */
function addressesIn(text: string, patterns: readonly RegExp[], base: string): string[] {
	const found = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, address = ""]) => address));
	const here = new URL(base, "https://site.example");
	const urls = found.map((address) => new URL(address, here)).filter(({ origin }) => origin === here.origin);
	return [...new Set(urls.map(({ pathname }) => pathname))];
}

/** Counts each file once. */
function gathered(own: readonly (readonly [string, number])[], more: readonly LoadedFile[]): LoadedFile {
	return { bytes: new Map([...own, ...more.flatMap(({ bytes }) => [...bytes])]) };
}

function sumOf(sizes: Iterable<number>): number {
	return [...sizes].reduce((sum, size) => sum + size, 0);
}
