import { expect, test } from "vitest";
import { samplePicture } from "#site/proof/proof-picture.testkit.ts";
import type { Examination } from "./examine-proof.ts";
import { verdictOf } from "./proof-panel.ts";

const examined = (parts: Partial<Examination> = {}): Examination => ({
	leaf: { kind: "audit", receipt: "1".repeat(64), auditedAt: "2026-11-20T02:00:00.000Z" },
	picture: samplePicture(),
	faults: [],
	...parts,
});

test("with all links checked, the verdict is verified and lists what was computed", () => {
	const { kind, title, says } = verdictOf(examined());
	expect([kind, title]).toEqual(["verified", "Verified in your browser."]);
	expect(says).toContain("leaf 1 of 3 leaves leads to the root in 2 steps");
});

test("without the receipt, the verdict is about the entry only", () => {
	const picture = samplePicture({ receipt: { id: "1".repeat(64), state: "open" } });
	const { kind, title, says } = verdictOf(examined({ picture }));
	expect([kind, title]).toEqual(["verified", "The entry is in the log."]);
	expect(says).toContain("did not read the receipt itself");
});

test("with an unchecked signature, the verdict is never verified", () => {
	const { kind, says } = verdictOf(examined({ unable: "This browser cannot." }));
	expect(kind).toBe("partly");
	expect(says).toContain("This browser cannot.");
});

test.each([
	["receipt", "Not verified. The receipt's bytes do not match."],
	["step-12", "Not verified. Step 12 does not match."],
	["signature", "Not verified. The signature is wrong."],
] as const)("a fault of %s is named, whatever else could not be checked", (link, title) => {
	const verdict = verdictOf(examined({ faults: [{ link, says: "Why." }], unable: "This browser cannot." }));
	expect(verdict).toEqual({ kind: "wrong", title, says: "Why." });
});
