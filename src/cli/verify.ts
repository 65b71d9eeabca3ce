import { relative } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { isFailure } from "#core/failure.ts";
import type { Verification, VerificationStep } from "#core/verification.ts";
import { plainCount, shortDigest, utcMinute } from "#core/wording.ts";
import { verifyReceipt } from "#receipts/verify/verify-receipt.ts";
import type { Io } from "./command-spec.ts";
import type { Given } from "./commands.ts";
import { createInk, createProgressLine, fold, type Ink, report, tame } from "./terminal.ts";

const EXIT_CODES: Readonly<Record<Verification["verdict"], ExitCode>> = {
	proved: EXIT.fine,
	"self-consistent": EXIT.fine,
	sample: EXIT.fine,
	undecided: EXIT.badInput,
	disproved: EXIT.under,
};

export async function run({ options, argument }: Given<"verify">, { stdout, stderr, env }: Io): Promise<ExitCode> {
	const { proof, receipt, from, key: keys, "trust-site-key": trustSiteKey, json } = options;
	const progress = createProgressLine(stderr);
	try {
		const request = {
			subject: argument,
			proof,
			receipt,
			from,
			keys,
			trustSiteKey,
			remember: true,
			onProgress: progress.show,
		};
		const found = await verifyReceipt(request, readEnvironment(env));
		progress.clear();
		stdout.write(json ? asJson(found) : verifyReport(found, createInk(stdout)));
		return EXIT_CODES[found.verdict];
	} catch (error) {
		progress.clear();
		if (!isFailure(error)) throw error;
		if (json) stdout.write(asJson({ verdict: "none", error: error.message, code: error.code }));
		if (error.code !== "not-fetched") throw error;
		stderr.write(`sightline: ${error.message}\n`);
		return EXIT.notAudited;
	}
}

function asJson(value: unknown): string {
	return `${JSON.stringify(value, null, 2)}\n`;
}

/** The outcome of a verification for a person at a terminal, on one screen. */
export function verifyReport(found: Verification, ink: Ink): string {
	const sections = [
		heading(found, ink),
		found.steps.flatMap((step) => stepLines(step, ink)),
		found.notices.flatMap((notice) => fold(tame(notice), ink.width, 0)).map(ink.middling),
		limits(found, ink),
		origins(found, ink),
	];
	return report(sections);
}

function heading(found: Verification, ink: Ink): string[] {
	const { content, receipt } = found;
	const name = `Receipt ${shortDigest(receipt)}${content ? ` of ${tame(content.domain)}` : ""}`;
	const lines = [`${verdictMark(found, ink)}  ${ink.strong(name)}`];
	if (content) {
		const score = content.overallScore === undefined ? "no score" : `${content.overallScore} of 100`;
		const where = content.source === "folder" ? ", from a folder" : "";
		const when = utcMinute(content.auditedAt);
		lines.push(ink.quiet(tame(`${score}, ${content.mode} audit${where}, methodology ${content.methodology}, ${when}`)));
	}
	const warning =
		"The key came from the site itself: this only shows that the site agrees with itself. Whoever runs it could have made up all of it.";
	return found.verdict === "self-consistent" ? [...lines, ...fold(warning, ink.width, 0).map(ink.middling)] : lines;
}

function verdictMark({ verdict, content, steps }: Verification, ink: Ink): string {
	if (verdict === "disproved") return ink.bad(ink.strong("DISPROVED"));
	if (verdict === "self-consistent") return ink.middling(ink.strong("AGREES WITH ITSELF"));
	if (verdict !== "proved") return ink.middling(ink.strong(verdict.toUpperCase()));
	const whole = content !== undefined || steps.some(({ id, state }) => id === "bytes" && state === "proved");
	return ink.good(ink.strong(whole ? "PROVED" : "IN THE LOG"));
}

const MARKS = { proved: "✓", disproved: "✗", open: "–" } as const;

function stepLines({ state, says }: VerificationStep, ink: Ink): string[] {
	const paint = { proved: ink.good, disproved: ink.bad, open: ink.middling }[state];
	const [first = "", ...rest] = fold(tame(says), ink.width, 4);
	return [`  ${paint(MARKS[state])} ${first.slice(4)}`, ...rest];
}

function limits({ notProved, verdict }: Verification, ink: Ink): string[] {
	if (verdict === "disproved") return [];
	const items = notProved.flatMap(({ says, command }) => {
		const [first = "", ...rest] = fold(tame(says), ink.width, 4);
		return [`  - ${first.slice(4)}`, ...rest, ...(command === undefined ? [] : [`    ${tame(command)}`])];
	});
	return [ink.strong("What this does not prove"), ...items];
}

function origins({ sources }: Verification, ink: Ink): string[] {
	const fetched = sources.filter((source) => source.fetched);
	const head = fetched.length === 0 ? "Nothing was fetched. Read here:" : `Fetched from ${hostsOf(fetched)}:`;
	const shown = fetched.length === 0 ? sources : fetched.filter(({ what }) => what !== "log");
	const tiles = fetched.length - shown.length;
	const names = shown.map(
		({ what, from, fetched: far }) => `${what} ${tame(shortened(far ? new URL(from).pathname : nearby(from)))}`,
	);
	if (fetched.length > 0 && tiles > 0) names.push(`${plainCount(tiles, "file")} of the log`);
	return [head, ...names.map((name) => `  ${name}`)].map(ink.quiet);
}

function hostsOf(sources: Verification["sources"]): string {
	return [...new Set(sources.map(({ from }) => new URL(from).host))].map(tame).join(", ");
}

/** A hash in a path is there in full with --json. */
function shortened(path: string): string {
	return path.replaceAll(/[0-9a-f]{64}/g, (hash) => shortDigest(hash));
}

/** A path below the working directory without what the reader knows. */
function nearby(path: string): string {
	const short = relative("", path);
	return short.startsWith("..") ? path : short;
}
