import Ajv from "ajv";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import type { AuditResult } from "#core/audit-result.ts";
import type { Occurrence } from "#core/occurrence.ts";
import { PILLAR_KEYS } from "#core/pillar.ts";
import { isFault, OUTCOMES } from "#core/verdict.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import { makeFinding, makeReceipt } from "#site/publication/receipt.testkit.ts";
import { readJsonVector } from "#test/vectors/vectors.ts";
import type { BaselineComparison } from "../baseline.ts";
import { toAnnotations, toCsv, toJunit, toNdjson, toSarif } from "./faults.ts";
import { FORMATS, type Format, format, type Outcome } from "./format.ts";
import { escapeText, toMarkdown } from "./markdown.ts";

const INK = {
	strong: String,
	quiet: String,
	good: String,
	middling: String,
	bad: String,
	width: 80,
};

/** Text of a hostile site: markup, commands, lone surrogates, control characters, mentions. */
const said = fc.oneof(
	fc.string({ unit: "binary", maxLength: 60 }),
	fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
	fc.constantFrom(
		"::error file=a,line=1::x\r\n::set-output name=a::b",
		"]]></failure><script>alert(1)</script>&amp;",
		"</details><img src=x onerror=alert(1)> @everyone #1 GH-1 [a](javascript:b) `` ` ``` | **b** www.evil.example http://evil.example",
		"\ud800 \udc00 \u0000 \u001b[31m \ufffe \u202e",
	),
);

const finding = fc
	.record({
		id: fc.constantFrom("title", "noindex", "thin-text", "canonical", "crawl-delay", "once-was"),
		pillar: fc.constantFrom(...PILLAR_KEYS),
		outcome: fc.constantFrom(...OUTCOMES),
		scored: fc.boolean(),
		lift: fc.integer({ min: 0, max: 300 }).map((tenths) => tenths / 10),
		title: said,
		says: said,
		fix: said,
		evidence: fc.array(
			fc.record({
				url: fc.oneof(fc.constantFrom("https://www.example.org/", "https://www.example.org/a b?c=%d,e:f"), said),
				at: fc.oneof(fc.constantFrom("line 3, column 7", "line 12", "line 0", "header link", "line 3.5"), said),
				excerpt: said,
			}),
			{ maxLength: 3 },
		),
	})
	.map(({ id, pillar, outcome, ...rest }) =>
		makeFinding(id, pillar, { outcome, ...rest, ...(outcome === "partial" ? { ratio: 0.5 } : {}) }),
	);

const occurrence: fc.Arbitrary<Occurrence> = fc.record(
	{
		check: fc.constantFrom("title", "thin-text", "canonical"),
		outcome: fc.constantFrom("partial", "fail"),
		page: fc.constantFrom("https://www.example.org/", "https://www.example.org/a b?c=%d"),
		file: fc.constantFrom("dist/index.html", "dist/a b/index,1:ü.html"),
		line: fc.integer({ min: 1, max: 9 }),
		column: fc.integer({ min: 1, max: 9 }),
		excerpt: said,
		says: said,
		fix: said,
	},
	{ requiredKeys: ["check", "outcome", "page", "excerpt", "says", "fix"] },
);

const outcomes: fc.Arbitrary<Outcome> = fc
	.record({
		findings: fc.uniqueArray(finding, { selector: ({ id }) => id }),
		files: fc.constantFrom(
			new Map<string, string>(),
			new Map([["https://www.example.org/", "dist/a b/index,1:ü.html"]]),
		),
		failures: fc.array(said, { maxLength: 3 }),
		isOk: fc.boolean(),
		hasCap: fc.boolean(),
		hasBaseline: fc.boolean(),
		occurrences: fc.option(fc.array(occurrence, { maxLength: 12 }), { nil: undefined }),
	})
	.map(({ findings, files, failures, isOk, hasCap, hasBaseline, occurrences }) => ({
		occurrences,
		result: resultOf({ findings, ...(isOk ? {} : FAILED), ...(hasCap ? { gates: [CAP] } : {}) }),
		files,
		failures,
		...(hasBaseline ? { comparison: COMPARISON } : {}),
	}));

