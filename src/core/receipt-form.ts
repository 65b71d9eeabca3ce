import type { Rubric, RubricCheck } from "./methodology.ts";
import { oncePer } from "./once-per.ts";
import type { AuditMode, Preset } from "./preset.ts";
import type { Finding, Place, ReachRow, Report } from "./report.ts";
import { OUTCOMES, type Outcome } from "./verdict.ts";

/**
 * The short form, `v: 2`, omits what the methodology's rubric implies. The conversion is lossless for any report.
 *
 * - The outcome is the name of the member with the sentence: `{"id": "title", "pass": "It is 34 characters long."}`.
 * - Members that differ from the rubric are written out; null removes a member that the rubric implies.
 * - `{"id": "contrast"}` alone is not applicable, for the rubric's reason: mode, kind of site, unused optional signal.
 * - `rubric` is the SHA-256 of the rubric's canonical JSON: it commits the receipt to the rubric's words and weights.
 * - An exhibit without `url` is on the receipt's `page`, the address that most exhibits name.
 * - A place is `[path, line, column, excerpt]`, with the path on that page's host; missing values are 0 or absent.
 * - A row of `reach` with `as` is a copy of the earlier row with that 0-based index, with the given members replaced.
 */
export interface ShortReceipt extends Frame {
	readonly v: 2;
	/** Absent if the methodology has no rubric: findings are complete. */
	readonly rubric?: string | undefined;
	readonly findings: readonly ShortFinding[];
	readonly reach?: readonly Members[] | undefined;
}

export type ShortFinding = { readonly id: string } & Readonly<Record<string, unknown>>;

interface Frame {
	readonly methodology: string;
	readonly mode: AuditMode;
	readonly preset: { readonly key: Preset };
	readonly page?: string | undefined;
}

type LongReceipt = Omit<Frame, "page"> & Pick<Report, "findings" | "reach">;
type Members = Readonly<Record<string, unknown>>;
type Exhibit = Finding["evidence"][number];

const SHORT: Readonly<Record<Outcome, string>> = {
	pass: "pass",
	partial: "partial",
	fail: "fail",
	"not-applicable": "n/a",
	unknown: "unknown",
};

/** Why the rubric excludes a check. Part of the format: any other reason is written out. */
const OUTSIDE_MODE = "Only a deep audit checks this.";
const OUTSIDE_PRESET = "This does not apply to this kind of site.";
const UNUSED = "Not used, and nothing is lost: ";

/** Without a rubric, findings keep all members. */
export function shorten<R extends LongReceipt>(receipt: R, rubric: Rubric | undefined) {
	const rows = rowsOf(rubric);
	const page = mostNamed(receipt.findings);
	const frame = { ...receipt, v: 2 as const, ...(page === undefined ? {} : { page }) };
	const findings = receipt.findings.map((finding) => shortFinding(finding, rows.get(finding.id), frame));
	return { ...frame, findings, ...(receipt.reach ? { reach: shortReach(receipt.reach) } : {}) };
}

/** Foreign receipts may contain anything, so readers validate the long form against its schema. */
export function lengthen(receipt: ShortReceipt, rubric: Rubric | undefined): Record<string, unknown> {
	const rows = rowsOf(rubric);
	const { page: _page, rubric: _rubric, findings, ...rest } = receipt;
	const long = { ...rest, findings: findings.map((finding) => longFinding(finding, rows.get(finding.id), receipt)) };
	return Array.isArray(receipt.reach) ? { ...long, reach: longReach(receipt.reach) } : long;
}

interface Row extends RubricCheck {
	readonly signal?: string | undefined;
	/** Members that the rubric implies for a finding of this check: for faults, and otherwise. */
	readonly atFault: Members;
	readonly fine: Members;
}

const NO_ROWS: ReadonlyMap<string, Row> = new Map();

function rowsOf(rubric: Rubric | undefined): ReadonlyMap<string, Row> {
	return rubric ? rowsOfRubric(rubric) : NO_ROWS;
}

