import type { AgencyBrand } from "#core/agency/agency.ts";

/** `styles/agency.css` uses it in the agency's own block. */
export function agencyStyleSheet({ colors }: Pick<AgencyBrand, "colors">): string {
	return colors ? `:root{--agency-accent:${colors.accent};--agency-ink:${colors.ink}}\n` : "";
}

export const AGENCY_FILE_TYPES = {
	css: "text/css; charset=utf-8",
	png: "image/png",
} as const;
