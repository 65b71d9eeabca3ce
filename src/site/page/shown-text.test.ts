import { expect, it } from "vitest";
import { buildBrief } from "../brief/brief.ts";
import { readyReceipt, store } from "../publication/receipt.testkit.ts";
import { shownBrief, shownText } from "./shown-text.ts";

const HOSTILE = "a\u202egro.elpmaxe\u2066\u200b\u200f";

it("takes out what turns or hides, and leaves what scripts need", () => {
	expect(shownText(`The title is “${HOSTILE}”.`)).toBe("The title is “agro.elpmaxe”.");
	expect(shownText("می\u200cخواهم क्\u200dष 👩\u200d💻 שלום")).toBe("می\u200cخواهم क्\u200dष 👩\u200d💻 שלום");
});

it("a brief is printed without them; what its findings rest on stays as it was seen, and so does the receipt", () => {
	const ready = readyReceipt();
	const findings = ready.findings.map((finding) => ({
		...finding,
		says: HOSTILE,
		fix: HOSTILE,
		evidence: [{ url: "https://www.example.org/", excerpt: HOSTILE }],
	}));
	const gates = [{ id: "noindex", cap: 40, says: HOSTILE }] as const;
	const answers = { url: "x", answers: [{ check: "alt", reason: HOSTILE }], faults: [HOSTILE] };
	const stored = store("a", { ...ready, findings, gates: [...gates], answers });
	const brief = shownBrief(buildBrief(stored, { baseUrl: "https://a.example" }));
	const { findings: shown, ...rest } = brief;
	expect(JSON.stringify(rest)).not.toMatch(/[\u202e\u2066\u200b]/);
	for (const { says, fix, evidence } of shown) {
		expect([says, fix]).toEqual(["agro.elpmaxe", "agro.elpmaxe"]);
		expect(evidence[0]?.excerpt).toBe(HOSTILE);
	}
	expect(stored.receipt.findings[0]?.says).toBe(HOSTILE);
});
