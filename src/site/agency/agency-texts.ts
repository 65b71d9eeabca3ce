import { PRODUCT } from "#core/brand.ts";

export const AGENCY_BLOCK_TEXTS = {
	preparedByName: (name: string) => `Prepared by ${name}`,
	preparedBy: "Prepared by",
	independence: (product: string) => `The score and the findings are ${PRODUCT}'s: ${product} cannot change them.`,
	check: "Check receipt `{id}`",
} as const;
