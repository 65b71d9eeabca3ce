import { resolve } from "node:path";
import { type NamedHeader, parseNamedHeader } from "#config/request-headers.ts";
import type { AuditMode } from "#core/preset.ts";
import { auditTarget, usage } from "../arguments.ts";
import type { Given } from "../commands.ts";
import type { Format } from "../formats/format.ts";
import { STDOUT } from "../output-file.ts";
import { type Demands, readFailOn } from "./demands.ts";

const COMMAND = "sightline audit";

/** What one run of `sightline audit` does. */
export interface AuditPlan {
	readonly domain: string;
	/** Absolute path, for the audit of a folder. */
	readonly folder?: string;
	readonly mode: AuditMode;
	readonly pages: number | undefined;
	readonly save: boolean;
	/** Sent to the audited host alone. */
	readonly headers: readonly NamedHeader[];
	readonly outputs: readonly Output[];
	/** Path of an earlier result. */
	readonly baseline: string | undefined;
	readonly demands: Demands;
}

export interface Output {
	readonly form: Format;
	/** A path, or `-` for standard output. */
	readonly file: string;
}

/** @throws Failure `input-invalid` for what is missing, or contradicts itself */
export function planAudit({ options, argument }: Given<"audit">): AuditPlan {
	const { mode = "light", pages, save, baseline } = options;
	const target = auditTarget(COMMAND, argument, options);
	if (pages !== undefined && mode === "light")
		throw usage(COMMAND, "--pages needs --mode deep; a light audit looks at one page");
	const failOnRegression = options["fail-on-regression"];
	if (failOnRegression && baseline === undefined)
		throw usage(COMMAND, "--fail-on-regression needs --baseline, the earlier audit to compare with");
	const headers = options.header.map(parseNamedHeader);
	if (headers.length > 0 && target.folder !== undefined)
		throw usage(COMMAND, "--header is sent to a public host; a folder is read without requests");
	return {
		...target,
		headers,
		mode,
		pages,
		save,
		outputs: outputsOf(options),
		baseline: baseline === undefined ? undefined : resolve(baseline),
		demands: { failUnder: options["fail-under"], failOn: readFailOn(options["fail-on"], mode), failOnRegression },
	};
}

/** Formats and files belong together in the order in which they are given. */
function outputsOf({ format, output, json }: Given<"audit">["options"]): Output[] {
	if (json && format.length > 0) throw usage(COMMAND, "--json is --format json; give one of the two");
	const forms: readonly Format[] = format.length > 0 ? format : [json ? "json" : "pretty"];
	if (forms.length > 1 && output.length !== forms.length)
		throw usage(COMMAND, `Give --output once for each --format: ${forms.length} formats, ${output.length} outputs`);
	if (output.length > forms.length) throw usage(COMMAND, "Give --format once for each --output");
	const outputs = forms.map((form, index) => ({ form, file: output[index] ?? STDOUT }));
	const files = outputs.map(({ file }) => (file === STDOUT ? file : resolve(file)));
	const twice = files.find((file, index) => files.indexOf(file) !== index);
	if (twice !== undefined) throw usage(COMMAND, `Two formats cannot go to one output, ${twice}`);
	if (outputs.some(({ file }) => file === ""))
		throw usage(COMMAND, "--output is empty; it takes a file, or - for standard output");
	return outputs;
}
