/** Our own readers, as `npm run fuzz` feeds them: what they may throw is a Failure alone. */

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shippedRanges } from "#access-logs/bot-ranges.ts";
import { LineReader } from "#access-logs/log-lines.ts";
import { isFailure } from "#core/failure.ts";
import { readHere } from "#evidence/reading/readers.ts";
import { formatInclusionFile, parseInclusionFile } from "#log/tlog/inclusion-file.ts";
import { formatLeaf, parseLeaf } from "#log/tlog/leaf.ts";
import { formatCheckpoint, formatNote, parseCheckpoint, parseNote } from "#log/tlog/note.ts";
import { parsePolicy } from "#log/tlog/policy.ts";
import {
	formatEntries,
	formatTile,
	parseEntries,
	parseTile,
	parseTilePath,
	TILE_WIDTH,
	tilePath,
} from "#log/tlog/tiles.ts";
import { sampleReport } from "#log/verify/verify-receipt.testkit.ts";
import { readAgencyFiles } from "#receipts/agencies/agency-files.ts";
import { createReceipt, readReceipt, receiptText } from "#receipts/store/receipt.ts";
import { attributeOf, HtmlFile, startOf } from "#repairs/html-file.ts";
import { PatchedFile } from "#repairs/patched-file.ts";
import { SourceText } from "#repairs/source-text.ts";

export interface Fuzzed {
	/** Of the repository: its small files are the first inputs. */
	readonly folder?: string;
	/** The first inputs. */
	readonly seeds?: readonly string[];
	/** What the format is made of. */
	readonly tokens: readonly string[];
	/** @throws for bugs; a Failure is none */
	read(input: Buffer): Promise<unknown> | unknown;
}

const URL_READ = "https://example.com/file";
const JSON_TOKENS = [
	"{",
	"}",
	"[",
	"]",
	'"',
	":",
	",",
	"null",
	"true",
	"-0",
	"1e999",
	'"a"',
	"\\u0000",
	"\\ud800",
	"0.1",
];
const HTML_TOKENS = [
	..."<p> </p> <b> </b> <div <a href= <table> <td> <svg> <math> <template> </template> <!-- --> <![CDATA[ ]]> <br/> </".split(
		" ",
	),
	...[
		' class="x"',
		" id=",
		"<title>",
		"</title>",
		"<script>",
		"</script>",
		'<meta charset="utf-16">',
		"<plaintext>",
		"&amp;",
		"&#0;",
		"\0",
		"ü",
		"\ud800",
	],
];
const LD = '<script type="application/ld+json">';
const FAMILIES = ["Product", "Offer", "FAQPage", "Event", "BreadcrumbList", "Organization", "WebSite"];

const { id, receipt } = await createReceipt(await sampleReport(), "e".repeat(64));
const RECEIPT = await receiptText(receipt);
const LEAF = Buffer.from(formatLeaf({ kind: "audit", receipt: id, auditedAt: receipt.auditedAt })).toString();
const HASH = Buffer.alloc(32, 7).toString("base64");
const CHECKPOINT = formatCheckpoint({ origin: "example.com/log", size: 300, root: Buffer.alloc(32, 7) });
const NOTE = `${CHECKPOINT}\n— example.com/log ${Buffer.alloc(68, 1).toString("base64")}\n`;
const PROOF = `c2sp.org/tlog-proof@v1\nindex 7\n${HASH}\n${HASH}\n\n${NOTE}`;
const ACCESS = [
	'203.0.113.9 - - [20/Nov/2026:02:00:00 +0000] "GET /a?b=c HTTP/1.1" 200 12 "https://example.com/" "GPTBot/1.0"',
	'{"time":"2026-11-20T02:00:00Z","remote_addr":"203.0.113.9","request":"GET / HTTP/1.1","status":200,"user_agent":"Googlebot/2.1"}',
	"#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent)\n2026-11-20 02:00:00 203.0.113.9 GET / 200 bingbot/2.0",
];
const agencies = await mkdtemp(join(tmpdir(), "sightline-fuzz-"));
process.once("exit", () => rmSync(agencies, { recursive: true, force: true }));

