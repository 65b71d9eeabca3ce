import { describe, expect, it } from "vitest";
import type { Check } from "#checks/define-check.ts";
import { CHECKS } from "#checks/registry.ts";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { FULL, some } from "#core/long-form.testkit.ts";
import type { Preset } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import { collectEvidence } from "#evidence/collect-evidence.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import { FakeSite } from "#evidence/fake-site.testkit.ts";
import { readHere } from "#evidence/reading/readers.ts";
import { SiteSource } from "#evidence/site/site-source.ts";
import { evaluate } from "./evaluate.ts";
import { JUDGED_HERE } from "./thread-pool.ts";

const HOST = "www.acme-shoes.com";
const HOME = `https://${HOST}/`;

const AT = "2026-11-21T02:00:00.000Z";

const FIELDS: readonly (readonly [field: string, tokens: readonly string[]])[] = [
	["x-robots-tag", ["all, ", "GPTBot: noindex, ", "a:", ",", "noindex\n", "max-snippet: 1, unavailable_after: "]],
	[
		"link",
		['<https://h/a>; rel="canonical", ', "<", ">;", '<a>; rel="', "; rel=alternate; hreflang=de", '<a>;x=\\"', " "],
	],
	["content-usage", ["a=1, ", "(", '"', "a;b=?1;", "train-ai=n,", "=", "a,"]],
	["content-signal", ["search=yes, ", ",", "=", "ai-train=no;"]],
	["vary", ["accept, ", ",", "a", " "]],
	["content-type", ["; charset=", ";", '"', "text/html,", " "]],
	["cache-control", ["max-age=1, ", ",", "=", '"', "no-store ", " "]],
	["strict-transport-security", ["max-age=1; ", ";", '"', "=", "includeSubDomains; ", " "]],
	["permissions-policy", ["a=(), ", "(", '"', "=*,", " "]],
	["content-security-policy", ["default-src 'self'; ", ";", "'", " "]],
	["refresh", ["0; url=", ";", " ", "'", "0"]],
	["content-language", ["de, ", "de-", ",", " "]],
	["origin-trial", ["A", "=", ", "]],
	["www-authenticate", ['Bearer realm="', "Basic ", ",", " "]],
	["last-modified", ["Mon, 01 Jan 2026 ", "0", " ", ":"]],
	["server", ["a/1 (", "nginx ", " "]],
	["retry-after", ["0", " ", ","]],
	["content-encoding", ["gzip, ", ",", " "]],
	["set-cookie", ["a=b; ", ";", "\n"]],
];

const page = (head: string, body: string) => `<!doctype html><html lang="en"><title>Acme</title>${head}<body>${body}`;
const P = "<main><h1>Shoes</h1><p>Good shoes carry you a long way. Ours are sewn by hand behind the station.</p>";

const TAGS: readonly (readonly [name: string, tokens: readonly string[], around: (value: string) => string])[] = [
	["meta robots", ["all, ", "a: b, ", ",", "noindex "], (v) => page(`<meta name=robots content="${v}">`, P)],
	[
		"meta description",
		["a ", "&amp; ", "12.5.2026 ", "9 € "],
		(v) => page(`<meta name=description content="${v}">`, P),
	],
	["meta viewport", ["a=1, ", ",", "=", " "], (v) => page(`<meta name=viewport content="${v}">`, P)],
	["meta refresh", ["0; url=", ";", " ", "0"], (v) => page(`<meta http-equiv=refresh content="9${v}">`, P)],
	["title", ["a ", "| ", "-"], (v) => page(`<title>${v}</title>`, P)],
	["lang", ["de-", "x", " "], (v) => `<!doctype html><html lang="${v}"><title>A</title><body>${P}`],
	["hreflang", ["de-", "x", ","], (v) => page(`<link rel=alternate hreflang="${v}" href=/de>`, P)],
	["rel", ["canonical ", "a ", "  "], (v) => page(`<link rel="${v}" href=/>`, P)],
	["canonical", ["a/", "?", "%20", "../"], (v) => page(`<link rel=canonical href="/${v}">`, P)],
	["class", ["hidden ", "a ", " "], (v) => page("", `${P}<div class="${v}">x</div>`)],
	["style", ["display:none;", ":", ";", "(", "a "], (v) => page("", `${P}<div style="${v}">x</div>`)],
	["style sheet", [".a{display:none}", ".a .a ", "a,", "{", "@media x{", "/*"], (v) => page(`<style>${v}</style>`, P)],
	["alt", ["a ", ".png ", "-"], (v) => page("", `${P}<img src=/a alt="${v}">`)],
	["href", ["a/", "?a=", "#", "%"], (v) => page("", `${P}<a href="/${v}">More of it</a>`)],
	["aria-labelledby", ["a ", "b "], (v) => page("", `${P}<button id=a aria-labelledby="${v}">x</button>`)],
	["autocomplete", ["name ", "a "], (v) => page("", `${P}<form><input autocomplete="${v}"></form>`)],
	[
		"text",
		["word ", "9,99 € ", "12 May 2026 ", "Ignore all instructions. ", "by A ", "a", "\u200b", "a@b.c "],
		(v) => page("", P + v),
	],
	["links", ["<a href=/a>a</a>", "<a href=//b.c/>b</a>", "<a>c</a>"], (v) => page("", P + v)],
	[
		"metas",
		["<meta name=a content=b>", "<meta property=og:image content=/a>", "<meta name=robots content=all>"],
		(v) => page(v, P),
	],
	[
		"head links",
		["<link rel=alternate hreflang=de href=/a>", "<link rel=canonical href=/b>", "<link rel=icon href=c>"],
		(v) => page(v, P),
	],
	[
		"controls",
		["<input id=a>", "<label for=a>x</label>", "<button></button>", "<select><option>a</select>"],
		(v) => page("", `${P}<form>${v}</form>`),
	],
	["headings", ["<h2>Shoes</h2>", "<h1></h1>", "<h6>a</h6>"], (v) => page("", P + v)],
	[
		"json-ld list",
		['{"@type":"A"},', '{"@type":"Product","name":"a","offers":{"price":"1"}},', '{"@id":"a","sameAs":["b"]},'],
		(v) => page(`<script type=application/ld+json>[${v}0]</script>`, P),
	],
	[
		"json-ld text",
		["a ", "http://a/ ", "2026-01-01 "],
		(v) =>
			page(
				`<script type=application/ld+json>{"@type":["Organization","Product"],"name":"${v}","url":"${v}","sameAs":"${v}","description":"${v}"}</script>`,
				P,
			),
	],
	[
		"json-ld types",
		['"A",', '"Product",'],
		(v) => page(`<script type=application/ld+json>{"@type":[${v}0],"name":"a"}</script>`, P),
	],
	["origin-trial", ["A", "="], (v) => page(`<meta http-equiv=origin-trial content="${v}">`, P)],
];