const CAP = { id: "noindex", cap: 40, says: "Not to be listed." } as const;
const FAILED = { ok: false, scores: undefined, failure: { code: "challenged", says: "<b>No</b> ]]> @you" } } as const;
const COMPARISON: BaselineComparison = {
	auditedAt: "2026-11-19T02:00:00.000Z",
	methodology: "2.0.0",
	worse: [{ says: "The score is 40; it was 80." }],
	gone: ["lang"],
	notes: [],
	states: { title: "new", noindex: "updated", "thin-text": "unchanged" },
};

function resultOf(parts: Parameters<typeof makeReceipt>[0]): AuditResult {
	const receipt = makeReceipt(parts);
	return toAuditResult({ id: "0".repeat(64), receipt }, { baseUrl: "https://audit.example.com", state: "unsaved" });
}

const {
	$schema: _dialect,
	id: _id,
	...schema
} = readJsonVector<Record<string, unknown>>("sarif/sarif-schema-2.1.0.json");
const ajv = new Ajv({ strict: false });
addFormats(ajv);
const isSarif = ajv.compile(schema);

interface Sarif {
	runs: {
		tool: { driver: { rules: { id: string }[] } };
		results: {
			ruleId: string;
			ruleIndex?: number;
			level: string;
			baselineState?: string;
			locations: { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }[];
			partialFingerprints: Record<string, string>;
		}[];
	}[];
}

function readSarif(text: string): Sarif["runs"][number] {
	const [run] = (JSON.parse(text) as Sarif).runs;
	if (!run) throw new Error("There is no run.");
	return run;
}

describe("SARIF", () => {
	it("matches the schema for any text of a site, with a rule and a scheme-less place per result", {
		timeout: 600_000,
	}, () => {
		fc.assert(
			fc.property(outcomes, (outcome) => {
				const text = toSarif(outcome);
				expect(isSarif(JSON.parse(text)) || isSarif.errors).toBe(true);
				const { tool, results } = readSarif(text);
				for (const { ruleId, ruleIndex, locations } of results) {
					if (ruleIndex !== undefined) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
					expect(locations).toHaveLength(1);
					expect(locations[0]?.physicalLocation.artifactLocation.uri).not.toMatch(/^[a-z+.-]+:/i);
				}
				expect(text.isWellFormed()).toBe(true);
				expect(text).not.toMatch(/\\ud[89a-f]/i);
			}),
		);
	});

	it("names a folder's files with lines, and keeps a fault's fingerprint when it moves", () => {
		const files = new Map([["https://www.example.org/", "dist/my site/index.html"]]);
		const at = (line: number) => {
			const evidence = [{ url: "https://www.example.org/", at: `line ${line}, column 5`, excerpt: "<title>" }];
			const findings = [makeFinding("title", "discovery", { outcome: "fail", fix: "Add one.", evidence })];
			return readSarif(toSarif({ result: resultOf({ findings }), files, failures: [] })).results[0];
		};
		const place = at(8)?.locations[0]?.physicalLocation;
		expect(place?.artifactLocation.uri).toBe("dist/my%20site/index.html");
		expect(place?.region).toMatchObject({ startLine: 8, startColumn: 5 });
		expect(at(8)?.partialFingerprints).toEqual(at(90)?.partialFingerprints);
	});

	it("marks faults of the baseline, and lists only faults", () => {
		const findings = [
			makeFinding("title", "discovery", { outcome: "fail", fix: "Add one." }),
			makeFinding("lang", "semantics"),
			makeFinding("canonical", "discovery", { outcome: "unknown" }),
		];
		const { results } = readSarif(
			toSarif({ result: resultOf({ findings }), files: new Map(), failures: [], comparison: COMPARISON }),
		);
		expect(results.map(({ ruleId, baselineState }) => [ruleId, baselineState])).toEqual([["title", "new"]]);
	});
});

