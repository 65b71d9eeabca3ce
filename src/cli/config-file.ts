import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import * as z from "zod";
import { readNamedText } from "#config/named-file.ts";
import { VARIABLE } from "#config/request-headers.ts";
import { domainSchema, pagesSchema } from "#core/audit-request.ts";
import { Failure } from "#core/failure.ts";
import { findJsonFault, findRepeatedNames, jsonNameOffset, jsonPosition } from "#core/json-faults.ts";
import { LANGUAGES } from "#core/language.ts";
import { AUDIT_MODES, MAX_PAGES, MAX_RATE } from "#core/preset.ts";
import { closest } from "#core/wording.ts";
import { FORMATS } from "./formats/format.ts";

const CONFIG_FILE = "sightline.config.json";
/** Variables that a file may send: a file in a pull request must not reach the machine's other secrets. */
const SENT_PREFIX = "SIGHTLINE_HEADER_";
const LONGEST = 100_000;

const path = z.string().min(1, "must name a file");

/** Paths are relative to the file. */
const configSchema = z
	.strictObject({
		$schema: z.string().optional(),
		domain: domainSchema.optional(),
		dir: z
			.string()
			.min(1, "must name a folder")
			.optional()
			.describe("Folder with a built static site, audited instead of the public site."),
		as: domainSchema
			.optional()
			.describe("The domain where the folder will be published, or a path on it: someone.github.io/repo."),
		mode: z.enum(AUDIT_MODES, "must be light or deep").optional().describe("How much to check; light by default."),
		pages: pagesSchema
			.optional()
			.describe(`Pages of a deep audit: a number, or "all", which means up to ${MAX_PAGES}.`),
		rate: z
			.int("must be a whole number")
			.min(1, "must be at least 1")
			.max(MAX_RATE, `must be at most ${MAX_RATE}`)
			.optional()
			.describe("Page requests per second, for your own site."),
		outputs: z
			.array(
				z.strictObject({
					format: z.enum(FORMATS, `must be one of ${FORMATS.join(", ")}`),
					file: path.optional().describe("Standard output if absent."),
				}),
			)
			.min(1, "must have an entry")
			.optional()
			.describe("How to write the result, and where."),
		lang: z
			.enum(LANGUAGES, `must be one of ${LANGUAGES.join(", ")}`)
			.optional()
			.describe("Language of the pretty and markdown formats; English if absent."),
		failUnder: z
			.int("must be a whole number")
			.min(0, "must be at least 0")
			.max(100, "must be at most 100")
			.optional()
			.describe("Exit with 1 when the score is below this."),
		failOn: z
			.array(z.string("must be the id of a check"))
			.optional()
			.describe("Exit with 1 when one of these checks fails; critical means all checks that cap the score."),
		baseline: path.optional().describe("An earlier result as JSON, or a receipt, to compare with."),
		failOnRegression: z
			.boolean("must be true or false")
			.optional()
			.describe("Exit with 1 when something got worse; needs baseline."),
		headers: z
			.record(
				z.string(),
				z
					.string()
					.regex(VARIABLE, "must be the name of an environment variable")
					.startsWith(SENT_PREFIX, `must be the name of a variable that begins with ${SENT_PREFIX}`),
			)
			.optional()
			.describe(
				`For a staging site: name of a request header → environment variable with its value, which begins with ${SENT_PREFIX}.`,
			),
	})
	.meta({
		title: "Sightline configuration",
		description: "Settings for sightline audit; its arguments override them.",
	});
export type AuditConfig = Omit<z.infer<typeof configSchema>, "$schema">;

export function configJsonSchema(): unknown {
	return z.toJSONSchema(configSchema, { io: "input", target: "draft-2020-12" });
}

/** The given file, else the working directory's, else empty; with absolute paths. @throws Failure `input-invalid` */
export async function readConfig(named: string | undefined): Promise<AuditConfig> {
	if (named === undefined && !existsSync(CONFIG_FILE)) return {};
	const file = named ?? CONFIG_FILE;
	const todo = 'It holds JSON such as {"dir": "dist", "as": "example.com"}.';
	const text = await readNamedText(file, { what: `The configuration ${file}`, most: LONGEST, todo });
	const refused = (line: number, why: string) =>
		new Failure("input-invalid", {
			what: `${file}, line ${line}: ${why}${/[.?]$/.test(why) ? "" : "."}`,
			todo: "See docs/ci.md.",
		});
	const fault = findJsonFault(text);
	if (fault) throw refused(fault.line, fault.says);
	const [twice] = findRepeatedNames(text, 1);
	if (twice) throw refused(jsonPosition(text, twice.offset).line, `"${twice.name}" is there twice`);
	const read = configSchema.safeParse(JSON.parse(text));
	if (read.success) return withAbsolutePaths(read.data, dirname(resolve(file)));
	// A mistyped setting is often missing too.
	const { issues } = read.error;
	const { at, why } = wordsOf(issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0]);
	throw refused(jsonPosition(text, jsonNameOffset(text, at)).line, why);
}

function wordsOf(issue: z.core.$ZodIssue | undefined): {
	readonly at: readonly (string | number)[];
	readonly why: string;
} {
	const at = issue?.path.filter((each) => typeof each !== "symbol") ?? [];
	if (issue?.code !== "unrecognized_keys")
		return {
			at,
			why: at.length === 0 ? "it must be an object" : `"${at.join(".")}" ${issue?.message ?? "cannot be used"}`,
		};
	const [key = ""] = issue.keys;
	const known = at.length === 0 ? Object.keys(configSchema.shape) : ["format", "file"];
	const meant = at.length === 0 && (key === "format" || key === "output") ? "outputs" : closest(key, known);
	return {
		at: [...at, key],
		why: `unknown setting "${key}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`,
	};
}

function withAbsolutePaths({ $schema: _schema, ...config }: z.infer<typeof configSchema>, folder: string): AuditConfig {
	const { dir, baseline, outputs } = config;
	return {
		...config,
		...(dir === undefined ? {} : { dir: resolve(folder, dir) }),
		...(baseline === undefined ? {} : { baseline: resolve(folder, baseline) }),
		...(outputs === undefined
			? {}
			: {
					outputs: outputs.map(({ file, ...rest }) => ({
						...rest,
						...(file === undefined ? {} : { file: resolve(folder, file) }),
					})),
				}),
	};
}
