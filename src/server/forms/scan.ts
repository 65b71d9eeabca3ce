import * as z from "zod";
import { isFailure } from "#core/failure.ts";
import { AUDIT_MODES } from "#core/preset.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { parseTarget, TARGET_MAX_LENGTH, type Target } from "#core/target.ts";
import { ADVICE } from "#site/brief/texts.ts";
import type { FormFault } from "#site/form/form-view.ts";
import { UNAUDITED, waitWords } from "#site/scan/scan.ts";
import type { AuditCaller } from "../api/live-app.ts";
import { atField, FieldFailure, problemKind, rejectionFor } from "../api/problems.ts";
import { accountKey } from "../caller/identify.ts";
import { defineForm, type FormCall, type FormResult } from "./form.ts";

const address = z.string("Enter a site's address.").max(TARGET_MAX_LENGTH, "Use at most 2,048 characters.");

export const scanForm = defineForm({
	page: "/scan",
	name: "scan",
	access: "anyone",
	quota: "audit",
	extraCost: ({ mode }) => (mode === "deep" ? 2 : 0),
	input: z.object({ url: address, mode: z.enum(AUDIT_MODES, "Choose how much to read.").default("light") }),
	async handle({ url, mode }, call): Promise<FormResult> {
		const caller = callerOf(call);
		const asked = atField("#/url", async () => call.app.audit({ target: parseTarget(url), mode }, caller));
		const answered = await asked.catch(waitFault);
		if ("faults" in answered) return answered;
		const { stored, place } = answered.audit;
		if (place.state === "unsaved") return { faults: [{ field: "url", says: unsavedWords(stored) }] };
		if (call.account) await call.people.audits.record(call.account.id, answered.audit);
		return { see: await pageOf(stored, call) };
	},
});

/** Prefers a watched site's own brief, and a light audit to a deep one. */
async function pageOf({ id, receipt: { domain, mode } }: StoredReceipt, { app }: FormCall): Promise<`/${string}`> {
	const host = encodeURIComponent(domain);
	if ((await app.shownAt(domain)) === id) return `/brief/${host}/`;
	return mode === "light" ? `/share/${host}/${id}/` : `/receipts/${id}/`;
}

function unsavedWords({ receipt: { failure } }: StoredReceipt): string {
	return failure ? `${failure.says} ${ADVICE[failure.code]}` : UNAUDITED;
}

function callerOf({ account, addressKey, requestId, signal }: FormCall): AuditCaller {
	return { identity: { key: account ? accountKey(account.id) : addressKey }, addressKey, requestId, signal };
}

/** Seconds to wait if the server is overloaded or restarting. @throws any other error */
function waitFault(error: unknown): Extract<FormResult, { faults: unknown }> {
	const { code, parts } = rejectionFor(error);
	if (code !== "overloaded" && code !== "shutting-down") throw error;
	const { meaning, retryAfterSeconds = 0 } = problemKind(code);
	const seconds = Number(parts.headers?.["Retry-After"] ?? retryAfterSeconds);
	return { faults: [{ says: `${meaning} ${waitWords(seconds)}` }] };
}

type Field = "a" | "b";

export const compareForm = defineForm({
	page: "/compare",
	name: "compare",
	access: "anyone",
	quota: "audit",
	extraCost: () => 1,
	input: z.object({ a: address, b: address }),
	async handle({ a, b }, call): Promise<FormResult> {
		const [targetA, targetB] = await Promise.all([readTarget("a", a), readTarget("b", b)]);
		if (isFault(targetA) || isFault(targetB)) return { faults: [targetA, targetB].filter(isFault) };
		if (targetA.host === targetB.host) {
			const says = `Both fields have ${targetA.host}. Enter 2 different sites.`;
			return { faults: [{ field: "b", says }] };
		}
		const [sideA, sideB] = await Promise.all([auditSide("a", targetA, call), auditSide("b", targetB, call)]);
		if (typeof sideA !== "string" || typeof sideB !== "string")
			return { faults: [sideA, sideB].flatMap((side) => (typeof side === "string" ? [] : side)) };
		// Names receipts, because a watched site's newest audit may be a deep one.
		const made = { a: targetA.host, b: targetB.host, receiptA: sideA, receiptB: sideB };
		return { see: `/compare/?${new URLSearchParams(made)}` };
	},
});

function isFault(read: Target | FormFault): read is FormFault {
	return "says" in read;
}

/** Returns faults instead of throwing, so that both fields can show theirs. */
async function readTarget(field: Field, typed: string): Promise<Target | FormFault> {
	try {
		return await atField(`#/${field}`, async () => parseTarget(typed));
	} catch (error) {
		if (!(error instanceof FieldFailure)) throw error;
		return { field, says: error.message };
	}
}

/** @returns id of the receipt, or faults */
async function auditSide(field: Field, target: Target, call: FormCall): Promise<string | readonly FormFault[]> {
	try {
		const { audit } = await call.app.audit({ target, mode: "light" }, callerOf(call));
		return audit.place.state === "unsaved"
			? [{ field, says: `${target.displayHost}: ${unsavedWords(audit.stored)}` }]
			: audit.stored.id;
	} catch (error) {
		if (isFailure(error) && ["target-blocked", "removal-asked", "target-invalid"].includes(error.code))
			return [{ field, says: error.message }];
		return waitFault(error).faults;
	}
}
