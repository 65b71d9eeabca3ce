import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { Failure } from "#core/failure.ts";
import type { Receipt } from "#core/receipt.ts";
import { spokenTime } from "#core/wording.ts";
import { readReceiptFile } from "#log/verify/material.ts";
import { openKeptEvidence } from "#receipts/watched/watched-receipts.ts";
import { type DifferenceText, differenceText } from "#site/history/difference-texts.ts";
import { differReceipts } from "#site/history/receipt-difference.ts";
import { judgedEvidence } from "#site/publication/judged-evidence.ts";
import type { Io } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { createInk, fold, type Ink, report, tame } from "./terminal.ts";

export async function run({ options, argument }: Given<"diff">, { stdout, env }: Io): Promise<ExitCode> {
	const { since, json } = options;
	if (since === undefined)
		throw new Failure("input-invalid", {
			what: "There is nothing to compare with.",
			todo: "Name the receipt of the earlier audit: --since <receipt.json>.",
		});
	const receipts = [(await readReceiptFile(since)).receipt, (await readReceiptFile(argument)).receipt];
	const [before, after] = receipts.sort((a, b) => (a.auditedAt < b.auditedAt ? -1 : 1)) as [Receipt, Receipt];
	if (before.domain !== after.domain)
		throw new Failure("input-invalid", {
			what: `${before.domain} and ${after.domain} are two domains.`,
			todo: "Name two receipts of one domain.",
		});
	const judged = await judgedEvidence(before, after, await openKeptEvidence(readEnvironment(env)));
	const text = differenceText(differReceipts(before, after, judged));
	const times = { before: before.auditedAt, after: after.auditedAt };
	const asData = `${JSON.stringify({ domain: after.domain, ...times, ...text }, null, 2)}\n`;
	stdout.write(json ? asData : differenceReport({ domain: after.domain, ...times, text }, createInk(stdout)));
	return EXIT.fine;
}

interface Difference {
	readonly domain: string;
	readonly before: string;
	readonly after: string;
	readonly text: DifferenceText;
}

export function differenceReport({ domain, before, after, text }: Difference, ink: Ink): string {
	const folded = (words: string, indent = 0) => fold(tame(words), ink.width, indent);
	const span = `${domain}, from ${spokenTime(before)} to ${spokenTime(after)}`;
	return report([
		[...folded(span).map(ink.quiet), ...folded(text.headline).map(ink.strong)],
		text.why.flatMap((sentence) => folded(sentence, 2)),
		text.notes.flatMap((note) => folded(note).map(ink.quiet)),
		text.numbers.map(({ label, before: then, after: now, change }) =>
			`  ${label}: ${now} after ${then} ${change}`.trimEnd(),
		),
		...text.groups.map(({ title, note, items }) => [
			ink.strong(title),
			...(note === undefined ? [] : folded(note, 2).map(ink.quiet)),
			...items.flatMap((item) => [
				...folded(`${item.title} (${item.id})`, 2),
				...folded(`Before: ${item.before.outcome}. ${item.before.says}`, 4).map(ink.quiet),
				...folded(`After: ${item.after.outcome}. ${item.after.says}`, 4).map(ink.quiet),
			]),
		]),
	]);
}
