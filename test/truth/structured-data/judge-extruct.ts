import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ReadPage, readPage } from "#evidence/html/digest-page.ts";
import type { StructuredNode } from "#evidence/page-digest.ts";
import type { JudgeResult } from "../judge-result.ts";
import { expandedNodes, jsonLdNodes, microdataItems } from "./extruct-expectations.ts";
import { compareTriples, type ExpectedNode, expectedTriples, triplesOf } from "./triples.ts";

const BASE = "http://www.example.com/index.html";

/** What is expected of a page's form; several files may expect something of one page. */
interface Expectation {
	readonly name: string;
	readonly html: string;
	readonly base: string;
	readonly expected: readonly ExpectedNode[];
	ours(page: ReadPage): readonly StructuredNode[];
}

/** Pages whose expectations are named after something else, or that its tests read at another address. */
const NAMED_OTHERWISE: Readonly<Record<string, { readonly html: string; readonly base?: string }>> = {
	"schema.org/product_custom_url.json": { html: "schema.org/product.html", base: "http://some-example.com" },
	"schema.org/product_custom_url_and_node_id.json": {
		html: "schema.org/product.html",
		base: "http://some-example.com",
	},
	"w3c/microdata.5.2.withtext.json": { html: "w3c/microdata.5.2.html" },
	"w3c/microdata.7.1.json": { html: "w3c/microdata.7.1.html", base: "http://blog.example.com/progress-report" },
	"w3c/microdata.object.json": {
		html: "w3c/microdata.object.html",
		base: "http://www.example.com/microdata/test",
	},
};

/** Not ours to read: social metadata, microformats, Dublin Core; and pages that are here already, written as flat lists. */
const LEFT_OUT = /opengraph|microformat|dublincore|_OG_|[._]flat/;

/**
 * Type and main properties of extruct's pages, in the three forms of structured data. extruct mends JSON that is none
 * (comments, line breaks in strings); by JSON-LD 1.1 section 7.3 such a script is an error, and that, with its place, is
 * what is expected of us there.
 */
export function judgeExtruct(folder: string): JudgeResult {
	const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
	const expectations = files.flatMap((file) => expectationsOf(folder, file));
	const disagreements = expectations.flatMap((expectation) => {
		const html = readFileSync(join(folder, expectation.html), "utf8");
		const page = readPage(html, expectation.base);
		const { expected, ours } = isBroken(html, expectation.name) ? faultOf(page) : differences(expectation, page);
		return expected === ours ? [] : [{ case: expectation.name, expected, ours }];
	});
	const cases = expectations.length;
	return { judge: "extruct", cases, agreed: cases - disagreements.length, disagreements };
}

function differences({ expected, ours, base }: Expectation, page: ReadPage) {
	const { missing, extra } = compareTriples(expectedTriples(expected), triplesOf(ours(page)), base);
	return { expected: missing.join("\n"), ours: extra.join("\n") };
}

/** True where a script of the page is no JSON, by a plain search. */
function isBroken(html: string, name: string): boolean {
	if (!name.endsWith("JSON-LD")) return false;
	const scripts = html.matchAll(/<script[^>]*application\/ld\+json[^>]*>([\s\S]*?)<\/script>/gi);
	return [...scripts].some(([, text = ""]) => {
		try {
			JSON.parse(text);
			return false;
		} catch {
			return true;
		}
	});
}

function faultOf({ jsonLd: { blocks } }: ReadPage) {
	const placed = blocks.some(({ error, faultAt }) => /line \d+, column \d+/.test(error ?? "") && faultAt);
	return { expected: "an error with its place", ours: placed ? "an error with its place" : "none" };
}

function expectationsOf(folder: string, file: string): Expectation[] {
	if (!/\.(?:json|jsonld)$/.test(file) || LEFT_OUT.test(file)) return [];
	const written: unknown = JSON.parse(readFileSync(join(folder, file), "utf8"));
	const { html = file.replace(/(?:\.expanded)?\.json(?:ld)?$/, ".html"), base = BASE } = NAMED_OTHERWISE[file] ?? {};
	const jsonLd = (value: unknown): Expectation => ({
		...{ name: `${file} JSON-LD`, html, base, expected: jsonLdNodes(value) },
		ours: (page) => page.jsonLd.nodes,
	});
	const microdata = (value: unknown): Expectation => ({
		...{ name: `${file} Microdata`, html, base, expected: microdataItems(value) },
		ours: (page) => page.microdata,
	});
	const rdfa = (value: unknown): Expectation => ({
		...{ name: `${file} RDFa`, html, base, expected: expandedNodes(value) },
		ours: (page) => page.rdfa,
	});
	if (file.endsWith(".jsonld")) return [jsonLd(written)];
	if (file.endsWith(".expanded.json") || file.startsWith("misc/Portfolio")) return [rdfa(written)];
	if (Array.isArray(written)) return [microdata(written)];
	const all = written as Readonly<Record<string, unknown>>;
	return [microdata(all.microdata ?? []), jsonLd(all["json-ld"] ?? []), rdfa(all.rdfa ?? [])];
}
