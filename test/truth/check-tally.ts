import type { BarrierKind } from "#evidence/page-digest.ts";

/** Number of a judge's cases for a check, and of agreements. */
export interface CheckAgreement {
	readonly cases: number;
	readonly agreed: number;
}

/** By check: one case of a judge may speak of several. */
export function tallyByCheck(
	cases: readonly { readonly checks: readonly string[]; readonly agreed: boolean }[],
): ReadonlyMap<string, CheckAgreement> {
	const tally = new Map<string, CheckAgreement>();
	for (const { checks, agreed } of cases) {
		for (const id of checks) {
			const before = tally.get(id) ?? { cases: 0, agreed: 0 };
			tally.set(id, { cases: before.cases + 1, agreed: before.agreed + Number(agreed) });
		}
	}
	return tally;
}

/** The check that counts a barrier. */
export const CHECK_OF_BARRIER: Readonly<Record<BarrierKind, string>> = {
	"link-name": "control-names",
	"button-name": "control-names",
	"image-button-name": "control-names",
	"menuitem-name": "control-names",
	"summary-name": "control-names",
	"heading-name": "heading-outline",
	"image-name": "alt",
	"svg-name": "alt",
	"object-name": "alt",
	"field-name": "form-labels",
	"group-unnamed": "form-labels",
	"frame-name": "frames",
	"role-unknown": "aria-valid",
	"aria-attribute-unknown": "aria-valid",
	"aria-value-invalid": "aria-valid",
	"aria-required-missing": "aria-valid",
	"aria-not-permitted": "aria-valid",
	"role-context": "aria-valid",
	"decorative-exposed": "aria-valid",
	"aria-hidden-focusable": "aria-hidden-focus",
	"aria-hidden-body": "aria-hidden-focus",
	"id-duplicate": "duplicate-id-refs",
	"id-missing": "duplicate-id-refs",
	"click-without-control": "native-controls",
	"tabindex-positive": "tabindex",
	"moving-text": "moving-text",
	"autocomplete-invalid": "autocomplete",
	"list-structure": "lists",
	"table-headers": "tables",
	"table-no-header": "tables",
	"table-header-empty": "tables",
	"lang-invalid": "lang",
	"landmark-unlabelled": "landmarks",
};
