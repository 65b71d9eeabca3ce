import { CHECKS } from "#checks/registry.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import { PILLARS } from "#core/pillar.ts";
import { isScored, STAKES } from "#core/verdict.ts";
import { plural } from "#core/wording.ts";
import { outcomeWords } from "#site/brief/receipt-words.ts";
import { type CheckExplanation, explainCheck } from "#site/checks/check-explanation.ts";
import {
	checksOfPillar,
	engineHeading,
	GRADE_WORDS,
	modeWords,
	presetList,
	REPAIR_WORDS,
	workWords,
} from "#site/checks/check-texts.ts";
import type { Io } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { createInk, fold, type Ink, report, tame } from "./terminal.ts";

/** @throws Failure `input-invalid` for an unknown check */
export async function run({ options, argument }: Given<"explain">, { stdout }: Io): Promise<ExitCode> {
	const ink = createInk(stdout);
	const [data, text] =
		argument === undefined
			? [listedChecks(), () => checkList(ink)]
			: await explainCheck(argument).then((found) => [found, () => explanation(found, ink)] as const);
	stdout.write(options.json ? `${JSON.stringify(data, null, 2)}\n` : text());
	return EXIT.fine;
}

function listedChecks() {
	const checks = CHECKS.map((check) => {
		const { id, title, pillar, weight, mode } = check;
		return { id, title, pillar, scored: isScored(check), weight, mode };
	});
	return { methodology: METHODOLOGY, checks };
}

function checkList(ink: Ink): string {
	const widest = Math.max(...CHECKS.map(({ id }) => id.length));
	const pillars = Object.values(PILLARS).map(({ key, label, asks }) => [
		ink.strong(label),
		...fold(asks, ink.width, 0).map(ink.quiet),
		...checksOfPillar(CHECKS, key).flatMap((check) => {
			const [first = "", ...rest] = fold(check.title, ink.width, widest + 7);
			const weight = isScored(check) ? String(check.weight) : "–";
			return [`  ${check.id.padEnd(widest + 2)}${weight}  ${first.trimStart()}`, ...rest];
		}),
	]);
	const lead = `${CHECKS.length} checks of methodology ${METHODOLOGY}, with their weights (–: not scored). sightline explain <check> shows details.`;
	return report([fold(lead, ink.width, 0), ...pillars]);
}

export function explanation(check: CheckExplanation, ink: Ink): string {
	const folded = (text: string) => fold(text, ink.width, 2);
	const section = (title: string, ...texts: (string | undefined)[]) => [
		ink.strong(title),
		...texts.flatMap((text) => (text === undefined ? [] : folded(text))),
	];
	const counter = check.counterEvidence && `${check.counterEvidence.says} (${check.counterEvidence.source})`;
	return report([
		[ink.strong(check.id), ...fold(check.title, ink.width, 0), ink.quiet(PILLARS[check.pillar].label)],
		section("Why", check.why, `Read by ${check.consumer}.`),
		section("When it fails", `${check.fault}. ${check.consequence}`, followsFrom(check)),
		section(
			"How to fix it",
			check.howToFix,
			`${workWords(check)}.`,
			`${REPAIR_WORDS[check.repair.kind]}. ${check.repair.does}`,
		),
		section("What it weighs", weighs(check), check.weightReason),
		section("Applies to", applies(check)),
		section("Rests on", grade(check), check.reference, check.note),
		counter === undefined ? [] : section("Arguments against it", counter),
		[ink.strong("Examples"), ...check.examples.flatMap((example) => exampleLines(example, ink))],
	]);
}

function weighs({ scored, atStake, weight, tableStakes, cap }: CheckExplanation): string {
	if (!scored) return "Nothing: it is shown for information and costs no points.";
	const stakes = tableStakes ? "; passing earns nothing, failing costs" : "";
	const capped = cap === undefined ? "" : `. A failure caps the overall score at ${cap}`;
	return `Weight ${weight} in its pillar${stakes}${capped}. ${STAKES[atStake].says}`;
}

function applies({ presets, mode, engines }: CheckExplanation): string {
	return `${presetList(presets ?? undefined)}. Audits: ${modeWords(mode).toLowerCase()}. Serves ${engineHeading(engines).toLowerCase()}.`;
}

function grade({ grade: key, reviewed }: CheckExplanation): string {
	return `${GRADE_WORDS[key].means} Last compared with its source on ${reviewed}.`;
}

function followsFrom({ causes, following }: CheckExplanation): string | undefined {
	const from = causes.length > 0 ? `May follow from ${causes.join(", ")}; then the advice is given there.` : "";
	const to =
		following.length > 0
			? `The ${plural(following.length, "fault", "faults")} of ${following.join(", ")} may follow.`
			: "";
	return [from, to].filter(Boolean).join(" ") || undefined;
}

function exampleLines({ name, outcome, parts }: CheckExplanation["examples"][number], ink: Ink): string[] {
	const mark = {
		pass: ink.good,
		partial: ink.middling,
		fail: ink.bad,
		"not-applicable": ink.quiet,
		unknown: ink.quiet,
	};
	const lines = parts.flatMap(({ label, code }) => [
		`    ${ink.quiet(label)}`,
		// Examples contain text that a site may send; each line must stay one line.
		...code.split("\n").map((line) => `      ${tame(line.replaceAll("\t", "  "))}`),
	]);
	return [`  ${mark[outcome](outcomeWords({ outcome }))}: ${name}`, ...lines];
}