/** Thousands of receipts share few rubrics. */
const rowsOfRubric = oncePer((rubric: Rubric): ReadonlyMap<string, Row> => {
	const signals = new Map(rubric.unscored.map(({ id, what }) => [id, what]));
	return new Map(rubric.checks.map((check) => [check.id, rowOf(check, signals.get(check.id))]));
});

function rowOf(check: RubricCheck, signal: string | undefined): Row {
	const { title, fault = title, pillar, axis, engines, scored, tableStakes, weight, reference } = check;
	const stakes = tableStakes ? { tableStakes } : {};
	const fine = { title, pillar, axis, engines, scored, ...stakes, weight, reference, lift: 0 };
	return { ...check, signal, fine, atFault: { ...fine, title: fault } };
}

/** Members with their own short notation. */
const WRITTEN_OTHERWISE: ReadonlySet<string> = new Set(["id", "outcome", "says", "evidence", "places"]);

function shortFinding(finding: Finding, row: Row | undefined, frame: Frame): ShortFinding {
	const { id, outcome, says, evidence, places } = finding;
	const members: Members = finding;
	const usual = usualMembers(row, finding.own?.outcome ?? outcome);
	const short: Record<string, unknown> = {};
	if (outcome !== "not-applicable" || says !== whyNotApplicable(row, frame)) short[SHORT[outcome]] = says;
	if (evidence.length > 0) short.evidence = evidence.map((exhibit) => withoutPage(exhibit, frame.page));
	for (const name of Object.keys(finding)) {
		const value = members[name];
		if (value !== undefined && !WRITTEN_OTHERWISE.has(name) && !same(value, usual[name])) short[name] = value;
	}
	for (const name of Object.keys(usual)) if (members[name] === undefined) short[name] = null;
	if (places) short.places = places.map((place) => shortPlace(place, frame.page));
	return { id, ...short };
}

function longFinding(short: ShortFinding, row: Row | undefined, frame: Frame): Members {
	const { id, evidence = [], ...members } = short;
	const said = OUTCOMES.find((each) => Object.hasOwn(members, SHORT[each]));
	const outside = said === undefined ? whyNotApplicable(row, frame) : undefined;
	const outcome = outside === undefined ? said : "not-applicable";
	const says = said === undefined ? outside : members[SHORT[said]];
	const own = members.own as Finding["own"] | undefined;
	const all = { ...usualMembers(row, own?.outcome ?? outcome), ...(said ? without(members, SHORT[said]) : members) };
	// Few findings lack a usual member.
	const kept = Object.values(all).includes(null)
		? Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
		: all;
	const exhibits = Array.isArray(evidence) ? evidence.map((each) => withPage(each, frame.page)) : evidence;
	const places = Array.isArray(kept.places) ? { places: kept.places.map((each) => longPlace(each, frame.page)) } : {};
	return { ...kept, id, outcome, says, evidence: exhibits, ...places };
}

function shortPlace({ page, line = 0, column = 0, excerpt }: Place, frame: string | undefined): readonly unknown[] {
	const origin = originOf(frame);
	const path = origin !== "" && page.startsWith(`${origin}/`) ? page.slice(origin.length) : page;
	return [path, line, column, ...(excerpt === undefined ? [] : [excerpt])];
}

function longPlace(short: unknown, frame: string | undefined): unknown {
	if (!Array.isArray(short)) return short;
	const [path, line, column, excerpt] = short;
	return {
		page: typeof path === "string" && path.startsWith("/") ? `${originOf(frame)}${path}` : path,
		...(line === 0 ? {} : { line }),
		...(column === 0 ? {} : { column }),
		...(excerpt === undefined ? {} : { excerpt }),
	};
}

/** `""` unless it is an address. */
function originOf(page: string | undefined): string {
	return page === undefined ? "" : (/^https?:\/\/[^/]+/.exec(page)?.[0] ?? "");
}

function without(members: Members, left: string): Members {
	const { [left]: _left, ...others } = members;
	return others;
}

const UNKNOWN_CHECK: Members = { lift: 0 };

