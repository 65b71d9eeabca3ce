import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readPage } from "#evidence/html/digest-page.ts";
import type { JudgeResult } from "../judge-result.ts";
import { jsonLdNodes } from "./extruct-expectations.ts";
import { compareTriples, expectedTriples, triplesOf } from "./triples.ts";

interface ManifestTest {
	readonly "@id": string;
	readonly "@type": readonly string[];
	readonly input: string;
	readonly expect?: string;
	readonly expectErrorCode?: string;
	readonly option: { readonly extractAllScripts?: boolean; readonly base?: string };
}

const BASE = "https://w3c.github.io/json-ld-api/tests/";

/**
 * W3C's tests of JSON-LD in HTML: which scripts are read, what they say, which are errors. A fragment in the address
 * picks one script for a processor; an audit reads all of a page, so the picked one is compared.
 */
export function judgeJsonLdInHtml(folder: string): JudgeResult {
	const manifest = JSON.parse(readFileSync(join(folder, "html-manifest.jsonld"), "utf8"));
	const tests: readonly ManifestTest[] = manifest.sequence;
	const disagreements = tests.flatMap((test) => {
		const { expected, ours } = outcome(folder, test);
		return expected === ours ? [] : [{ case: test["@id"], expected, ours }];
	});
	return {
		judge: "W3C JSON-LD in HTML",
		cases: tests.length,
		agreed: tests.length - disagreements.length,
		disagreements,
	};
}

function outcome(folder: string, test: ManifestTest): { readonly expected: string; readonly ours: string } {
	const [path = "", fragment] = test.input.split("#");
	const html = readFileSync(join(folder, path), "utf8");
	const { blocks, nodes } = readPage(html, BASE + path).jsonLd;
	const wanted = chosenBlock(html, fragment, test.option.extractAllScripts);
	if (test.expectErrorCode === "invalid script element") {
		const placed = blocks.filter(
			({ ok, error, faultAt }) => !ok && /line \d+, column \d+/.test(error ?? "") && faultAt,
		);
		return { expected: "an error with its place", ours: placed.length > 0 ? "an error with its place" : "no error" };
	}
	if (test.expectErrorCode) {
		const read = fragment === undefined ? blocks.length > 0 : wanted !== undefined && wanted >= 0;
		return { expected: "no script to read", ours: read ? `${blocks.length} scripts` : "no script to read" };
	}
	if (!test["@type"].includes("jld:ExpandTest")) {
		return { expected: "all readable", ours: blocks.every(({ ok }) => ok) ? "all readable" : "an error" };
	}
	const output: unknown = JSON.parse(readFileSync(join(folder, test.expect ?? ""), "utf8"));
	const ours = nodes.filter(({ block }) => wanted === undefined || block === wanted);
	const { missing, extra } = compareTriples(expectedTriples(jsonLdNodes(output)), triplesOf(ours), BASE);
	return { expected: missing.join("\n"), ours: extra.join("\n") };
}

/** Index of the script that a processor is to read; undefined for all, -1 where there is none. */
function chosenBlock(html: string, fragment: string | undefined, all: boolean | undefined): number | undefined {
	if (all) return undefined;
	if (fragment === undefined) return 0;
	const scripts = html.match(/<script[^>]*application\/ld\+json[^>]*>/g) ?? [];
	return scripts.findIndex((tag) => tag.includes(`id="${fragment}"`));
}
