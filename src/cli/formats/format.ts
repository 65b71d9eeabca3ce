import type { AuditResult } from "#core/audit-result.ts";
import type { BaselineComparison } from "../audit/baseline.ts";
import type { Ink } from "../terminal.ts";

/** Forms that the outcome of an audit can be written in. */
export const FORMATS = ["pretty", "json", "markdown", "sarif", "junit", "github"] as const;
export type Format = (typeof FORMATS)[number];

export interface Outcome {
	readonly result: AuditResult;
	/** Of a folder: paths of its files by their addresses, relative to the repository, parted by slashes. */
	readonly files: ReadonlyMap<string, string>;
	/** Why the command ends with 1, each a sentence; empty where it does not. */
	readonly failures: readonly string[];
	/** The command that repeats the audit here, as a shell takes it; by default one for anybody's machine. */
	readonly again?: string | undefined;
	/** Against the earlier audit that was named, if one was. */
	readonly comparison?: BaselineComparison | undefined;
}

const BUILDERS: Readonly<Record<Format, () => Promise<(outcome: Outcome, ink: Ink) => string>>> = {
	pretty: async () => (await import("./pretty.ts")).toPretty,
	json: async () => toJson,
	markdown: async () => (await import("./markdown.ts")).toMarkdown,
	sarif: async () => (await import("./sarif.ts")).toSarif,
	junit: async () => (await import("./junit.ts")).toJunit,
	github: async () => (await import("./faults.ts")).toAnnotations,
};

/** The outcome of an audit in one form, ending in a line break. @param ink of the terminal; `pretty` alone has colours */
export async function format(form: Format, outcome: Outcome, ink: Ink): Promise<string> {
	const build = await BUILDERS[form]();
	return build(outcome, ink);
}

/** The audit result, as the API answers it; with what was asked for beside it: `baseline` and `failures`. */
function toJson({ result, comparison, failures }: Outcome): string {
	const asked = {
		...(comparison === undefined ? {} : { baseline: comparison }),
		...(failures.length === 0 ? {} : { failures }),
	};
	return `${JSON.stringify({ ...result, ...asked }, null, 2)}\n`;
}
