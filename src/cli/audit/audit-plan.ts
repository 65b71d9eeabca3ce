import { resolve } from "node:path";
import type { NamedHeader } from "#config/request-headers.ts";
import type { AuditMode } from "#core/preset.ts";
import { auditTarget, namedHeaders, usage } from "../arguments.ts";
import type { Given } from "../commands.ts";
import type { Format } from "../formats/format.ts";
import { STDOUT } from "../output-file.ts";
import { type AuditConfig, readConfig } from "./config-file.ts";
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

type Options = Given<"audit">["options"];

/**
 * Arguments, and where they say nothing the configuration file.
 * @throws Failure `input-invalid` for what is missing, or contradicts itself
 */
export async function planAudit({ options, argument }: Given<"audit">): Promise<AuditPlan> {
	const config = await readConfig(options.config);
	const mode = options.mode ?? config.mode ?? "light";
	const baseline = options.baseline ?? config.baseline;
	if (baseline === "") throw usage(COMMAND, "--baseline is empty; it takes the file of an earlier audit");
	const target = targetOf(argument, options, config);
	// Those of the file go to the file's own domain only.
	const configured = target.isConfigured ? Object.entries(config.headers ?? {}) : [];
	const given = options.header.length > 0 ? options.header : configured.map((header) => header.join("="));
	const demands = {
		failUnder: options["fail-under"] ?? config.failUnder,
		failOn: readFailOn(options["fail-on"].length > 0 ? options["fail-on"] : (config.failOn ?? []), mode),
		failOnRegression: options["fail-on-regression"] || config.failOnRegression === true,
	};
	if (demands.failOnRegression && baseline === undefined)
		throw usage(COMMAND, "--fail-on-regression needs --baseline, the earlier audit to compare with");
	return {
		domain: target.domain,
		...(target.folder === undefined ? {} : { folder: target.folder }),
		mode,
		pages: pagesOf(options, config, mode),
		save: options.save,
		headers: namedHeaders(COMMAND, given, target),
		outputs: outputsOf(options, config),
		baseline: baseline === undefined ? undefined : resolve(baseline),
		demands,
	};
}

/** A domain that is named takes the place of the file's domain and folder; a folder, of its folder. */
function targetOf(argument: string | undefined, { dir, as }: Options, config: AuditConfig) {
	const isNamed = argument !== undefined && dir === undefined && as === undefined;
	if (isNamed) return { ...auditTarget(COMMAND, argument, { dir, as }), isConfigured: argument === config.domain };
	const folder = dir ?? config.dir;
	const domain = argument ?? (folder === undefined ? config.domain : undefined);
	const name = as ?? (argument === undefined && folder !== undefined ? (config.as ?? config.domain) : undefined);
	const isConfigured = argument === undefined && as === undefined;
	return { ...auditTarget(COMMAND, domain, { dir: folder, as: name }), isConfigured };
}

function pagesOf(options: Options, config: AuditConfig, mode: AuditMode): number | undefined {
	// A light audit that was asked for is not hindered by what the file says of deep ones.
	const pages = options.pages ?? (options.mode === "light" ? undefined : config.pages);
	if (pages !== undefined && mode === "light")
		throw usage(COMMAND, "--pages needs --mode deep; a light audit looks at one page");
	return pages;
}

/** Formats and files belong together in the order in which they are given; any of them takes the place of the file's. */
function outputsOf(options: Options, config: AuditConfig): Output[] {
	const isGiven = options.json || options.format.length > 0 || options.output.length > 0;
	const configured = config.outputs?.map(({ format, file = STDOUT }) => ({ form: format, file }));
	const outputs = isGiven || configured === undefined ? givenOutputs(options) : configured;
	const files = outputs.map(({ file }) => (file === STDOUT ? file : resolve(file)));
	const twice = files.find((file, index) => files.indexOf(file) !== index);
	if (twice !== undefined) throw usage(COMMAND, `Two formats cannot go to one output, ${twice}`);
	return outputs;
}

function givenOutputs({ format, output, json }: Options): Output[] {
	if (json && format.length > 0) throw usage(COMMAND, "--json is --format json; give one of the two");
	const forms: readonly Format[] = format.length > 0 ? format : [json ? "json" : "pretty"];
	if (forms.length > 1 && output.length !== forms.length)
		throw usage(COMMAND, `Give --output once for each --format: ${forms.length} formats, ${output.length} outputs`);
	if (output.length > forms.length) throw usage(COMMAND, "Give --format once for each --output");
	if (output.includes("")) throw usage(COMMAND, "--output is empty; it takes a file, or - for standard output");
	return forms.map((form, index) => ({ form, file: output[index] ?? STDOUT }));
}
