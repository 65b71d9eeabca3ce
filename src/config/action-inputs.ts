import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { AUDIT_MODES, MAX_PAGES } from "#core/preset.ts";

const text = z.string().trim();
const given = text.transform((value) => (value === "" ? undefined : value));
const flag = z.enum(["true", "false"], "takes true or false").transform((value) => value === "true");
const words = text.transform((value) => value.split(/[\s,]+/).filter(Boolean));

function wholeNumber(from: number, to: number) {
	const fault = `takes a whole number from ${from} to ${to}`;
	const number = z.number().min(from, fault).max(to, fault).optional();
	return given
		.refine((value) => value === undefined || /^\d{1,6}$/.test(value), fault)
		.transform((value) => (value === undefined ? undefined : Number(value)))
		.pipe(number);
}

const lines = text.transform((value) =>
	value
		.split("\n")
		.map((line) => line.trim())
		.filter(Boolean),
);

/** The inputs of action.yml, as `toJSON(inputs)` has them. */
const inputsSchema = z
	.strictObject({
		directory: given,
		domain: given,
		url: given,
		mode: z.enum(AUDIT_MODES, `takes ${AUDIT_MODES.join(" or ")}`),
		pages: wholeNumber(2, MAX_PAGES),
		headers: lines,
		baseline: given,
		"fail-on-critical": flag,
		"fail-on-regression": flag,
		"fail-on": words,
		"fail-under": wholeNumber(0, 100),
		annotations: flag,
		comment: flag,
		sarif: flag,
		id: given.pipe(
			z
				.string()
				.regex(/^\w[\w.-]{0,79}$/, "takes up to 80 letters, digits, dots, hyphens and underscores")
				.optional(),
		),
	})
	.superRefine(({ directory, domain, url, mode, pages, headers }, context) => {
		const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
		if (url !== undefined && (directory !== undefined || domain !== undefined))
			fault("url", "stands alone: an address is audited in place of a folder and its domain");
		else if (directory !== undefined && domain === undefined)
			fault("directory", "needs domain, the name that the folder will be published on");
		else if (url === undefined && domain === undefined)
			fault("url", "is empty: give url, or directory and domain, so that there is something to audit");
		if (pages !== undefined && mode !== "deep") fault("pages", "needs mode deep; a light audit looks at one page");
		if (headers.length > 0 && directory !== undefined) fault("headers", "is for an address, not for a folder");
	});

export type ActionInputs = z.output<typeof inputsSchema>;

/** @param environment with INPUTS, as action.yml hands them @throws Failure `input-invalid` naming every input that is wrong */
export function readActionInputs(environment: NodeJS.ProcessEnv): ActionInputs {
	const read = inputsSchema.safeParse(JSON.parse(environment.INPUTS ?? "{}"));
	if (read.success) return read.data;
	const faults = read.error.issues.map(({ path, message }) => `${path.join(".") || "An input"} ${message}`);
	throw new Failure("input-invalid", {
		what: "The Action's inputs are not usable.",
		why: `${faults.join("; ")}.`,
		todo: "Correct the step's `with`.",
	});
}
