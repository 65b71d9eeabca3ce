/** The inks of `src/styles/tokens.css`, for pictures that leave the site: each on light and on dark ground. */
export const PALETTE = {
	paper: { light: "#fcfcfa", dark: "#131618" },
	sunk: { light: "#f2f2ee", dark: "#1c2023" },
	ink: { light: "#16191b", dark: "#e9e8e3" },
	quiet: { light: "#555b5f", dark: "#a5abae" },
	rule: { light: "#d5d6d1", dark: "#343a3d" },
	strong: { light: "#16191b", dark: "#c9c9c4" },
	track: { light: "#e3e4df", dark: "#2a2f32" },
	red: { light: "#a3270f", dark: "#ff9478" },
} as const;

export type Ink = keyof typeof PALETTE;
