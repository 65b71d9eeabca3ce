import type { AuditResult } from "#core/audit-result.ts";
import type { Occurrence } from "#core/occurrence.ts";
import type { Words } from "#site/brief/languages.ts";
import type { BaselineComparison } from "../baseline.ts";
import type { Ink } from "../terminal.ts";

export const FORMATS = ["pretty", "json", "markdown", "sarif", "junit", "github", "csv", "ndjson"] as const;
export type Format = (typeof FORMATS)[number];

export interface Outcome {
	readonly result: AuditResult;
	/** Address of the home page, if it is not the host's root. */
	readonly home?: string | undefined;
	/** For a folder: every occurrence; `file` is relative to the repository. */
	readonly occurrences?: readonly Occurrence[] | undefined;
	/** For a folder: address → path relative to the repository, with slashes. */
	readonly files: ReadonlyMap<string, string>;
	/** Sentences; empty unless the command exits with 1. */
	readonly failures: readonly string[];
	/** The command that repeats the audit, for a shell; by default one that works on any machine. */
	readonly again?: string | undefined;
	readonly comparison?: BaselineComparison | undefined;
	/** For formats for people; English by default. */
	readonly words?: Words;
}

type Builder = (outcome: Outcome, ink: Ink) => string | Generator<string>;

const BUILDERS: Readonly<Record<Format, () => Promise<Builder>>> = {
	pretty: async () => (await import("./pretty.ts")).toPretty,
	json: async () => toJson,
	markdown: async () => (await import("./markdown.ts")).toMarkdown,
	sarif: async () => (await import("./faults.ts")).toSarif,
	junit: async () => (await import("./faults.ts")).toJunit,
	github: async () => (await import("./faults.ts")).toAnnotations,
	csv: async () => (await import("./faults.ts")).toCsv,
	ndjson: async () => (await import("./faults.ts")).toNdjson,
};

/** In chunks, the last of which ends with a line break. @param ink only `pretty` uses colours */
export async function format(form: Format, outcome: Outcome, ink: Ink): Promise<Iterable<string>> {
	const build = await BUILDERS[form]();
	const built = build(outcome, ink);
	return typeof built === "string" ? [built] : built;
}

/** For large sites: building a text at once takes V8 several times its memory. */
const PLACES_A_PIECE = 500;

function* toJson({ result, comparison, failures, occurrences }: Outcome): Generator<string> {
	const asked = {
		...(occurrences === undefined ? {} : { occurrences: [] }),
		...(comparison === undefined ? {} : { baseline: comparison }),
		...(failures.length === 0 ? {} : { failures }),
	};
	const text = `${JSON.stringify({ ...result, ...asked }, null, 2)}\n`;
	const places = '\n  "occurrences": [';
	const at = occurrences?.length ? text.indexOf(places) + places.length : text.length;
	yield text.slice(0, at);
	for (let from = 0; from < (occurrences?.length ?? 0); from += PLACES_A_PIECE) {
		const piece = JSON.stringify(occurrences?.slice(from, from + PLACES_A_PIECE), null, 2);
		yield `${from > 0 ? "," : ""}${piece.slice(1, -2).replaceAll("\n", "\n  ")}`;
	}
	if (at < text.length) yield `\n  ${text.slice(at)}`;
}
