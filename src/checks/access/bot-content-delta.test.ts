import { expect, test } from "vitest";
import { absent, aPage, ask, aText, failed, found } from "../page.testkit.ts";
import { botContentDelta } from "./bot-content-delta.ts";

const page = (different: number, headers = {}) => {
	const fingerprint = Array.from({ length: 100 }, (_, place) => (place < different ? -1 : place));
	return found(aPage({ headers, digest: { text: aText({ fingerprint }) } }));
};

test.each([
	[0, "pass"],
	[20, "pass"],
	[21, "partial"],
	[99, "partial"],
	[100, "fail"],
])("%i of 100 places differ: %s", (different, outcome) => {
	expect(ask(botContentDelta, { home: page(0), homeAsBrowser: page(different) }).outcome).toBe(outcome);
});

test("a declared difference is not judged, by whichever answer declares it", () => {
	const vary = { vary: "Accept-Encoding, user-agent" };
	for (const [home, homeAsBrowser] of [
		[page(0, vary), page(90)],
		[page(0), page(90, vary)],
	] as const) {
		expect(ask(botContentDelta, { home, homeAsBrowser })).toMatchObject({
			outcome: "not-applicable",
			says: expect.stringContaining("Vary"),
		});
	}
	expect(ask(botContentDelta, { home: page(0, { vary: "accept-encoding" }), homeAsBrowser: page(90) }).outcome).toBe(
		"partial",
	);
});

test("a page that changes at every visit is not judged; one that was not seen again is", () => {
	const evidence = { home: page(0), homeAsBrowser: page(90) };
	expect(ask(botContentDelta, { ...evidence, homeAgain: page(50) }).outcome).toBe("not-applicable");
	expect(ask(botContentDelta, { ...evidence, homeAgain: page(5) }).outcome).toBe("partial");
	expect(ask(botContentDelta, { ...evidence, homeAgain: failed("connection-timeout") }).outcome).toBe("partial");
});

test("nothing is compared without text or an answer", () => {
	expect(ask(botContentDelta, { home: found(aPage()), homeAsBrowser: found(aPage()) }).outcome).toBe("not-applicable");
	expect(ask(botContentDelta, { home: page(0), homeAsBrowser: absent(403) }).outcome).toBe("not-applicable");
});
