import { readFile } from "node:fs/promises";
import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { LANGUAGES } from "#core/language.ts";
import { AUDIT_MODES, MAX_PAGES } from "#core/preset.ts";

const text = z.string().trim();
const given = text.transform((value) => (value === "" ? undefined : value));
const flag = z.enum(["true", "false"], "must be true or false").transform((value) => value === "true");
const words = text.transform((value) => value.split(/[\s,]+/).filter(Boolean));

function wholeNumber(from: number, to: number) {
	const fault = `needs a whole number from ${from} to ${to}`;
	const number = z.number().min(from, fault).max(to, fault).optional();
	return given
		.refine((value) => value === undefined || /^\d{1,6}$/.test(value), fault)
		.transform((value) => (value === undefined ? undefined : Number(value)))
		.pipe(number);
}

const pageCount = given.refine(
	(value) => value === undefined || value === "all" || isPageCount(value),
	`needs a whole number from 2 to ${MAX_PAGES}, or all`,
);

function isPageCount(value: string): boolean {
	return /^\d{1,6}$/.test(value) && Number(value) >= 2 && Number(value) <= MAX_PAGES;
}

const lines = text.transform((value) =>
	value
		.split("\n")
		.map((line) => line.trim())
		.filter(Boolean),
);

/** In the form of `toJSON(inputs)`. */
const inputsSchema = z
	.strictObject({
		directory: given,
		domain: given,
		base: given.pipe(
			z
				.string()
				.regex(/^\/(?:[^?#\s]*\/)?$/, "must be a path such as /repo/")
				.optional(),
		),
		url: given,
		mode: z.enum(AUDIT_MODES, `takes ${AUDIT_MODES.join(" or ")}`),
		pages: pageCount,
		lang: z.enum(LANGUAGES, `takes ${LANGUAGES.join(", ")}`),
		headers: lines,
		baseline: given,
		"fail-on-critical": flag,
		"fail-on-regression": flag,
		"fail-on": words,
		"fail-under": wholeNumber(0, 100),
		logs: lines,
		"fail-on-bot-change": flag,
		annotations: flag,
		comment: flag,
		sarif: flag,
		fix: z.enum(["none", "pull-request", "suggest"], "takes none, pull-request or suggest"),
		id: given.pipe(
			z
				.string()
				.regex(/^\w[\w.-]{0,79}$/, "takes up to 80 letters, digits, dots, hyphens and underscores")
				.optional(),
		),
	})
	.superRefine(({ directory, domain, base, url, mode, pages, headers }, context) => {
		const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
		if (url !== undefined && (directory !== undefined || domain !== undefined))
			fault("url", "stands alone: an address is audited in place of a folder and its domain");
		else if (directory !== undefined && domain === undefined)
			fault("directory", "needs domain, the name that the folder will be published on");
		else if (url === undefined && domain === undefined)
			fault("url", "is empty: give url, or directory and domain, so that there is something to audit");
		if (base !== undefined && domain?.includes("/")) fault("base", "stands twice: domain names a path too");
		if (pages !== undefined && mode !== "deep") fault("pages", "needs mode deep; a light audit reads one page");
		if (headers.length > 0 && directory !== undefined) fault("headers", "is for an address, not for a folder");
	})
	.superRefine(({ directory, base, fix }, context) => {
		if (directory !== undefined) return;
		for (const name of [...(base === undefined ? [] : ["base"]), ...(fix === "none" ? [] : ["fix"])])
			context.addIssue({ code: "custom", path: [name], message: "is for a folder: give directory and domain" });
	});

export type ActionInputs = z.output<typeof inputsSchema>;

/** @param environment with INPUTS @throws Failure `input-invalid` naming every invalid input */
export function readActionInputs(environment: NodeJS.ProcessEnv): ActionInputs {
	const read = inputsSchema.safeParse(JSON.parse(environment.INPUTS ?? "{}"));
	if (read.success) return read.data;
	const faults = read.error.issues.map(({ path, message }) => `${path.join(".") || "An input"} ${message}`);
	throw new Failure("input-invalid", {
		what: "The Action's inputs have errors.",
		why: `${faults.join("; ")}.`,
		todo: "Correct the step's `with`.",
	});
}

/** GitHub's default variables (docs.github.com). */
const runnerSchema = z.object({
	GITHUB_WORKSPACE: z.string().min(1),
	GITHUB_OUTPUT: z.string().min(1),
	GITHUB_STEP_SUMMARY: z.string().min(1),
	GITHUB_EVENT_NAME: z.string().min(1),
	GITHUB_EVENT_PATH: z.string().min(1),
	GITHUB_REPOSITORY: z.string().regex(/^[^/]+\/[^/]+$/),
	GITHUB_API_URL: z.url({ protocol: /^https?$/ }),
	GITHUB_SERVER_URL: z.url({ protocol: /^https?$/ }),
	GITHUB_SHA: z.string().min(1),
	GITHUB_REF: z.string().min(1),
	GITHUB_REF_NAME: z.string().min(1),
	GITHUB_BASE_REF: z.string().default(""),
	GITHUB_RUN_ID: z.string().regex(/^\d+$/),
	GITHUB_RUN_ATTEMPT: z.string().regex(/^\d+$/),
	RUNNER_TEMP: z.string().min(1),
	// action.yml sets these two, only for the step that needs them.
	GITHUB_TOKEN: z.string().default(""),
	FETCHED: z.string().default(""),
});

export interface ActionsRunner {
	readonly workspace: string;
	/** Emptied after each job. */
	readonly temp: string;
	readonly output: string;
	readonly summary: string;
	/** `owner/name`. */
	readonly repository: string;
	readonly apiUrl: string;
	/** For a pull request, of its test merge. */
	readonly sha: string;
	readonly ref: string;
	readonly runUrl: string;
	/** Unique per attempt of a run. */
	readonly attempt: string;
	/** The branch of a push, or the base branch of a pull request. */
	readonly branch: string;
	readonly pullRequest?: number;
	/** The pull request's source repository, empty if deleted, and its newest commit. */
	readonly head?: { readonly repository: string; readonly sha: string };
	/** False even if a run on the branch may audit a stranger's changes. */
	readonly isOfBranch: boolean;
	readonly token: string;
	/** Key of the cache hit; empty for a miss. */
	readonly fetched: string;
}

/** Only people with write access trigger these, unlike `pull_request_target` and `workflow_run`. */
const BRANCH_EVENTS = ["push", "schedule", "workflow_dispatch"];

const pullRequestEvent = z.object({
	pull_request: z.object({
		number: z.number().int().positive(),
		head: z
			.object({ sha: z.string().default(""), repo: z.object({ full_name: z.string() }).nullish() })
			.default({ sha: "" }),
	}),
});

/** @throws Failure `input-invalid` outside of a workflow step */
export async function readActionsRunner(environment: NodeJS.ProcessEnv): Promise<ActionsRunner> {
	const read = runnerSchema.safeParse(environment);
	if (!read.success)
		throw new Failure("input-invalid", {
			what: "This is not a step of a GitHub workflow.",
			why: `These variables are missing or wrong: ${read.error.issues.map(({ path }) => path.join()).join(", ")}.`,
			todo: "Run sightline audit instead, or use action.yml in a workflow.",
		});
	const from = read.data;
	const runner: ActionsRunner = {
		workspace: from.GITHUB_WORKSPACE,
		temp: from.RUNNER_TEMP,
		output: from.GITHUB_OUTPUT,
		summary: from.GITHUB_STEP_SUMMARY,
		repository: from.GITHUB_REPOSITORY,
		apiUrl: from.GITHUB_API_URL,
		sha: from.GITHUB_SHA,
		ref: from.GITHUB_REF,
		runUrl: `${from.GITHUB_SERVER_URL}/${from.GITHUB_REPOSITORY}/actions/runs/${from.GITHUB_RUN_ID}`,
		attempt: `${from.GITHUB_RUN_ID}-${from.GITHUB_RUN_ATTEMPT}`,
		branch: from.GITHUB_BASE_REF || from.GITHUB_REF_NAME,
		isOfBranch: BRANCH_EVENTS.includes(from.GITHUB_EVENT_NAME),
		token: from.GITHUB_TOKEN,
		fetched: from.FETCHED,
	};
	if (from.GITHUB_EVENT_NAME !== "pull_request") return runner;
	const event = pullRequestEvent.parse(JSON.parse(await readFile(from.GITHUB_EVENT_PATH, "utf8")));
	const { number, head } = event.pull_request;
	return { ...runner, pullRequest: number, head: { repository: head.repo?.full_name ?? "", sha: head.sha } };
}
