import * as z from "zod";
import { type Check, ROLES } from "#checks/define-check.ts";
import { loadExamples } from "#checks/load-examples.ts";
import { CHECKS, checkOf } from "#checks/registry.ts";
import { repairOf } from "#checks/repair-kinds.ts";
import type { CheckExample, ExampleAnswer } from "#checks/shared/example.ts";
import { Failure } from "#core/failure.ts";
import { CURRENT_METHODOLOGY, METHODOLOGY } from "#core/methodology.ts";
import { AXES, ENGINES, PILLAR_KEYS, PILLARS } from "#core/pillar.ts";
import { AUDIT_MODES, PRESETS } from "#core/preset.ts";
import { EVIDENCE_GRADES, isScored, OUTCOMES, STAKE_KEYS } from "#core/verdict.ts";
import { closest } from "#core/wording.ts";
import { followingChecks } from "./check-texts.ts";

export const checkExplanationSchema = z
	.strictObject({
		id: z.string().describe("Id of the check."),
		methodology: z.string().describe("Version of the methodology that asks it."),
		pillar: z.enum(PILLAR_KEYS),
		axis: z.enum(AXES),
		engines: z.array(z.enum(ENGINES)).describe("Which engines it serves."),
		title: z.string().describe("What is true of a site that passes."),
		fault: z.string().describe("What is wrong with one that does not."),
		why: z.string().describe("Why it matters to the site's owner."),
		consequence: z.string().describe("What the fault costs."),
		howToFix: z.string(),
		repair: z
			.strictObject({ kind: z.enum(["mechanical", "words", "by-hand"]), does: z.string() })
			.meta({ id: "CheckRepair", description: "What `sightline fix` does about it." }),
		doneBy: z.enum(ROLES).describe("Who usually fixes it."),
		hours: z.number().describe("Of work that the usual fix takes, however many pages a template has."),
		hoursPerPage: z
			.number()
			.optional()
			.describe("For each further page at fault, where every page needs its own work."),
		consumer: z.string().describe("Who reads what the check looks at."),
		scored: z.boolean().describe("False for what is shown and explained, and costs nothing."),
		atStake: z
			.enum(STAKE_KEYS)
			.describe("What the fault puts at stake, by what the consumer documents; decides the weight."),
		weight: z.number().int().describe("Share in its pillar: 1, 2, 3, 5 or 8."),
		weightReason: z.string(),
		tableStakes: z.boolean().describe("Passing earns nothing, failing costs."),
		cap: z.number().int().optional().describe("The overall score is capped at this where the check fails."),
		grade: z.enum(EVIDENCE_GRADES).describe("How well the world agrees that it matters."),
		reference: z.url().describe("The standard or vendor page that it rests on."),
		reviewed: z.iso.date().describe("When it was last held against its reference."),
		counterEvidence: z.strictObject({ says: z.string(), source: z.url() }).optional(),
		note: z.string().optional(),
		mode: z.enum(AUDIT_MODES).describe("`deep`: runs in deep audits only."),
		presets: z.array(z.enum(PRESETS)).nullable().describe("Kinds of site that it applies to; all where null."),
		causes: z.array(z.string()).describe("Checks whose faults may be behind this one's."),
		following: z.array(z.string()).describe("Checks whose faults may follow from this one's."),
		examples: z
			.array(
				z.strictObject({
					name: z.string(),
					outcome: z.enum(OUTCOMES),
					parts: z
						.array(z.strictObject({ label: z.string(), code: z.string() }))
						.describe("What differs from a site without faults."),
				}),
			)
			.describe("Small sites with the outcome that the check comes to; its tests run the same ones."),
	})
	.meta({ id: "CheckExplanation", description: "What a check asks, why, and how to pass it." });
export type CheckExplanation = z.infer<typeof checkExplanationSchema>;

