import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { JSONObjectReader } from "@actions/workflow-parser/templates/json-object-reader";
import { TemplateSchema } from "@actions/workflow-parser/templates/schema/index";
import { TemplateContext, TemplateValidationErrors } from "@actions/workflow-parser/templates/template-context";
import { readTemplate } from "@actions/workflow-parser/templates/template-reader";
import { NoOperationTraceWriter } from "@actions/workflow-parser/templates/trace-writer";
import { YamlObjectReader } from "@actions/workflow-parser/workflows/yaml-object-reader";
import { parse } from "yaml";
import { fill } from "./expressions.testkit.ts";
import { type RunOptions, type RunResult, runSteps, type Step } from "./runner.testkit.ts";

export interface CompositeAction {
	readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: unknown }>>;
	readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
	readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export async function readAction(folder: string): Promise<CompositeAction> {
	return parse(await readFile(join(folder, "action.yml"), "utf8"));
}

/** Read directly, because Node refuses the package's JSON import. */
const SCHEMA = new URL("../../node_modules/@actions/workflow-parser/dist/action-v1.0.min.json", import.meta.url);

/** Errors by GitHub's schema of action.yml, including expressions and their contexts. */
export async function faultsOfAction(text: string): Promise<string[]> {
	const schema = TemplateSchema.load(new JSONObjectReader(undefined, await readFile(SCHEMA, "utf8")));
	const errors = new TemplateValidationErrors();
	const context = new TemplateContext(errors, schema, new NoOperationTraceWriter());
	const file = context.getFileId("action.yml");
	const reader = new YamlObjectReader(file, text);
	for (const { message, range } of reader.errors) context.error(file, message, range);
	readTemplate(context, "action-root-strict", reader, file);
	return errors.getErrors().map(({ message }) => message);
}

/** Runs an action like a step of a job. */
export async function useAction(
	folder: string,
	given: Readonly<Record<string, string>>,
	options: RunOptions,
): Promise<RunResult & { readonly outputs: Readonly<Record<string, string>> }> {
	const { inputs, outputs, runs } = await readAction(folder);
	const unknown = Object.keys(given).filter((name) => !(name in inputs));
	if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(", ")}`);
	const defaults = Object.entries(inputs).map(([name, input]) => [name, String(input.default ?? "")]);
	const github = { ...options.github, action_path: folder };
	const contexts = { ...options.contexts, inputs: { ...Object.fromEntries(defaults), ...given } };
	const result = await runSteps(runs.steps, { ...options, github, contexts });
	const value = (text: string) => fill(text, { ...contexts, github, steps: result.steps }, result.conclusion);
	const entries = Object.entries(outputs).map(([name, output]) => [name, value(output.value)]);
	return { ...result, outputs: Object.fromEntries(entries) };
}
