import { checkOf } from "#checks/registry.ts";
import { counted, listing, plainCount, shortDigest, signed, spokenBeside } from "#core/wording.ts";
import { WORK } from "../brief/texts.ts";
import { methodologySentence } from "../history/receipt-difference.ts";
import { markdownCell, markdownText, shownText } from "../page/page-text.ts";
import {
	beyondPrediction,
	type ProvedFault,
	type RepairMark,
	type RepairOutcome,
	type RepairProof,
} from "./repair-proof.ts";

/** Plain text: page, document, Markdown and terminal lay it out alike. */
export interface RepairWords {
	readonly title: string;
	/** The result, the prediction and what explains a difference; sentences. */
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
	/** Each receipt in a line. */
	readonly receipts: readonly { readonly id: string; readonly says: string }[];
}

export const REPAIR_TEXTS = {
	kind: "Proof of repair",
	agreed: "What the brief said to fix first",
	agreedNote: "The steps of the brief of the first audit, who usually makes them, and what came of each.",
	agreedNone: "The first audit had nothing to fix.",
	fault: "Fault",
	who: "For",
	predicted: "Score after it, predicted",
	result: "Result",
	proof: "Check it yourself",
	proofSays:
		"This page is computed from the two receipts alone. Download both with their proofs and compute it again, without a network:",
} as const;

const RESULTS: Readonly<Record<RepairOutcome, string>> = {
	fixed: "Fixed",
	better: "Better, not yet fixed",
	same: "Still there",
	worse: "Worse",
	gone: "No longer applies",
	unknown: "Could not be checked",
};

const GROUPS = [
	{ key: "fixed", title: "Fixed", note: "" },
	{ key: "still", title: "Still there", note: "" },
	{ key: "added", title: "New", note: "Not there in the first audit, or it could not be checked then." },
	{ key: "gone", title: "No longer applies", note: "What these checks ask about is no longer on the site." },
	{ key: "unknown", title: "Could not be checked", note: "We could not look, so we do not say that these are fixed." },
] as const;

export function repairWords(proof: RepairProof): RepairWords {
	const { displayDomain, agreed } = proof;
	return {
		title: `${displayDomain}: what was repaired`,
		verdict: [scoreWords(proof), countWords(proof), ...liftWords(proof)].filter(Boolean),
		agreed: agreed.map(({ id, title, role, predicted, outcome }) => ({
			id,
			fault: shownText(title),
			who: role === undefined ? "" : WORK[role],
			predicted: String(Math.round(predicted)),
			result: RESULTS[outcome],
		})),
		groups: GROUPS.flatMap(({ key, title, note }) => {
			const items = proof[key].map((fault) => ({
				id: fault.id,
				title: shownText(fault.title),
				says: faultWords(fault),
			}));
			return items.length === 0 ? [] : [{ key, title: `${title} (${items.length})`, note, items }];
		}),
		receipts: [proof.from, proof.to].map((mark) => ({ id: mark.receipt, says: receiptWords(mark, proof) })),
	};
}

/** `Score 40 on 3 November 2026, 92 on 28 November 2026.` */
function scoreWords({ from, to }: RepairProof): string {
	const [then, now] = [spokenBeside(from.at, to.at), spokenBeside(to.at, from.at)];
	if (from.score === undefined || to.score === undefined)
		return `${scoreOf(from)} on ${then}, ${scoreOf(to).toLowerCase()} on ${now}.`;
	return `Score ${from.score} of 100 on ${then}, ${to.score} on ${now}.`;
}

function scoreOf({ score }: RepairMark): string {
	return score === undefined ? "No score" : `Score ${score} of 100`;
}

function countWords({ fixed, still, added, gone, unknown }: RepairProof): string {
	const before = fixed.length + still.length + gone.length + unknown.length;
	const others = [
		still.length > 0 ? `${still.length} still there` : "",
		gone.length > 0 ? `${gone.length} no longer ${gone.length === 1 ? "applies" : "apply"}` : "",
		unknown.length > 0 ? `${unknown.length} could not be checked` : "",
		added.length > 0 ? `${added.length} new` : "",
	].filter(Boolean);
	const lead = `${fixed.length} of ${plainCount(before, "fault")} ${fixed.length === 1 ? "is" : "are"} fixed`;
	return `${[lead, ...others].join(", ")}.`;
}