describe("every place", () => {
	const findings = [
		makeFinding("lang", "semantics", { outcome: "partial", ratio: 0.5, fix: "Say it." }),
		makeFinding("title", "discovery", { outcome: "partial", ratio: 0.5, fix: "Add one." }),
	];
	const occurrences = Array.from({ length: 60 }, (_, page): Occurrence => {
		const check = page % 2 === 0 ? "title" : "lang";
		const address = `https://www.example.org/${page >> 1}`;
		const place = {
			file: `dist/${page >> 1}.html`,
			line: page + 2,
			column: 1,
			excerpt: check === "title" ? "<head>" : "<html>",
		};
		return { check, outcome: "fail", page: address, ...place, says: `${address} has no ${check}.`, fix: "Add it." };
	});
	const outcome = { result: resultOf({ findings }), files: new Map(), failures: [], occurrences };

	it("of a page is a separate SARIF result in its file, with its own fingerprint", () => {
		const { results } = readSarif(toSarif(outcome));
		const places = results.map(({ ruleId, locations: [at] }) => {
			const { artifactLocation, region } = at?.physicalLocation ?? {};
			return `${ruleId} ${artifactLocation?.uri}:${region?.startLine}`;
		});
		expect(places.toSorted()).toEqual(
			occurrences.map(({ check, file, line }) => `${check} ${file}:${line}`).toSorted(),
		);
		expect(new Set(results.map((each) => each.partialFingerprints["sightline/finding/v1"])).size).toBe(60);
	});

	it("keeps its fingerprint when lines move, and the gravest are kept if there are too many", () => {
		const moved = occurrences.map((each) => ({ ...each, line: (each.line ?? 1) + 100 }));
		const prints = (given: readonly Occurrence[]) =>
			readSarif(toSarif({ ...outcome, occurrences: given })).results.map(
				({ partialFingerprints }) => partialFingerprints,
			);
		expect(prints(moved)).toEqual(prints(occurrences));
		const many = Array.from({ length: 5_001 }, (_, page) => ({ ...(occurrences[0] as Occurrence), page: `${page}` }));
		const text = toSarif({ ...outcome, occurrences: many });
		expect(readSarif(text).results).toHaveLength(5_000);
		expect(text).toContain("2 further places left out");
	});

	it("is an annotation in its file, up to 10 per level, and a JUnit case per page", () => {
		const lines = toAnnotations(outcome).split("\n");
		expect(lines.filter((line) => line.startsWith("::warning file=dist/"))).toHaveLength(10);
		expect(lines.join()).toContain("50 more warnings");
		expect(toJunit(outcome).match(/<testcase name="(?:title|lang): [^"]* \(dist\/\d+\.html\)"/g)).toHaveLength(60);
	});

	it("is a line of CSV and NDJSON for any text, and never a spreadsheet formula", () => {
		fc.assert(
			fc.property(outcomes, (given) => {
				const rows = toNdjson(given)
					.split("\n")
					.filter(Boolean)
					.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
				const [head = [], ...lines] = readCsv(toCsv(given));
				expect(lines).toHaveLength(rows.length);
				for (const [index, line] of lines.entries()) {
					expect(line).toHaveLength(head.length);
					for (const cell of line) expect(cell).not.toMatch(/^[=+\-@]/);
					const plain = line.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ""));
					expect(plain).toEqual(head.map((column) => `${rows[index]?.[column] ?? ""}`.toWellFormed()));
				}
			}),
		);
	});
});

/** RFC 4180. */
function readCsv(text: string): string[][] {
	const lines: string[][] = [[]];
	for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
		lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
		if (end !== ",") lines.push([]);
	}
	return lines.slice(0, -1);
}

