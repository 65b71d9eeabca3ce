import { z } from "zod";

/** What files of JSON have that people take for a receipt, the first that fits. */
const OBJECTS: readonly (readonly [z.ZodType, string])[] = [
	[z.object({ ok: z.boolean(), domain: z.string() }), "the output of sightline audit --json"],
	[z.object({ version: z.string(), runs: z.array(z.unknown()) }), "a SARIF log"],
	[z.object({ openapi: z.string() }), "a description of an API (OpenAPI)"],
	[z.object({ checks: z.array(z.unknown()), gates: z.unknown() }), "the rubric of a methodology"],
	[z.object({ entries: z.array(z.unknown()) }), "a watchlist"],
	[z.object({ notices: z.array(z.unknown()) }), "a list of notices"],
	[z.object({ schemaVersion: z.number(), label: z.string() }), "a badge as JSON"],
	[z.object({ name: z.string(), version: z.string() }), "the description of a package (package.json)"],
	[z.object({ $schema: z.string() }), "a JSON Schema or a file made for one"],
];

const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
	[/^c2sp\.org\/tlog-proof@/, "the proof of a receipt; the receipt is the file of the same name that ends in .json"],
	[/^\s*<svg\b/i, "a picture (SVG)"],
	[/^\s*(?:<!doctype html|<html)\b/i, "a web page"],
	[/^\s*<\?xml\b|^\s*<(?:urlset|rss|feed)\b/i, "an XML file"],
	[/^\S+\n\d+\n[A-Za-z\d+/]{43}=\n/, "a checkpoint of a log"],
	[/^#{1,6} |^- \[/, "Markdown"],
];

/** What a file is that is no receipt, as far as its text shows it; undefined where it does not. @param value its JSON, if it is some */
export function whatItIs(text: string, value: unknown): string | undefined {
	if (value === undefined) return BEGINNINGS.find(([begins]) => begins.test(text))?.[1];
	if (Array.isArray(value)) return "a list";
	if (typeof value !== "object" || value === null) return "a single value";
	// A receipt says so of itself, also a broken one.
	if ("resultDigest" in value) return undefined;
	return OBJECTS.find(([shape]) => shape.safeParse(value).success)?.[1];
}
