import * as z from "zod";
import { sha256Hex } from "../bytes.ts";
import { Failure } from "../failure.ts";
import { canonicalJson, parseJson } from "../json-object.ts";
import { type AccessBot, accessReportSchema } from "./access-report.ts";

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** The file is canonical JSON (RFC 8785); its SHA-256 is the id. Contains no log lines. */
const accessReceiptSchema = z.strictObject({
	kind: z.literal("sightline-access-receipt"),
	v: z.literal(1),
	/** Time of reading; later requests come from a wrong clock. */
	readAt: z.iso.datetime({ precision: 3 }),
	/** In reading order: HMAC-SHA-256 of each file with the owner's key. */
	logs: z.array(z.strictObject({ name: z.string().max(200), hmac: digest })),
	/** Prefix of the key's SHA-256, so that the owner can identify the key. */
	key: z.string().regex(/^[0-9a-f]{16}$/),
	report: accessReportSchema,
});
export type AccessReceipt = z.infer<typeof accessReceiptSchema>;

export function accessReceiptText(receipt: AccessReceipt): string {
	return canonicalJson(receipt);
}

export function isAccessReceipt(text: string): boolean {
	const value = parseJson(text);
	return typeof value === "object" && value !== null && "kind" in value && value.kind === "sightline-access-receipt";
}

export interface ReadAccessReceipt {
	readonly id: string;
	readonly receipt: AccessReceipt;
	/** Sentences; empty if consistent. */
	readonly faults: readonly string[];
}

/** @throws Failure `receipt-invalid` unless it is an access receipt in canonical form */
export async function readAccessReceipt(text: string, name: string): Promise<ReadAccessReceipt> {
	const read = accessReceiptSchema.safeParse(parseJson(text));
	const refused = (why: string) =>
		new Failure("receipt-invalid", {
			what: `${name} is not an access receipt.`,
			why,
			todo: "Make it again from the logs with sightline logs --receipt.",
		});
	if (!read.success) throw refused(`${read.error.issues[0]?.path.join(".") ?? "It"} is not valid.`);
	if (canonicalJson(read.data) !== text) throw refused("It was changed: its text is not the canonical form.");
	return { id: await sha256Hex(text), receipt: read.data, faults: faultsOf(read.data) };
}

/** Checks that the numbers are consistent. */
function faultsOf({ report, logs }: AccessReceipt): string[] {
	const { bots, lines } = report;
	const faults = bots.flatMap(dayFaults);
	const named = bots.reduce((all, bot) => all + requestsOf(bot), 0);
	const counted = named + report.people + report.programs + lines.unread + lines.otherHosts;
	if (counted > lines.read) faults.push(`It counts ${counted} requests in ${lines.read} lines.`);
	const sums = report.logs.reduce((all, log) => all + log.lines, 0);
	if (sums !== lines.read) faults.push("The lines of its logs do not add up.");
	if (logs.length !== report.logs.length) faults.push("It has digests of other logs than it counts.");
	return faults;
}

function requestsOf({ verified, spoofed, unverifiable }: AccessBot): number {
	return [verified, spoofed, unverifiable].reduce((all, part) => all + (part?.requests ?? 0), 0);
}

function dayFaults({ token, days, verified, ...others }: AccessBot): string[] {
	const sum = days.reduce((all, day) => all + day.verified + day.spoofed + day.unverifiable, 0);
	const all = requestsOf({ token, days, verified, ...others } as AccessBot);
	const answers = verified
		? verified.ok +
			verified.redirects +
			verified.forbidden +
			verified.limited +
			verified.clientErrors +
			verified.serverErrors
		: 0;
	const isOdd = days.some(
		(day) => day.ok + day.redirects + day.refused + day.clientErrors + day.failed !== day.verified,
	);
	return [
		...(isOdd ? [`The answers to ${token} on a day do not add up.`] : []),
		...(sum > all ? [`The days of ${token} have more requests than all of them.`] : []),
		...(verified && answers !== verified.requests ? [`The answers to ${token} do not add up.`] : []),
	];
}