describe("JUnit", () => {
	it("is well-formed XML with a case for every check, and correct counts", () => {
		fc.assert(
			fc.property(outcomes, (outcome) => {
				const seen = { testcase: 0, failure: 0, error: 0, skipped: 0, tests: 0, failures: 0, errors: 0, skips: 0 };
				const parser = new SaxesParser();
				parser.on("error", (error) => {
					throw error;
				});
				parser.on("opentag", ({ name, attributes }) => {
					if (name in seen) seen[name as "testcase"]++;
					if (name !== "testsuite") return;
					seen.tests += Number(attributes.tests);
					seen.failures += Number(attributes.failures);
					seen.errors += Number(attributes.errors);
					seen.skips += Number(attributes.skipped);
				});
				parser.write(toJunit(outcome)).close();
				const { findings, ok } = outcome.result;
				const cases = findings.map(({ id, outcome: answer }) => {
					const own = (outcome.occurrences ?? []).filter(({ check }) => check === id && isFault(answer));
					return Math.max(1, new Set(own.map(({ file, page }) => file ?? page)).size);
				});
				const all = cases.reduce((sum, each) => sum + each, 0);
				expect(seen.testcase).toBe(all + outcome.failures.length + (ok ? 0 : 1));
				expect([seen.tests, seen.failures, seen.errors, seen.skips]).toEqual([
					seen.testcase,
					seen.failure,
					seen.error,
					seen.skipped,
				]);
			}),
		);
	});
});

/** The runner's parsing of a command (actions/runner, ActionCommand.cs): properties, then data. */
const COMMAND =
	/^::(error|warning|notice) ((?:file|line|col|title)=[^,:\r\n]*(?:,(?:file|line|col|title)=[^,:\r\n]*)*)::[^\r\n]*$/;

describe("annotations of GitHub", () => {
	it("are valid commands, at most 10 per level, and a site's text cannot inject any", () => {
		fc.assert(
			fc.property(outcomes, (outcome) => {
				const lines = toAnnotations(outcome).split("\n").slice(0, -1);
				const commands = lines.filter((line) => line.startsWith("::"));
				for (const line of commands) expect(line).toMatch(COMMAND);
				for (const line of lines.filter((each) => !each.startsWith("::")))
					expect(line).toMatch(/^\d+ more \w+: GitHub shows 10/);
				for (const level of ["error", "warning", "notice"])
					expect(commands.filter((line) => line.startsWith(`::${level} `)).length).toBeLessThanOrEqual(10);
			}),
		);
	});
});

describe("Markdown", () => {
	it("shows foreign text as text, without markup, links or mentions", () => {
		fc.assert(
			fc.property(said, (text) => {
				const shown = escapeText(text).replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
				expect(shown).not.toMatch(/[<>\\`*[\]|~@$#\r\n]|\b_|_\b|&[#\w]|:\/\/|www\./i);
			}),
		);
	});

	it("fits a comment's length with 1,000 findings, and counts the omitted ones", () => {
		const fault = { outcome: "fail", fix: "Mend it. ".repeat(20), says: "It is wrong. ".repeat(20) } as const;
		const findings = Array.from({ length: 1000 }, (_, index) => makeFinding(`check-${index}`, "content", fault));
		const outcome = { result: resultOf({ findings }), files: new Map<string, string>(), failures: [] };
		const text = toMarkdown(outcome);
		expect(text.length).toBeLessThan(65_000);
		expect(text).toMatch(/\d+ more findings, omitted for length/);
		expect(readSarif(toSarif(outcome)).results).toHaveLength(1000);
	});
});

describe("every format", () => {
	const textOf = async (form: Format, outcome: Outcome) => [...(await format(form, outcome, INK))].join("");

	it("ends with a line break", async () => {
		const findings = [makeFinding("title", "discovery", { outcome: "fail", fix: "Add one." })];
		const outcome = { result: resultOf({ findings }), files: new Map(), failures: [] };
		for (const form of FORMATS) expect(await textOf(form, outcome)).toMatch(/\n$/);
	});

	it("JSON is the result plus requested members, for any number of places", async () => {
		const some = fc.tuple(outcomes, fc.constantFrom(0, 1, 2, 300));
		await fc.assert(
			fc.asyncProperty(some, async ([{ occurrences, ...of }, times]) => {
				const places = occurrences && Array.from({ length: times }, () => occurrences).flat();
				const { result, comparison: baseline, failures } = of;
				const whole = { ...result, occurrences: places, baseline, ...(failures.length > 0 ? { failures } : {}) };
				const text = await textOf("json", { ...of, occurrences: places });
				expect(text).toBe(`${JSON.stringify(whole, null, 2)}\n`);
			}),
		);
	});
});
