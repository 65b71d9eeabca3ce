import type { Gate, ReachRow, Report } from "#core/report.ts";
import { checkOfGate } from "../checks/methodologies.ts";
import { shownText } from "../page/page-text.ts";
import type { Recommendation } from "./recommendation.ts";
import { VERDICT_TEXTS as say } from "./verdict-texts.ts";

/** What a verdict is made of. */
export interface VerdictBasis {
	readonly displayDomain: string;
	readonly failure?: { readonly says: string } | undefined;
	readonly reach?: readonly ReachRow[] | undefined;
	readonly gates: readonly Gate[];
	readonly recommendations: readonly Pick<Recommendation, "title">[];
	/** The overall score; absent where there is none. */
	readonly overall?: number | undefined;
	/** What the band of the score means, for receipts that do not tell of engines. */
	readonly means?: string | undefined;
}

/** Below it a verdict begins with the trouble, though all may come in: what is missing is more than a fault or two. */
const LACKING = 70;

/**
 * The first sentence of a brief with its cause: who is shut out, by what; else the gravest fault; else that all is open, and
 * what costs most. It names engines only where the receipt does.
 */
export function verdictOf(basis: VerdictBasis): string {
	const { displayDomain, failure, reach = [], gates, recommendations, overall = 100, means } = basis;
	if (failure) return say.notAudited(displayDomain, failure.says);
	const shut = whoIsShutOut(reach);
	if (shut !== undefined) return shut;
	const [gate] = gates;
	if (gate) return say.gates[gate.id];
	const half = whoIsHeldBack(reach);
	if (half !== undefined) return half;
	const [first] = recommendations;
	const open = overall < LACKING ? say.openButLacking : say.allOpen;
	const opening = reach.some(({ state }) => state === "allowed") ? open : (means ?? "");
	const next = first ? say.costsMost(shownText(first.title)) : say.nothingLeft;
	return [opening, next].filter(Boolean).join(" ");
}

/**
 * Id of the check that speaks of what shuts out or caps: what a verdict begins with comes first among the fixes, too. Undefined
 * where nothing does.
 */
export function gravestCheck({
	methodology,
	gates,
	reach = [],
}: Pick<Report, "methodology" | "gates" | "reach">): string | undefined {
	const [gate] = gates;
	return shutOut(reach)[0]?.check ?? (gate && checkOfGate(methodology, gate.id));
}

/** Search engines first: what they cannot list, nobody finds. */
function shutOut(reach: readonly ReachRow[]): readonly ReachRow[] {
	return reach.filter(({ kind, state }) => kind === "search" && state === "blocked");
}

function whoIsShutOut(reach: readonly ReachRow[]): string | undefined {
	const blocked = shutOut(reach);
	const [first] = blocked;
	if (!first) return undefined;
	const everybody = reach.every(({ state }) => state === "blocked");
	const together = blocked.filter((row) => sameLine(row, first));
	return `${everybody ? say.nobody : say.cannotList(namesOf(together))} ${causeOf(first)}`.trimEnd();
}

/** The rows that the checks find at fault; whether an owner lets a model be trained is their own choice. */
const FAULTS: Readonly<Record<string, (names: readonly string[]) => string>> = {
	"answer-indexers": say.cannotCite,
	"text-without-js": say.findNoText,
	"bing-ai-controls": say.cannotUse,
	"user-fetchers": say.cannotOpen,
};

function whoIsHeldBack(reach: readonly ReachRow[]): string | undefined {
	const isHeld = ({ state }: ReachRow) => state === "blocked" || state === "partly";
	const quiet = reach.filter((row) => row.kind === "search" && isHeld(row));
	const [first] = quiet;
	if (first) return `${say.cannotQuote(namesOf(quiet.filter((row) => sameLine(row, first))))} ${causeOf(first)}`;
	const held = Object.keys(FAULTS).flatMap((check) => reach.find((row) => row.check === check && isHeld(row)) ?? [])[0];
	if (!held) return undefined;
	const words = FAULTS[held.check ?? ""];
	const names = namesOf(reach.filter((row) => isHeld(row) && row.check === held.check && sameLine(row, held)));
	const open = namesOf(reach.filter(({ kind, state }) => kind === "search" && state === "allowed"));
	if (!words || open.length === 0) return undefined;
	return `${say.but(say.canList(open), words(names))} ${causeOf(held)}`;
}

function namesOf(rows: readonly ReachRow[]): string[] {
	return rows.map(({ name }) => name);
}

function sameLine(a: ReachRow, b: ReachRow): boolean {
	return a.because?.url === b.because?.url && a.because?.at === b.because?.at;
}

/** What is responsible, by the check that speaks of it and where the line stands. */
function causeOf({ check, because }: ReachRow): string {
	const { causes } = say;
	if (check === "text-without-js") return causes.scripts;
	if (check === "auth-gate") return causes.login;
	if (check === "home-status") return because ? causes.status(because.excerpt) : "";
	if (check === "noindex" || check === "snippet-eligible" || check === "bing-ai-controls")
		return because?.at?.startsWith("header") ? causes.header : causes.head;
	const line = /^line (\d+)/.exec(because?.at ?? "")?.[1];
	return line === undefined ? causes.rule : causes.robots(line);
}