const PATTERNS: readonly Pattern[] = [
	...FIELDS.flatMap(([field, tokens]) =>
		tokens.map((each) => ({ name: `${field}: ${JSON.stringify(each)}`, tokens: each, field })),
	),
	...TAGS.flatMap(([name, tokens, around]) =>
		tokens.map((each) => ({ name: `<${name}> ${JSON.stringify(each)}`, tokens: each, page: around })),
	),
];

interface Pattern {
	readonly name: string;
	/** Repeated up to the required length. */
	readonly tokens: string;
	/** Header of the home page and of all other responses. */
	readonly field?: string;
	readonly page?: (value: string) => string;
}

/** Characters, and the factor to the longer text: up to 256 KiB of headers, up to 5 MiB of a page. */
const FIELD_LENGTH = 30_000;
const PAGE_LENGTH = FULL ? 600_000 : 30_000;
const MORE = 8;
/** Fixed costs that the longer text may have. */
const FREE_UNITS = 60;
/** Limit for judging in process, which blocks everything else. */
const HERE_UNITS = 200;
const PRESET: Preset = "general";

/** @returns the evidence, and the CPU units that collecting it took */
async function look({ tokens, field, page: around }: Pattern, length: number) {
	const value = tokens.repeat(Math.ceil(length / tokens.length)).trimEnd();
	const headers = field === undefined ? {} : { [field]: value };
	const site = new FakeSite({
		[HOME]: { body: around ? around(value) : page("", P), headers },
		[`${HOME}robots.txt`]: { body: "User-agent: *\nAllow: /", headers: { "content-type": "text/plain", ...headers } },
		[`${HOME}*`]: { status: 404, headers },
	});
	const { signal } = new AbortController();
	const target = parseTarget(HOST);
	const source = SiteSource.open({ kind: "network", client: site, reader: { read: readHere }, host: HOST, signal });
	const began = cpuUnits();
	const { evidence } = await collectEvidence({ target, depth: { mode: "light" }, source, auditedAt: AT, signal });
	const units = cpuUnits() - began;
	const { home } = evidence;
	return { units, evidence: { ...evidence, homeAgain: home, homeAsBrowser: home } };
}

/** In a deep audit, which runs every check. */
function cost(check: Check, evidence: Evidence): number {
	const preset = check.presets?.[0] ?? PRESET;
	const context = { target: parseTarget(HOST), preset, auditedAt: AT };
	const began = cpuUnits();
	evaluate([check], { evidence, source: "network", mode: "deep", preset, context });
	return cpuUnits() - began;
}

describe("a header or a tag without end", () => {
	it.each(some(PATTERNS, 10).map((each) => [each.name, each] as const))(
		"costs no more than in proportion to its length, to look at and in every check: %s",
		async (_, pattern) => {
			const length = pattern.field === undefined ? PAGE_LENGTH : FIELD_LENGTH;
			const [short, long] = [await look(pattern, length), await look(pattern, length * MORE)];
			// Quadratic time would be 64 times as much.
			const most = (units: number) => FREE_UNITS + units * MORE * 3;
			expect(long.units).toBeLessThan(most(short.units));
			for (const check of CHECKS) {
				const bound = most(cost(check, short.evidence));
				expect(cost(check, long.evidence), check.id).toBeLessThan(bound);
			}
			for (const { evidence } of [short, long]) {
				if (JSON.stringify(evidence).length > JUDGED_HERE) continue;
				const all = CHECKS.reduce((sum, check) => sum + cost(check, evidence), 0);
				expect(all).toBeLessThan(HERE_UNITS);
			}
		},
	);
});
