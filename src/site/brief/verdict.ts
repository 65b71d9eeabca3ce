import { METHODOLOGY } from "#core/methodology.ts";
import type { Gate, ReachRow, Report } from "#core/report.ts";
import { capitalized, type Text } from "#core/wording.ts";
import { checkOfGate } from "../checks/check-texts.ts";
import { shownText } from "../page/page-text.ts";
import type { Words } from "./languages.ts";
import type { Recommendation } from "./recommendation.ts";

type VerdictWords = Pick<Words, "VERDICT" | "CAUSES" | "GATE_VERDICTS" | "filled" | "listing" | "pluralOf">;

interface VerdictBasis {
	readonly displayDomain: string;
	readonly failure?: { readonly says: string } | undefined;
	readonly reach?: readonly ReachRow[] | undefined;
	readonly gates: readonly Gate[];
	readonly recommendations: readonly Pick<Recommendation, "title" | "problem">[];
	readonly overall?: number | undefined;
	/** Effort and gain of the whole repair, in a sentence. */
	readonly repair?: { readonly says: string } | undefined;
	/** The current one by default. */
	readonly methodology?: string;
	/** Set for an audit with credentials, which does not show what others get. */
	readonly access?: Report["access"];
}

/** Score below which a verdict names 2 losses. */
const LACKING = 70;

/**
 * Names blocked engines and the cause, else the gravest fault, else the losses and the effort. Engines are those of the
 * receipt's table.
 */
export function verdictOf(basis: VerdictBasis, words: VerdictWords): string {
	const { VERDICT, filled } = words;
	const { displayDomain, failure, reach = [], gates, methodology = METHODOLOGY } = basis;
	if (failure) return filled(VERDICT.notAudited, { site: displayDomain, reason: failure.says });
	const shut = whoIsShutOut(reach, words);
	if (shut !== undefined) return shut;
	const [gate] = gates;
	if (gate) return whoIsHeldBack(reach, words, checkOfGate(methodology, gate.id)) ?? gravestFault(gate, reach, words);
	const loss = whoIsHeldBack(reach, words) ?? howFarOpen(basis, words);
	return [loss, basis.repair?.says ?? ""].filter(Boolean).join(" ");
}

/** An error that we get may not be what others get. */
export function fairGate(
	gate: Gate,
	reach: readonly ReachRow[] | undefined,
	{ VERDICT, filled }: Pick<VerdictWords, "VERDICT" | "filled">,
): Gate {
	const status = gate.id === "home-error" ? refusedUs(reach) : undefined;
	return status === undefined ? gate : { ...gate, says: filled(VERDICT.refusedGate, { status }) };
}

function gravestFault({ id }: Gate, reach: readonly ReachRow[], words: VerdictWords): string {
	const { VERDICT, GATE_VERDICTS, filled, pluralOf } = words;
	const status = refusedUs(reach);
	if (id === "home-error" && status !== undefined) return filled(VERDICT.refused, { status });
	const moved = reach.filter(({ kind, check }) => kind === "search" && check === "canonical-foreign");
	if (id === "canonical-elsewhere" && moved.length > 0)
		return named(words, pluralOf(VERDICT.listsOther, moved.length), moved, 3);
	return GATE_VERDICTS[id];
}

/** The error status that the home page gave us and perhaps nobody else. */
function refusedUs(reach: readonly ReachRow[] = []): string | undefined {
	return reach.find(({ state, check }) => state === "unknown" && check === "home-status")?.because?.excerpt;
}

function howFarOpen(basis: VerdictBasis, words: VerdictWords): string {
	const { VERDICT, filled } = words;
	const { reach = [], access, overall = 100, recommendations } = basis;
	const [problem, second] = recommendations.map((each) => each.problem).filter((each) => each !== undefined);
	const biggest = problemWords(recommendations, words);
	if (access !== undefined) return `${VERDICT.withCredentials} ${biggest}`;
	if (reach.length === 0) return biggest;
	const inState = (wanted: ReachRow["state"]) => reach.filter(({ state }) => state === wanted);
	const [allowed, partly, blocked, unknown] = [
		inState("allowed"),
		inState("partly"),
		inState("blocked"),
		inState("unknown"),
	];
	if (allowed.length === reach.length) {
		if (problem === undefined) return `${VERDICT.allOpen} ${biggest}`;
		if (overall >= LACKING || second === undefined) return filled(VERDICT.openBut, { problem });
		return filled(VERDICT.openButTwo, { problem, second });
	}
	if (unknown.length === reach.length)
		return [VERDICT.nothingSeen, sharedWords(reach), biggest].filter(Boolean).join(" ");
	const clause = (rows: readonly ReachRow[], text: EngineText, shown?: number) =>
		rows.length === 0 ? [] : [named(words, text, rows, shown)];
	const clauses = [
		...clause(
			allowed.filter(({ kind }) => kind === "search"),
			VERDICT.canList,
			3,
		),
		...clause(partly, VERDICT.partly),
		...clause(blocked, VERDICT.blocked),
		...clause(unknown, VERDICT.unknown),
	];
	const how = `${capitalized(clauses.join("; "))}. ${causesOf([...partly, ...blocked], words)}`.trimEnd();
	return `${how} ${biggest}`;
}

/** Falls back to the title if there is no clause, as for a check that no longer exists. */
function problemWords([first]: VerdictBasis["recommendations"], { VERDICT, filled }: VerdictWords): string {
	if (!first) return VERDICT.nothingLeft;
	return filled(VERDICT.costsMost, { problem: first.problem ?? shownText(first.title) });
}

