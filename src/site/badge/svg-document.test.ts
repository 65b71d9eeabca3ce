import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PALETTE } from "./svg-document.ts";

const NAMES = { sunk: "paper-sunk", quiet: "ink-quiet", strong: "rule-strong" } as const;
const tokens = readFileSync(new URL("../../styles/tokens.css", import.meta.url), "utf8");

it.each(Object.entries(PALETTE))("%s is the ink of the site", (ink, { light, dark }) => {
	const token = ink in NAMES ? NAMES[ink as keyof typeof NAMES] : ink;
	expect(tokens).toContain(`--${token}: light-dark(${light}, ${dark});`);
});