export const FUZZED: Readonly<Record<string, Fuzzed>> = {
	robots: {
		folder: "test/vectors/robots/crawler-commons",
		seeds: [
			"User-agent: a\nDisallow: /\nAllow: /b*c$\nCrawl-delay: 1\nSitemap: https://example.com/s.xml\nContent-Signal: ai-train=no\n",
		],
		tokens: [
			"User-agent: ",
			"Disallow: /",
			"Allow: ",
			"*",
			"$",
			"#",
			":",
			"\n",
			"\r",
			"Sitemap: ",
			"Content-Usage: ",
			"a=1, ",
			";",
			"(",
			"\xef\xbb\xbf",
			"%41",
			"Crawl-delay: ",
			"<html>",
		],
		read: (body) => readHere("robots", { url: URL_READ, body, contentType: "text/plain", truncated: false }),
	},
	sitemap: {
		folder: "test/vectors/sitemap",
		tokens: [
			"<urlset>",
			"</urlset>",
			"<url>",
			"</url>",
			"<loc>",
			"</loc>",
			"<lastmod>",
			"2026-11-20",
			"<sitemapindex>",
			"<sitemap>",
			"<![CDATA[",
			"]]>",
			"&amp;",
			"&#0;",
			"<!DOCTYPE a [",
			"<?xml?>",
			"<rss>",
			"<item>",
			"<link>",
			"<feed>",
			"<!--",
			"xmlns:a=",
			"\x1f\x8b",
		],
		read: (body) => readHere("sitemap", { url: URL_READ, body, truncated: false, hosts: ["example.com"], all: true }),
	},
	"structured-data": {
		seeds: FAMILIES.map(
			(type) =>
				`<!doctype html><title>A</title>${LD}{"@context":"https://schema.org","@type":"${type}","name":"A","offers":{"@type":"Offer","price":"1","priceCurrency":"EUR"},"@graph":[{"@id":"#a"}]}</script><div itemscope itemtype="https://schema.org/${type}"><p itemprop="name">A</div>`,
		),
		tokens: [
			...JSON_TOKENS,
			LD,
			"</script>",
			'"@type":',
			'"@graph":',
			'"@id":"#a"',
			'"@context":',
			"itemscope ",
			"itemprop=",
			"itemref=",
			...FAMILIES,
		],
		read: (body) => readHere("page", { url: URL_READ, body, contentType: "text/html", truncated: false }),
	},
	notes: {
		seeds: [
			NOTE,
			CHECKPOINT,
			PROOF,
			"log example.com/log+00000000+AA==\nwitness a+00000000+AA==\ngroup g any a\nquorum g\n",
		],
		tokens: [
			"— ",
			"\n",
			"\n\n",
			" ",
			"+",
			HASH,
			"example.com/log",
			"0",
			"300",
			"index ",
			"extra ",
			"quorum ",
			"group ",
			"witness ",
			"none",
			"9007199254740993",
			"\xe2\x80\x94 ",
		],
		async read(input) {
			const text = input.toString();
			await tolerant(() => assert.equal(formatNote(parseNote(text)), text));
			await tolerant(() => assert.equal(formatCheckpoint(parseCheckpoint(text)), text));
			await tolerant(() => assert.equal(formatInclusionFile(parseInclusionFile(text)), text));
			await parsePolicy(text);
		},
	},
	tiles: {
		seeds: ["\x00\x03abc\x00\x00", "a".repeat(64), "tile/0/x001/234.p/7", "tile/entries/000"],
		tokens: ["\x00", "\x01", "\xff", "tile/", "x001/", "000", ".p/", "256", "entries/", "0"],
		async read(input) {
			for (const width of [1, 2, 3, 5, TILE_WIDTH]) {
				await tolerant(() => assert.deepEqual(Buffer.from(formatTile(parseTile(input, width))), input));
				await tolerant(() => assert.deepEqual(Buffer.from(formatEntries(parseEntries(input, width))), input));
			}
			const path = input.toString("latin1");
			const tile = parseTilePath(path);
			if (tile) assert.equal(tilePath(tile), path);
		},
	},
	receipts: {
		seeds: [RECEIPT],
		tokens: [
			...JSON_TOKENS,
			'"findings":',
			'"id":"title"',
			'"places":',
			'"reach":',
			'"as":0',
			'"evidence":',
			'"own":',
			'"n/a":',
			'"pass":',
			'"v":2',
			"9.9.9",
			'"__proto__":',
		],
		async read(input) {
			const text = input.toString();
			const stored = await readReceipt(text, "It");
			assert.equal(await receiptText(stored.receipt), text);
		},
	},
	leaves: {
		seeds: [LEAF],
		tokens: [
			...JSON_TOKENS,
			'"kind":"list"',
			'"name":"withdrawn"',
			'"size":1',
			"run/2026",
			"sha256:",
			"recheck",
			"audit",
			"2026-02-30T",
		],
		read: (input) => assert.deepEqual(Buffer.from(formatLeaf(parseLeaf(input))), input),
	},
	logs: {
		seeds: ACCESS,
		tokens: [
			...JSON_TOKENS,
			"#Fields: ",
			"date time ",
			"\n",
			"\t",
			" - - ",
			"[20/Nov/2026:02:00:00 +0000]",
			'"GET / HTTP/1.1"',
			"GPTBot",
			"::ffff:1.2.3.4",
			"\\x22",
			"%00",
			'"status":',
			"1e99",
			"\r",
		],
		read: (input) =>
			new LineReader(
				{ domain: "example.com", pages: ["/"], ranges: shippedRanges(), format: undefined, proxies: 1 },
				Date.UTC(2026, 11, 1),
			).read(input, undefined),
	},
	agencies: {
		seeds: ['{"name": "Northlight Partners", "website": "https://example.com/", "color": "#123456"}'],
		tokens: [...JSON_TOKENS, '"name":', '"logo":', '"color":', "//", "/*", "\n", "https://", "../", "#"],
		async read(input) {
			await writeFile(join(agencies, "northlight.json"), input);
			await readAgencyFiles(agencies);
		},
	},
	edits: {
		seeds: [
			"<!doctype html>\r\n<html lang=en>\n<title>A</title>\n<p class='a'>b<b>c</p>d</b><img src=x alt><br/></html>",
		],
		tokens: HTML_TOKENS,
		read: editEach,
	},
};

/** A refusal counts as a result. */
async function tolerant(work: () => unknown): Promise<void> {
	try {
		await work();
	} catch (error) {
		if (!isFailure(error)) throw error;
	}
}

/** An attribute that is set is there, and nothing else of the file has changed. */
function editEach(input: Buffer): void {
	const file = new HtmlFile(new SourceText(input, "text/html; charset=utf-8"), URL_READ, "text/html; charset=utf-8");
	for (const element of [file.elements[0], file.elements.at(-1)]) {
		if (!element || element.tagName === "plaintext") continue;
		const edit = file.source.toBytes(file.setAttribute(element, "data-x", 'a"<&'), "title", "html");
		const bytes = new PatchedFile(input).with([edit]).content();
		const edited = new HtmlFile(new SourceText(bytes, "text/html; charset=utf-8"), URL_READ, file.contentType);
		const there = edited.elements.find((each) => startOf(each) === startOf(element));
		assert.equal(there && attributeOf(there, "data-x"), 'a"<&');
		assert.equal(edited.elements.length, file.elements.length);
	}
}
