import { plainCount } from "#core/wording.ts";
import { tame } from "../terminal.ts";
import { type Fault, faultsOf, type Level } from "./faults.ts";
import type { Outcome } from "./format.ts";

const COMMANDS: Readonly<Record<Level, string>> = { error: "error", warning: "warning", note: "notice" };
/** GitHub shows no more of one level from one step. */
const SHOWN = 10;

/** Workflow commands of GitHub Actions, one a line: annotations of files where there are files. */
export function toAnnotations(outcome: Outcome): string {
	const { result, failures } = outcome;
	const audit = result.ok
		? []
		: [workflowCommand("error", { title: `${result.domain} could not be audited` }, result.error)];
	const asked = failures.map((says) => workflowCommand("error", { title: result.domain }, says));
	const faults = faultsOf(outcome).map((fault) => ({ level: fault.level, line: annotation(fault) }));
	const all = [...[...audit, ...asked].map((line) => ({ level: "error" as Level, line })), ...faults];
	const lines = (["error", "warning", "note"] as const).flatMap((level) => {
		const own = all.filter((each) => each.level === level).map(({ line }) => line);
		const more = own.length - SHOWN;
		const rest = more > 0 ? [`${plainCount(more, `more ${COMMANDS[level]}`)}: GitHub shows ${SHOWN} of a level.`] : [];
		return [...own.slice(0, SHOWN), ...rest];
	});
	return lines.map((line) => `${line}\n`).join("");
}

function annotation({ finding, level, places: [place] }: Fault): string {
	const { id, title, says, fix } = finding;
	const file = place?.file === undefined ? {} : { file: place.file, line: place.line ?? 1 };
	const column = place?.file === undefined || place.column === undefined ? {} : { col: place.column };
	const address = place === undefined || place.file !== undefined ? [] : [place.url];
	const text = [...address, says, ...(fix === undefined ? [] : [`Fix: ${fix}`])].map(tame).join("\n");
	return workflowCommand(COMMANDS[level], { ...file, ...column, title: `${title} (${id})` }, text);
}

/** `::warning file=index.html,line=3,title=…::…`, escaped as GitHub's runner reads it. */
export function workflowCommand(
	name: string,
	properties: Readonly<Record<string, string | number>>,
	text: string,
): string {
	const named = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(tame(String(value)))}`);
	return `::${name} ${named.join(",")}::${escapeData(text)}`;
}

function escapeData(text: string): string {
	return text.toWellFormed().replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
	return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