/** Within this the prediction holds. Points. */
const CLOSE = 1;

function liftWords({ from, to, lift, methodology, fixed }: RepairProof): string[] {
	const changed = methodology ? methodologySentence(methodology) : "";
	if (!lift) return [changed];
	const by = methodology ? `, by methodology ${to.methodology} for both audits` : "";
	const then = spokenBeside(from.at, to.at);
	const predicted = `By the audit of ${then}, fixing ${fixed.length === 1 ? "this fault" : `these ${fixed.length} faults`} adds ${plainCount(lift.predicted, "point")}; the score rose by ${lift.realised}${by}.`;
	const beyond = beyondPrediction(lift);
	if (fixed.length === 0) return [changed];
	if (Math.abs(beyond) <= CLOSE) return [predicted.replace("rose by -", "fell by "), changed];
	const { besides } = lift;
	const names = besides.map(
		({ id, before, after }) => `${(checkOf(id)?.title ?? id).replace(/\.$/, "")} (${before}, now ${after})`,
	);
	return [
		predicted.replace("rose by -", "fell by "),
		`The other ${signed(beyond)} came from ${counted(besides.length, "other change")} of the site: ${listing(names, 5)}.`,
		changed,
	];
}

function faultWords({ role, lift, fix, share }: ProvedFault): string {
	const parts = [
		share === undefined || share === "same" ? "" : `${RESULTS[share]}.`,
		fix === undefined ? "" : shownText(fix),
		role === undefined ? "" : `For: ${WORK[role]}.`,
		lift > 0 ? `${plainCount(lift, "point")} by itself.` : "",
	];
	return parts.filter(Boolean).join(" ");
}

function receiptWords({ receipt, at, score, methodology, logIndex }: RepairMark, { from, to }: RepairProof): string {
	const when = spokenBeside(at, at === from.at ? to.at : from.at);
	const leaf = logIndex === undefined ? "not in the log here" : `leaf ${logIndex} of the log`;
	return `Audit of ${when}: ${score === undefined ? "no score" : score}, methodology ${methodology}, receipt ${shortDigest(receipt, 8)}, ${leaf}.`;
}

/** @param command that recomputes it */
export function repairMarkdown(proof: RepairProof, command: string): string {
	const { title, verdict, agreed, groups, receipts } = repairWords(proof);
	const row = (cells: readonly string[]) => `| ${cells.map((cell) => markdownCell(markdownText(cell))).join(" | ")} |`;
	const { fault, who, predicted, result } = REPAIR_TEXTS;
	const table = [
		row([fault, who, predicted, result]),
		"| --- | --- | --- | --- |",
		...agreed.map((each) => row([each.fault, each.who, each.predicted, each.result])),
	];
	return `${[
		`# ${markdownText(title)}`,
		...verdict.map((sentence) => markdownText(sentence)),
		`## ${REPAIR_TEXTS.agreed}`,
		agreed.length === 0 ? REPAIR_TEXTS.agreedNone : table.join("\n"),
		...groups.flatMap(({ title: heading, note, items }) => [
			`## ${heading}`,
			...(note === "" ? [] : [note]),
			items.map(({ title: name, says }) => `- **${markdownText(name)}** ${markdownText(says)}`.trimEnd()).join("\n"),
		]),
		`## ${REPAIR_TEXTS.proof}`,
		receipts.map(({ says }) => `- ${markdownText(says)}`).join("\n"),
		REPAIR_TEXTS.proofSays,
		`    ${command}`,
	].join("\n\n")}\n`;
}

/** By the files' names as a site has them. */
export function repairCommand(program: string, { from, to }: Pick<RepairProof, "from" | "to">): string {
	return `${program} verify ${to.receipt}.json --repair ${from.receipt}.json`;
}
