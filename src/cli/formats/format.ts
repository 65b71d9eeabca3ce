import type { AuditResult } from "#core/audit-result.ts";
import type { Occurrence } from "#core/occurrence.ts";
import type { Words } from "#site/brief/languages.ts";
import type { BaselineComparison } from "../baseline.ts";
import type { Ink } from "../terminal.ts";

export const FORMATS = ["pretty", "json", "markdown", "sarif", "junit", "github", "csv", "ndjson"] as const;
export type Format = (typeof FORMATS)[number];

export interface Outcome {
	readonly result: AuditResult;
	/** Address of the home page, where it is not that of the host. */
	readonly home?: string | undefined;
	/** Of a folder: every place of every page's faults; `file` is relative to the repository. */
	readonly occurrences?: readonly Occurrence[] | undefined;
	/** Of a folder: address → path relative to the repository, with slashes. */
	readonly files: ReadonlyMap<string, string>;
	/** Sentences; empty unless the command ends with 1. */
	readonly failures: readonly string[];
	/** As a shell takes it; by default one for any machine. */
	readonly again?: string | undefined;
	readonly comparison?: BaselineComparison | undefined;
	/** Of the formats for people; English by default. */
	readonly words?: Words;
}

const BUILDERS: Readonly<Record<Format, () => Promise<(outcome: Outcome, ink: Ink) => string>>> = {
	pretty: async () => (await import("./pretty.ts")).toPretty,
	json: async () => toJson,
	markdown: async () => (await import("./markdown.ts")).toMarkdown,
	sarif: async () => (await import("./faults.ts")).toSarif,
	junit: async () => (await import("./faults.ts")).toJunit,
	github: async () => (await import("./faults.ts")).toAnnotations,
	csv: async () => (await import("./faults.ts")).toCsv,
	ndjson: async () => (await import("./faults.ts")).toNdjson,
};

/** Ends in a line break. @param ink `pretty` alone has colours */
export async function format(form: Format, outcome: Outcome, ink: Ink): Promise<string> {
	const build = await BUILDERS[form]();
	return build(outcome, ink);
}

function toJson({ result, comparison, failures, occurrences }: Outcome): string {
	const asked = {
		...(occurrences === undefined ? {} : { occurrences }),
		...(comparison === undefined ? {} : { baseline: comparison }),
		...(failures.length === 0 ? {} : { failures }),
	};
	return `${JSON.stringify({ ...result, ...asked }, null, 2)}\n`;
}