/** @param outcome the check's own, even if it was charged to a root cause */
function usualMembers(row: Row | undefined, outcome: Outcome | undefined): Members {
	if (!row) return UNKNOWN_CHECK;
	return outcome === "fail" || outcome === "partial" ? row.atFault : row.fine;
}

function whyNotApplicable(row: Row | undefined, { mode, preset }: Frame): string | undefined {
	if (row?.mode === "deep" && mode === "light") return OUTSIDE_MODE;
	if (row?.presets && !row.presets.includes(preset.key)) return OUTSIDE_PRESET;
	return row?.signal === undefined ? undefined : `${UNUSED}${row.signal}.`;
}

/** Equality of rubric values: scalars, and the list of engines. */
function same(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((each, at) => each === b[at]);
}

/** The address that most exhibits name; on a tie, the first. */
function mostNamed(findings: readonly Finding[]): string | undefined {
	const counts = new Map<string, number>();
	for (const { evidence } of findings) for (const { url } of evidence) counts.set(url, (counts.get(url) ?? 0) + 1);
	const most = Math.max(...counts.values());
	return [...counts].find(([, count]) => count === most)?.[0];
}

function withoutPage({ url, ...rest }: Exhibit, page: string | undefined): Partial<Exhibit> {
	return url === page ? rest : { url, ...rest };
}

function withPage(exhibit: unknown, page: string | undefined): unknown {
	return typeof exhibit === "object" && page !== undefined ? { url: page, ...exhibit } : exhibit;
}

/** Rows of engines blocked by one line differ little. Each refers to the earlier row that shortens it most. */
function shortReach(rows: readonly ReachRow[]): readonly Members[] {
	const written = rows.map(writtenRow);
	return written.map((row, index) => {
		let [shortest, size]: [Members, number] = [row.members, sizeOf(row, row.texts.keys())];
		for (const [as, earlier] of written.slice(0, index).entries()) {
			const names = differing(row, earlier);
			const length = names ? sizeOf(row, names) + `"as":${as},`.length : size;
			if (names && length < size) [shortest, size] = [leaning(row, as, names), length];
		}
		return shortest;
	});
}

/** A row with its texts precomputed, because each is compared with all earlier ones. */
interface WrittenRow {
	readonly members: Members;
	/** Names of its members, joined. */
	readonly names: string;
	readonly texts: ReadonlyMap<string, string>;
}

function writtenRow(row: ReachRow): WrittenRow {
	const members: Members = row;
	const filled = Object.keys(row).filter((name) => members[name] !== undefined);
	const texts = new Map(filled.map((name) => [name, textOf(members[name])]));
	return { members, names: filled.toSorted().join(), texts };
}

/** Foreign rows may contain anything. */
function longReach(rows: readonly unknown[]): readonly unknown[] {
	const long: unknown[] = [];
	for (const row of rows) {
		const { as, ...own }: Members = isMembers(row) ? row : {};
		const earlier = typeof as === "number" ? long[as] : undefined;
		long.push(isMembers(earlier) ? { ...earlier, ...own } : row);
	}
	return long;
}

/** Members that differ; undefined if the rows do not have the same members, so that the row is written in full. */
function differing(row: WrittenRow, earlier: WrittenRow): readonly string[] | undefined {
	if (row.names !== earlier.names) return undefined;
	return [...row.texts.keys()].filter((name) => row.texts.get(name) !== earlier.texts.get(name));
}

function leaning({ members }: WrittenRow, as: number, names: readonly string[]): Members {
	return { as, ...Object.fromEntries(names.map((name) => [name, members[name]])) };
}

/** The only object among a row's members is an exhibit. */
function textOf(value: unknown): string {
	return isMembers(value)
		? JSON.stringify({ url: value.url, at: value.at, excerpt: value.excerpt })
		: JSON.stringify(value);
}

/** Size of these members as JSON, with their commas. */
function sizeOf({ texts }: WrittenRow, names: Iterable<string>): number {
	let size = 0;
	for (const name of names) size += `"${name}":,`.length + (texts.get(name)?.length ?? 0);
	return size;
}

function isMembers(value: unknown): value is Members {
	return typeof value === "object" && value !== null;
}
