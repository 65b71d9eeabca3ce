import { checkOf } from "#checks/registry.ts";
import { shortDigest, signed } from "#core/wording.ts";
import { headingIn } from "../brief/check-texts-in.ts";
import type { Words } from "../brief/languages.ts";
import { outcomeWords } from "../brief/receipt-words.ts";
import { fixIn, titleIn } from "../brief/translated-receipt.ts";
import { methodologySentence } from "../history/receipt-difference.ts";
import { markdownCell, markdownText, shownText } from "../page/page-text.ts";
import { beyondPrediction, type ProvedFault, type RepairMark, type RepairProof } from "./repair-proof.ts";

/** Plain text for page, document, Markdown and terminal. */
export interface RepairWords {
	readonly title: string;
	/** Sentences: the result, the prediction and the reasons for a difference. */
	readonly verdict: readonly string[];
	readonly agreed: readonly {
		readonly id: string;
		readonly fault: string;
		readonly who: string;
		readonly predicted: string;
		readonly result: string;
	}[];
	readonly groups: readonly {
		readonly key: string;
		readonly title: string;
		readonly note: string;
		readonly items: readonly { readonly id: string; readonly title: string; readonly says: string }[];
	}[];
	/** One line per receipt. */
	readonly receipts: readonly { readonly id: string; readonly says: string }[];
}

const GROUPS = ["fixed", "still", "added", "gone", "unknown"] as const;

export function repairWords(proof: RepairProof, words: Words): RepairWords {
	const { REPAIR_PROOF: say, WORK, filled } = words;
	const { displayDomain, agreed } = proof;
	return {
		title: filled(say.title, { site: displayDomain }),
		verdict: [scoreWords(proof, words), countWords(proof, words), ...liftWords(proof, words)].filter(Boolean),
		agreed: agreed.map((fix) => ({
			id: fix.id,
			fault: shownText(titleIn(fix, words)),
			who: fix.role === undefined ? "" : WORK[fix.role],
			predicted: String(Math.round(fix.predicted)),
			result: say.results[fix.outcome],
		})),
		groups: GROUPS.flatMap((key) => {
			const items = proof[key].map((fault) => ({
				id: fault.id,
				title: shownText(titleIn(fault, words)),
				says: faultWords(fault, words),
			}));
			const note = key in say.groupNotes ? say.groupNotes[key as keyof typeof say.groupNotes] : "";
			return items.length === 0 ? [] : [{ key, title: `${say.groups[key]} (${items.length})`, note, items }];
		}),
		receipts: [proof.from, proof.to].map((mark) => ({ id: mark.receipt, says: receiptWords(mark, proof, words) })),
	};
}

/** `Score 40 of 100 on 3 November 2026, 92 on 28 November 2026.` */
function scoreWords({ from, to }: RepairProof, { REPAIR_PROOF: say, filled, spokenBeside }: Words): string {
	const [before, now] = [spokenBeside(from.at, to.at), spokenBeside(to.at, from.at)];
	if (from.score !== undefined && to.score !== undefined)
		return filled(say.scores, { from: from.score, to: to.score, before, now });
	if (from.score !== undefined) return filled(say.noScoreNow, { from: from.score, before, now });
	return to.score === undefined
		? filled(say.noScores, { before, now })
		: filled(say.noScoreThen, { to: to.score, before, now });
}

function countWords({ fixed, still, added, gone, unknown }: RepairProof, words: Words): string {
	const { REPAIR_PROOF: say, filled, pluralOf } = words;
	const all = fixed.length + still.length + gone.length + unknown.length;
	const parts = [
		filled(pluralOf(fixed.length === 1 ? say.fixedOne : say.fixedMany, all), { fixed: fixed.length, all }),
		still.length > 0 ? filled(say.still, { count: still.length }) : "",
		gone.length > 0 ? filled(pluralOf(say.gone, gone.length), { count: gone.length }) : "",
		unknown.length > 0 ? filled(say.unknown, { count: unknown.length }) : "",
		added.length > 0 ? filled(say.added, { count: added.length }) : "",
	];
	return `${parts.filter(Boolean).join(", ")}.`;
}

/** Points within which the prediction counts as met. */
const CLOSE = 1;

