import type { AuditResult } from "#core/audit-result.ts";
import { isFault } from "#core/verdict.ts";
import { plainCount } from "#core/wording.ts";
import { cappingChecks, fixesInOrder } from "#site/brief/recommendation.ts";
import { tame } from "../terminal.ts";
import type { Outcome } from "./format.ts";

const COMMANDS: Readonly<Record<Level, string>> = { error: "error", warning: "warning", note: "notice" };
/** GitHub shows no more of one level from one step. */
const SHOWN = 10;

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

type Finding = AuditResult["findings"][number];

/** `error`: caps the score; `warning`: costs points; `note`: is shown and never counted. */
export type Level = "error" | "warning" | "note";

export interface Fault {
	readonly finding: Finding;
	readonly level: Level;
	readonly places: readonly Place[];
}

export interface Place {
	readonly url: string;
	/** Path relative to the repository, for folders. */
	readonly file?: string;
	/** From 1. */
	readonly line?: number;
	/** In UTF-16 code units, from 1. */
	readonly column?: number;
	readonly excerpt?: string;
}

/** What caps the score, then what costs points in the order to fix it, then what is only shown. */
export function faultsOf({ result, files }: Pick<Outcome, "result" | "files">): readonly Fault[] {
	const capping = cappingChecks(result);
	const counted = fixesInOrder(result);
	const shown = result.findings.filter((each) => isFault(each.outcome) && !counted.includes(each));
	const faults = [...counted, ...shown].map((finding): Fault => {
		const level = capping.has(finding.id) ? "error" : finding.scored ? "warning" : "note";
		return { finding, level, places: placesOf(finding, result, files) };
	});
	const order: readonly Level[] = ["error", "warning", "note"];
	return faults.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
}

/** At least one: a fault without an excerpt is the home page's. */
function placesOf({ evidence }: Finding, { domain }: AuditResult, files: Outcome["files"]): Place[] {
	const home = `https://${domain}/`;
	const places = evidence.map(({ url, at, excerpt }): Place => {
		const file = files.get(url);
		return { url, excerpt, ...(file === undefined ? {} : { file }), ...positionIn(at) };
	});
	const homeFile = files.get(home);
	// A fault of a file that is missing is shown at the home page: viewers want a file that is there.
	const first =
		places.find(({ file }) => file !== undefined) ??
		(homeFile === undefined ? undefined : { url: home, file: homeFile });
	if (first === undefined) return places.length > 0 ? places : [{ url: home }];
	return [first, ...places.filter((each) => each !== first)];
}

/** Of `line 12` and `line 12, column 3`; other places, such as a header field, have no position. */
function positionIn(at: string | undefined): Pick<Place, "line" | "column"> {
	const found = /^line (\d{1,9})(?:, column (\d{1,9}))?(?![\w.])/.exec(at ?? "");
	const [line, column] = [Number(found?.[1]), Number(found?.[2])];
	return { ...(line > 0 ? { line } : {}), ...(line > 0 && column > 0 ? { column } : {}) };
}