function sharedWords(reach: readonly ReachRow[]): string {
	const said = new Set(reach.map(({ says }) => says));
	return said.size === 1 ? [...said].join("") : "";
}

/** The fault that begins the verdict is also the first fix; undefined without such a fault. */
export function gravestCheck({
	methodology,
	gates,
	reach = [],
}: Pick<Report, "methodology" | "gates" | "reach">): string | undefined {
	const [gate] = gates;
	return shutOut(reach)[0]?.check ?? (gate && checkOfGate(methodology, gate.id));
}

/** Blocked search engines: people cannot find what these cannot list. */
function shutOut(reach: readonly ReachRow[]): readonly ReachRow[] {
	return reach.filter(({ kind, state }) => kind === "search" && state === "blocked");
}

function whoIsShutOut(reach: readonly ReachRow[], words: VerdictWords): string | undefined {
	const { VERDICT } = words;
	const blocked = shutOut(reach);
	if (blocked.length === 0) return undefined;
	if (reach.every(({ state }) => state === "blocked"))
		return `${VERDICT.allShutOut} ${causesOf(reach, words)}`.trimEnd();
	return `${named(words, VERDICT.cannotList, blocked, 3)} ${causesOf(blocked, words)}`.trimEnd();
}

/** Blocking model training is the owner's choice and no fault. */
const FAULTS: Readonly<Record<string, (rows: readonly ReachRow[], words: VerdictWords) => string>> = {
	"answer-indexers": (rows, words) => named(words, words.VERDICT.cannotCite, rows),
	"text-without-js": (rows, words) => named(words, words.pluralOf(words.VERDICT.findNoText, rows.length), rows, 3),
	"bing-ai-controls": (rows, words) => named(words, words.VERDICT.cannotUse, rows),
	"user-fetchers": (rows, words) => named(words, words.VERDICT.cannotOpen, rows),
};

/** @param check only engines held back by this check */
function whoIsHeldBack(reach: readonly ReachRow[], words: VerdictWords, check?: string): string | undefined {
	const { VERDICT, filled } = words;
	const held = reach.filter(
		(row) => (row.state === "blocked" || row.state === "partly") && (check === undefined || row.check === check),
	);
	const quiet = held.filter((row) => row.kind === "search" && row.check === "snippet-eligible");
	if (quiet.length > 0) return `${named(words, VERDICT.cannotQuote, quiet, 3)} ${causesOf(quiet, words)}`;
	const fault = Object.keys(FAULTS).find((each) => held.some((row) => row.check === each));
	const saying = FAULTS[fault ?? ""];
	const open = reach.filter(({ kind, state }) => kind === "search" && state === "allowed");
	if (!saying || open.length === 0) return undefined;
	const rows = held.filter((row) => row.check === fault);
	const sentence = filled(VERDICT.goodBut, { good: named(words, VERDICT.canList, open, 3), bad: saying(rows, words) });
	return `${sentence} ${causesOf(rows, words)}`;
}

type EngineText = Text<"engines">;

function named(
	{ filled, listing }: Pick<VerdictWords, "filled" | "listing">,
	text: EngineText,
	rows: readonly ReachRow[],
	shown = 5,
): string {
	const names = rows.map(({ name }) => name);
	return filled(text, { engines: listing(names, shown) });
}

function causesOf(rows: readonly ReachRow[], words: VerdictWords): string {
	const { CAUSES, filled, listing, pluralOf } = words;
	const sentences = [...new Set(rows.flatMap((row) => sentenceOf(row, words) ?? []))];
	const rest = rows.filter((row) => sentenceOf(row, words) === undefined);
	const lines = [...new Set(rest.flatMap((row) => robotsLine(row) ?? []))].toSorted((a, b) => Number(a) - Number(b));
	const others = rest.filter((row) => robotsLine(row) === undefined).map((row) => placeOf(row, words));
	const robots = filled(pluralOf(CAUSES.robotsLines, lines.length), { lines: listing(lines, 6) });
	const phrases = [...(lines.length > 0 ? [robots] : []), ...new Set(others)];
	const several = pluralOf(CAUSES.of, Math.max(phrases.length, lines.length));
	if (phrases.length > 0) sentences.unshift(capitalized(filled(several, { causes: listing(phrases) })));
	return sentences.join(" ");
}

function sentenceOf({ check, because }: ReachRow, { CAUSES, filled }: VerdictWords): string | undefined {
	if (check === "text-without-js") return CAUSES.scripts;
	if (check === "auth-gate") return CAUSES.login;
	if (check === "snippet-eligible" && !because) return CAUSES.withheld;
	if (check === "home-status") return because && filled(CAUSES.status, { status: because.excerpt });
	if (check === "robots-fetch")
		return because ? filled(CAUSES.robotsStatus, { status: because.excerpt }) : CAUSES.robotsSilent;
	return undefined;
}

const OF_THE_PAGE: ReadonlySet<string> = new Set([
	"noindex",
	"snippet-eligible",
	"bing-ai-controls",
	"canonical-foreign",
]);

function placeOf(row: ReachRow, { CAUSES }: VerdictWords): string {
	if (!isOfPage(row)) return CAUSES.robotsRule;
	return row.because?.at?.startsWith("header") ? CAUSES.header : CAUSES.head;
}

function robotsLine(row: ReachRow): string | undefined {
	return isOfPage(row) ? undefined : /^line (\d+)/.exec(row.because?.at ?? "")?.[1];
}

/** A tag for only one engine belongs to no check. */
function isOfPage({ check, because }: ReachRow): boolean {
	return check === undefined ? because?.url.endsWith("/robots.txt") === false : OF_THE_PAGE.has(check);
}
