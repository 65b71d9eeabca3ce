import * as z from "zod";
import { isFailure } from "#core/failure.ts";
import { parseTarget, TARGET_MAX_LENGTH, type Target } from "#core/target.ts";
import { COMPARE_TEXTS } from "#site/compare/comparison-view.ts";
import type { FormFault } from "#site/form/form-view.ts";
import { atField, FieldFailure } from "../../api/problems.ts";
import { defineForm, type FormCall, type FormResult } from "../form.ts";
import { callerOf, waitFault } from "./form-audit.ts";
import { unsavedWords } from "./scan.ts";

const TEXTS = COMPARE_TEXTS.form;
const address = z.string(TEXTS.missing).max(TARGET_MAX_LENGTH, TEXTS.tooLong);

type Field = "a" | "b";

/** Audits two sites, and leads to their comparison. */
export const compareForm = defineForm({
	page: "/compare",
	name: "compare",
	access: "anybody",
	quota: "audit",
	extraCost: () => 1,
	input: z.object({ a: address, b: address }),
	async handle({ a, b }, call): Promise<FormResult> {
		const [targetA, targetB] = await Promise.all([readTarget("a", a), readTarget("b", b)]);
		if (isFault(targetA) || isFault(targetB)) return { faults: [targetA, targetB].filter(isFault) };
		if (targetA.host === targetB.host) return { faults: [{ field: "b", says: TEXTS.same(targetA.host) }] };
		const [sideA, sideB] = await Promise.all([auditSide("a", targetA, call), auditSide("b", targetB, call)]);
		if (typeof sideA !== "string" || typeof sideB !== "string")
			return { faults: [sideA, sideB].flatMap((side) => (typeof side === "string" ? [] : side)) };
		// Of a watched site the newest audit may be a deep one.
		const made = { a: targetA.host, b: targetB.host, receiptA: sideA, receiptB: sideB };
		return { see: `/compare/?${new URLSearchParams(made)}` };
	},
});

function isFault(read: Target | FormFault): read is FormFault {
	return "says" in read;
}

/** So that faults of both fields are shown together. */
async function readTarget(field: Field, typed: string): Promise<Target | FormFault> {
	try {
		return await atField(`#/${field}`, async () => parseTarget(typed));
	} catch (error) {
		if (!(error instanceof FieldFailure)) throw error;
		return { field, says: error.message };
	}
}

/** @returns id of the receipt, or why there is nothing of this side to show */
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
