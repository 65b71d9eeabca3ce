import type { Outcome } from "./format.ts";

/** The audit result, as the API answers it; with what was asked for beside it: `baseline` and `failures`. */
export function toJson({ result, comparison, failures }: Outcome): string {
	const asked = {
		...(comparison === undefined ? {} : { baseline: comparison }),
		...(failures.length === 0 ? {} : { failures }),
	};
	return `${JSON.stringify({ ...result, ...asked }, null, 2)}\n`;
}
