import { expect, it } from "vitest";
import { briefNotice, foundAgain, placeSentence, receiptNotice } from "./live-texts.ts";

const EARLY = "2026-11-20T02:00:00.000Z";
const LATE = "2026-12-20T02:00:00.000Z";

it("says how long a page stands", () => {
	expect(briefNotice({ slug: "example.com", expiresAt: LATE })).toBe(
		"This page is not listed anywhere; it ends on 20 December 2026 unless the site is audited again.",
	);
	expect(briefNotice({ slug: "example.com~a1b2c3d4", expiresAt: LATE })).toBe(receiptNotice(LATE));
	expect(receiptNotice(LATE)).toContain("20 December 2026 unless a further audit finds the same.");
});

it("says that the same was found again only where it was", () => {
	expect(foundAgain(EARLY, EARLY)).toBe("");
	expect(foundAgain(EARLY, LATE)).toBe("Found the same again, last on 20 December 2026.");
});

it("says where a receipt stands", () => {
	expect(placeSentence({ state: "pending" })).toBe("This receipt waits for the next seal of the log.");
	expect(placeSentence({ state: "logged", logIndex: 0 })).toBe("Leaf 0 of the log.");
});
