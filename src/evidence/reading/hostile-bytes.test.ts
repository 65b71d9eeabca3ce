import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { DIRECTORY_TYPE } from "#core/discovery.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { type ReaderInput, type ReaderKind, readHere } from "./readers.ts";

/** Fragments of each format, and ways to break it: unclosed, repeated, nested, binary. */
const NOISE = ["x", " ", "\n", "\r", "\0", "\ufeff", "\ud800", "ü", '"', "'", "\\", "a".repeat(300)];
const XML = [
	"<a>",
	"</a>",
	"<a",
	' b=""',
	">",
	"<!--",
	"-->",
	"<![CDATA[",
	"]]>",
	"&amp;",
	"&",
	"<?x",
	"?>",
	"<!DOCTYPE a [",
];
const JSON_TOKENS = ["[", "]", "{", "}", '"a":', ",", "0", "1e9", '"a"', "\\u0041", "//", "/*", "null", "[],", '"a":{'];
const MARKDOWN = [
	"[",
	"](",
	")",
	"![",
	"```\n",
	"`",
	"<a ",
	">",
	"<!--",
	"&amp;",
	"# ",
	"- ",
	"https://",
	" /a",
	"---\n",
];
const ROBOTS = [
	"User-agent: a\n",
	"User-agent: ",
	"Disallow: /",
	"Allow:*",
	"*",
	"$",
	"#",
	":",
	"Sitemap: https://h/\n",
].concat(["Content-Usage: ", "Content-Signal: ", "a=1,", "(", ";", "Crawl-delay: 1\n", "Agentmap: /\n"]);
const HTML = [
	"<p>",
	"<b id=x>",
	"</b>",
	"<div>",
	"<table>",
	"<tr><td>",
	"<a href=/x>",
	"<svg>",
	"<template>",
	"<li>",
	"<h2>",
].concat([
	"<input id=x>",
	"<label for=x>",
	"<style>p{",
	"<script>",
	"</script>",
	"<!--",
	"<option>",
	"&lt;",
	"<math><mi>",
	"<time>",
]);

const url = "https://www.acme-shoes.com/x";
type Make<K extends ReaderKind> = (body: Uint8Array) => ReaderInput<K>;
interface Format<K extends ReaderKind = ReaderKind> {
	readonly kind: K;
	/** Prefix. */
	readonly start: readonly string[];
	readonly tokens: readonly string[];
	readonly make: Make<K>;
}
const format = <K extends ReaderKind>(kind: K, start: readonly string[], tokens: readonly string[], make: Make<K>) =>
	({ kind, start, tokens: [...tokens, ...NOISE], make }) as unknown as Format;

const FORMATS = [
	format("robots", ["", "User-agent: *\n"], ROBOTS, (body) => ({
		url,
		body,
		contentType: "text/plain",
		truncated: false,
	})),
	format(
		"sitemap",
		["<urlset>", "<urlset><url><loc>", "<rss><channel>", "https://h/\n"],
		[...XML, "<url>", "<loc>"],
		(body) => {
			return { url, body, truncated: false, hosts: ["h"] };
		},
	),
	format("feed", ["<rss><channel>", "<feed>"], [...XML, "<item>", "<pubDate>"], (body) => ({
		url,
		body,
		truncated: false,
	})),
	format("feed", ['{"version":"https://jsonfeed.org/version/1","items":'], JSON_TOKENS, (body) => ({
		url,
		body,
		truncated: false,
	})),
	format("json", ["", "["], JSON_TOKENS, (body) => ({ url, body })),
	// YAML relies on the thread's limit: its parser takes seconds for a few hundred kilobytes of nesting.
	format("description", ['{"openapi":"3.1.0","paths":', "["], JSON_TOKENS, (body) => ({
		url,
		body,
		declaredIn: "anchor",
	})),
	format("mcp", ["data: ", "{"], [...JSON_TOKENS, "\n\ndata: ", "data:\n"], (body) => {
		return { url, body, mediaType: "text/event-stream", status: 200, id: 1 };
	}),
	format(
		"keys",
		['{"keys":[', ""],
		[...JSON_TOKENS, '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"},'],
		(body) => ({ url, status: 200, headers: { "content-type": DIRECTORY_TYPE }, body, now: 0 }),
	),
	format("text", ["", "# A\n"], MARKDOWN, (body) => ({ url, body, truncated: false })),
	format("markdown", ["", "---\n"], MARKDOWN, (body) => ({ url, body, contentType: "text/markdown", page: [1, 2, 3] })),
	format("page", ["<!doctype html>", ""], HTML, (body) => ({ url, body, contentType: "text/html", truncated: false })),
];

/** Characters, and the factor to the longer text. */
const LENGTH = 16_000;
const MORE = 8;
/** Fixed costs that the longer text may have, such as a table of 50,000 words. */
const FREE_UNITS = 60;
/** Maximum bytes of evidence from a file of 128,000 characters. */
const LARGEST = 2_000_000;

describe("what strangers write", () => {
	it.each(FORMATS.map((each, index) => [`${each.kind} ${index}`, each] as const))(
		"costs time in proportion to its length, and little room: %s",
		async (_, { kind, start, tokens, make }) => {
			const pattern = fc.array(fc.constantFrom(...tokens), { minLength: 1, maxLength: 5 }).map((each) => each.join(""));
			const encode = fc.constantFrom("utf-8", "utf-16");
			await fc.assert(
				fc.asyncProperty(
					fc.constantFrom(...start),
					pattern,
					pattern,
					encode,
					async (begin, first, second, encoding) => {
						const cost = async (length: number) => {
							const half = (text: string) => text.repeat(Math.ceil(length / 2 / text.length));
							const text = begin + half(first) + half(second);
							const body =
								encoding === "utf-8" ? new TextEncoder().encode(text) : Buffer.from(`\ufeff${text}`, "utf16le");
							const began = cpuUnits();
							const reading = await readHere(kind, make(body) as ReaderInput<ReaderKind>);
							const units = cpuUnits() - began;
							expect(JSON.stringify(reading).length).toBeLessThan(LARGEST);
							return units;
						};
						const [short, long] = [await cost(LENGTH), await cost(LENGTH * MORE)];
						// Quadratic time would be 64 times as much.
						expect(long).toBeLessThan(FREE_UNITS + short * MORE * 3);
					},
				),
				{ numRuns: FULL ? 400 : kind === "page" ? 3 : 8 },
			);
		},
		FULL ? 600_000 : 60_000,
	);
});
