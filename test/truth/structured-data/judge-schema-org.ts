import { type ReadPage, readPage } from "#evidence/html/digest-page.ts";
import type { StructuredNode } from "#evidence/page-digest.ts";
import type { JudgeResult } from "../judge-result.ts";
import { bare } from "./triples.ts";

const URL = "https://schema.org/examples/page";

interface Example {
	readonly name: string;
	readonly microdata: string;
	readonly rdfa: string;
	readonly json: string;
}

/** The examples of a release, each with its markup in up to three forms. */
function examplesIn(text: string): Example[] {
	return text
		.split(/^TYPES:/m)
		.slice(1)
		.map((part) => {
			const [title = "", ...rest] = part.split("\n");
			const sections = rest.join("\n").split(/^(PRE-MARKUP|MICRODATA|RDFA|JSON):/m);
			const after = (name: string) => sections[sections.indexOf(name) + 1] ?? "";
			const section = (name: string) => (sections.includes(name) ? after(name) : "");
			return {
				name: title.trim(),
				microdata: section("MICRODATA"),
				rdfa: section("RDFA"),
				json: section("JSON"),
			};
		});
}

const BLOCK = /<script[^>]*ld\+json[^>]*>[\s\S]*?<\/script>/g;
const BLOCK_TAGS = /^<script[^>]*>|<\/script>$/g;

/** Every JSON-LD block of schema.org's examples: it is read, and the types found are those that stand in it. */
export function judgeSchemaOrgBlocks(text: string): JudgeResult {
	const cases = examplesIn(text).flatMap(({ name, json }) =>
		(json.match(BLOCK) ?? []).map((block, index) => ({
			case: `${name} ${index + 1}`,
			expected: listed(typesSearched(block, "json")),
			ours: listed(typesRead(block, "json")),
		})),
	);
	return result("schema.org JSON-LD", cases);
}

/** Microdata and RDFa of the examples: the types found are those that the attributes name, each counted once. */
export function judgeSchemaOrgMarkup(text: string): JudgeResult {
	const forms = ["microdata", "rdfa"] as const;
	const cases = examplesIn(text).flatMap((example) =>
		forms
			.filter((form) => /\b(?:itemtype|typeof)\s*=/i.test(example[form]))
			.map((form) => ({
				case: `${example.name} ${form}`,
				expected: listed([...new Set(typesSearched(example[form], form))]),
				ours: listed([...new Set(typesRead(example[form], form))]),
			})),
	);
	return result("schema.org Microdata and RDFa", cases);
}

/**
 * Examples in several forms: where a plain search finds the same kinds of things in two forms, the nodes have the same
 * kinds too, and where the example's author wrote different ones, they differ.
 */
export function judgeSchemaOrgForms(text: string): JudgeResult {
	const cases = examplesIn(text).flatMap((example) => {
		const forms = FORMS.map((form) => ({
			form,
			searched: listed([...new Set(typesSearched(example[form], form))]),
			read: listed([...new Set(typesRead(example[form], form))]),
		}));
		const [first, ...others] = forms.filter(({ searched }) => searched !== "");
		if (!first) return [];
		return others.map(({ form, searched, read }) => ({
			case: `${example.name}: ${form} and ${first.form}`,
			expected: searched === first.searched ? "the same" : "different",
			ours: read === first.read ? "the same" : "different",
		}));
	});
	return result("schema.org, the three forms", cases);
}

const FORMS = ["json", "microdata", "rdfa"] as const;
type Form = (typeof FORMS)[number];

function typesRead(html: string, form: Form): string[] {
	const page: ReadPage = readPage(html, URL);
	const nodes: readonly StructuredNode[] = form === "json" ? page.jsonLd.nodes : page[form];
	return nodes.flatMap(({ types }) => types.map(bare));
}

/** Kinds of things by a plain search, without a parser of HTML. */
function typesSearched(html: string, form: Form): string[] {
	if (form !== "json") return attributeTypes(html, form);
	const blocks = html.match(BLOCK) ?? [];
	return blocks.flatMap((block) => blockTypes(JSON.parse(block.replace(BLOCK_TAGS, ""))));
}

/**
 * itemtype counts beside itemscope alone (HTML section 5.2.2), and a bare word of typeof only where a vocabulary is in
 * force (RDFa 1.1 section 7.4.3); examples break both rules.
 */
function attributeTypes(html: string, form: "microdata" | "rdfa"): string[] {
	const tags = html.replace(/<!--[\s\S]*?-->/g, "").match(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi) ?? [];
	const isItem = (tag: string) => /\sitemscope\b/i.test(tag.replace(/"[^"]*"/g, '""'));
	const attribute = form === "microdata" ? "itemtype" : "typeof";
	const value = new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, "i");
	const written = (form === "microdata" ? tags.filter(isItem) : tags).flatMap((tag) => {
		const [, a = "", b = "", c = ""] = value.exec(tag) ?? [];
		return (a || b || c).split(/\s+/).filter(Boolean);
	});
	const hasVocab = form === "microdata" || tags.some((tag) => /\svocab\s*=/i.test(tag));
	const known = written.filter((type) => hasVocab || type.includes(":"));
	return known.map((type) => bare(type.replace(/^schema:/, "").replace(/^rdfa:/, "http://www.w3.org/ns/rdfa#")));
}

function blockTypes(value: unknown): string[] {
	const contexts = [(value as { "@context"?: unknown })["@context"]].flat();
	const prefixes = contexts.flatMap((context) =>
		typeof context === "object" && context ? Object.entries(context) : [],
	);
	return typesIn(value).map((type) => {
		const own = prefixes.find(([prefix]) => type.startsWith(`${prefix}:`));
		return bare(own ? String(own[1]) + type.slice(own[0].length + 1) : type.replace(/^schema:/, ""));
	});
}

/** Types as they stand in JSON, wherever; `type` is schema.org's own name for `@type`. */
function typesIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(typesIn);
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => {
		if (key === "@context" || key === "@value") return [];
		if (key !== "@type" && key !== "type") return typesIn(inner);
		return "@value" in value ? [] : [inner].flat().map((type) => bare(String(type)));
	});
}

function listed(types: readonly string[]): string {
	return types.toSorted().join(" ");
}

function result(judge: string, cases: readonly JudgeResult["disagreements"][number][]): JudgeResult {
	const disagreements = cases.filter(({ expected, ours }) => expected !== ours);
	return { judge, cases: cases.length, agreed: cases.length - disagreements.length, disagreements };
}