/** @throws Failure `input-invalid` with similar check ids, if there is no such check */
export async function explainCheck(id: string): Promise<CheckExplanation> {
	const check = checkOf(id);
	if (!check) throw noSuchCheck(id);
	const {
		engines,
		title,
		fault,
		why,
		consequence,
		howToFix,
		doneBy,
		hours,
		hoursPerPage,
		consumer,
		grade,
		mode,
		note,
	} = check;
	const cap = CURRENT_METHODOLOGY.gates.find((gate) => gate.check === id)?.cap;
	return {
		id,
		methodology: METHODOLOGY,
		pillar: check.pillar,
		axis: check.axis ?? PILLARS[check.pillar].axis,
		engines: [...engines],
		title,
		fault,
		why,
		consequence,
		howToFix,
		repair: repairOf(check.id),
		doneBy,
		hours,
		...(hoursPerPage === undefined ? {} : { hoursPerPage }),
		consumer,
		scored: isScored(check),
		atStake: check.atStake,
		weight: check.weight,
		weightReason: check.weightReason,
		tableStakes: check.tableStakes ?? false,
		...(cap === undefined ? {} : { cap }),
		grade,
		reference: check.reference,
		reviewed: check.reviewed,
		...(check.counterEvidence ? { counterEvidence: { ...check.counterEvidence } } : {}),
		...(note === undefined ? {} : { note }),
		mode,
		presets: check.presets ? [...check.presets] : null,
		causes: [...(check.yieldsTo ?? [])],
		following: followingChecks(CHECKS, id).map((each) => each.id),
		examples: await examplesOf(check),
	};
}

async function examplesOf(check: Check): Promise<CheckExplanation["examples"]> {
	const examples = await loadExamples(check);
	return examples.map((each) => ({ name: each.name, outcome: each.outcome, parts: [...exampleParts(each)] }));
}

function noSuchCheck(id: string): Failure {
	const ids = CHECKS.map((check) => check.id);
	const near = closest(id, ids);
	const parts = id.split("-").filter((part) => part.length > 2);
	const alike = near === undefined ? ids.filter((each) => parts.some((part) => each.includes(part))) : [near];
	return new Failure("input-invalid", {
		what: `Unknown check "${id}".`,
		why: alike.length > 0 ? `Did you mean ${alike.slice(0, 5).join(" or ")}?` : undefined,
		todo: "sightline explain lists all of them.",
	});
}

/** A part that differs from a plain site. */
interface ExamplePart {
	/** `In the <head>`, `/robots.txt`, `Header strict-transport-security`. */
	readonly label: string;
	readonly code: string;
}

const LONGEST = 1_200;

/** In reading order; empty for the plain site. */
export function exampleParts(example: Omit<CheckExample, "name" | "outcome">): readonly ExamplePart[] {
	const { head, body, page, headers = {}, files = {}, folder, rendered } = example;
	return [
		...(folder ? [part("Audited", "a folder in place of the public site")] : []),
		...(page === undefined ? [] : [part("The home page", page)]),
		...(head === undefined ? [] : [part("In the <head>", head)]),
		...(body === undefined ? [] : [part("In the page", body)]),
		...Object.entries(headers).map(([name, value]) => part(`Header ${name}`, value ?? "(not sent)")),
		...Object.entries(files).flatMap(([path, answer]) => answerParts(path, answer)),
		...(rendered === undefined ? [] : [part("What the browser measured", JSON.stringify(rendered, null, 2))]),
	];
}

function answerParts(path: string, answer: ExampleAnswer | string | null): ExamplePart[] {
	if (answer === null) return [part(path, "404")];
	if (typeof answer === "string") return [part(path, answer)];
	const { status, headers = {}, body, badCertificate, failure, when = {} } = answer;
	const { markdown, browser, rpc = {}, again } = when;
	const variants: readonly (readonly [string, ExampleAnswer | string | undefined])[] = [
		[`${path}, asked for as Markdown`, markdown],
		[`${path}, as a browser gets it`, browser],
		[`${path}, the second time`, again],
		...Object.entries(rpc).map(([method, reply]) => [`${path}, method ${method}`, reply] as const),
	];
	const lines = [
		...(failure === undefined ? [] : [failure]),
		...(badCertificate === undefined ? [] : [`certificate: ${badCertificate}`]),
		...(status === undefined ? [] : [`${status}`]),
		...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
	];
	const own = [lines.join("\n"), body].filter((each) => each !== undefined && each !== "").join("\n\n");
	return [
		...(own === "" ? [] : [part(path, own)]),
		...variants.flatMap(([label, reply]) => (reply === undefined ? [] : answerParts(label, reply))),
	];
}

function part(label: string, code: string): ExamplePart {
	const text = code.trim();
	return { label, code: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text };
}
