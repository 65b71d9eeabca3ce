import { isInputFailure } from "#core/failure.ts";
import type { FormResult } from "../form.ts";

/** Does what a form asks; where that is refused for what was typed, the form says so beside the field. */
export async function unlessRefused(work: () => Promise<FormResult>, field?: string): Promise<FormResult> {
	try {
		return await work();
	} catch (error) {
		if (!isInputFailure(error)) throw error;
		return { faults: [{ ...(field !== undefined && { field }), says: error.message }] };
	}
}