function liftWords({ from, to, lift, methodology, fixed }: RepairProof, words: Words): string[] {
	const { REPAIR_PROOF: say, GAIN, digitGroups, filled, listing, pluralOf, spokenBeside } = words;
	const changed = methodology ? methodologySentence(methodology, words) : "";
	if (!lift || fixed.length === 0) return [changed];
	const points = (count: number, shown: string) => filled(pluralOf(GAIN.points, Math.abs(count)), { points: shown });
	const predicted = filled(pluralOf(lift.realised < 0 ? say.fell : say.rose, fixed.length), {
		before: spokenBeside(from.at, to.at),
		count: fixed.length,
		predicted: points(lift.predicted, digitGroups(lift.predicted)),
		points: digitGroups(Math.abs(lift.realised)),
		by: methodology ? filled(say.by, { methodology: to.methodology }) : "",
	});
	const beyond = beyondPrediction(lift);
	if (Math.abs(beyond) <= CLOSE) return [predicted, changed];
	const { besides } = lift;
	const changes = besides.map(({ id, before, after }) => {
		const title = (checkOf(id)?.title ?? id).replace(/\.$/, "");
		const check = headingIn(title, words)?.replace(/\.$/, "") ?? title;
		return filled(say.change, { check, before: outcomeIn(before, words), after: outcomeIn(after, words) });
	});
	const rest = filled(pluralOf(say.beyond, besides.length), {
		points: signedIn(beyond, words),
		count: digitGroups(besides.length),
		changes: listing(changes, 5),
	});
	return [predicted, rest, changed];
}

/** `fail`, `partial 0.4` */
function outcomeIn(given: string, words: Words): string {
	const [outcome, ratio] = given.split(" ") as [keyof Words["OUTCOMES"] & ("pass" | "fail" | "partial"), string?];
	return outcomeWords({ outcome, ...(ratio !== undefined && { ratio: Number(ratio) }) }, words);
}

function signedIn(change: number, { digitGroups }: Words): string {
	return signed(change).replace(/[\d.]+/, (digits) => digitGroups(Number(digits)));
}

function faultWords(fault: ProvedFault, words: Words): string {
	const { REPAIR_PROOF: say, WORK, digitGroups, filled, pluralOf } = words;
	const { role, lift, share } = fault;
	const fix = fixIn(fault, words);
	const parts = [
		share === undefined || share === "same" ? "" : filled(say.share, { result: say.results[share] }),
		fix === undefined ? "" : shownText(fix),
		role === undefined ? "" : filled(say.forWho, { who: WORK[role] }),
		lift > 0 ? filled(pluralOf(say.byItself, lift), { points: digitGroups(lift) }) : "",
	];
	return parts.filter(Boolean).join(" ");
}

function receiptWords(
	{ receipt, at, score, methodology, logIndex }: RepairMark,
	proof: RepairProof,
	words: Words,
): string {
	const { REPAIR_PROOF: say, filled, spokenBeside } = words;
	const { from, to } = proof;
	return filled(say.receipt, {
		when: spokenBeside(at, at === from.at ? to.at : from.at),
		score: score ?? say.noScore,
		methodology,
		receipt: shortDigest(receipt, 8),
		leaf: logIndex === undefined ? say.notLogged : filled(say.leaf, { leaf: logIndex }),
	});
}

/** @param command shell command that recomputes it */
export function repairMarkdown(proof: RepairProof, command: string, words: Words): string {
	const { title, verdict, agreed, groups, receipts } = repairWords(proof, words);
	const row = (cells: readonly string[]) => `| ${cells.map((cell) => markdownCell(markdownText(cell))).join(" | ")} |`;
	const { REPAIR_PROOF: say } = words;
	const table = [
		row([say.fault, say.who, say.predicted, say.result]),
		"| --- | --- | --- | --- |",
		...agreed.map((each) => row([each.fault, each.who, each.predicted, each.result])),
	];
	return `${[
		`# ${markdownText(title)}`,
		...verdict.map((sentence) => markdownText(sentence)),
		`## ${say.agreed}`,
		agreed.length === 0 ? say.agreedNone : table.join("\n"),
		...groups.flatMap(({ title: heading, note, items }) => [
			`## ${heading}`,
			...(note === "" ? [] : [note]),
			items.map(({ title: name, says }) => `- **${markdownText(name)}** ${markdownText(says)}`.trimEnd()).join("\n"),
		]),
		`## ${say.proof}`,
		receipts.map(({ says }) => `- ${markdownText(says)}`).join("\n"),
		say.proofSays,
		`    ${command}`,
	].join("\n\n")}\n`;
}

/** Uses the file names of a site. */
export function repairCommand(program: string, { from, to }: Pick<RepairProof, "from" | "to">): string {
	return `${program} verify ${to.receipt}.json --repair ${from.receipt}.json`;
}
