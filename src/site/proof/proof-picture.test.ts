import { load } from "cheerio/slim";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samplePicture } from "./proof-picture.testkit.ts";
import {
	coveredLeaves,
	leafCount,
	linksOf,
	proofPictureHtml,
	proofSentencesHtml,
	rangeWords,
	receiptState,
	shortHash,
	shortRange,
	stepCount,
	withState,
} from "./proof-picture.ts";

describe("the leaves covered by the hashes of a path", () => {
	test("of leaf 7 in a tree of 11, as RFC 6962 splits it", () => {
		expect(coveredLeaves(7, 11)).toEqual([
			{ from: 6, to: 7 },
			{ from: 4, to: 6 },
			{ from: 0, to: 4 },
			{ from: 8, to: 11 },
		]);
	});

	test("are all others, each once, from the leaf outwards", () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat(), (size, seed) => {
				const index = seed % size;
				let known = { from: index, to: index + 1 };
				for (const { from, to } of coveredLeaves(index, size)) {
					expect(to === known.from || from === known.to).toBe(true);
					known = { from: Math.min(from, known.from), to: Math.max(to, known.to) };
				}
				expect(known).toEqual({ from: 0, to: size });
			}),
		);
	});

	test("are none in a log of one leaf, and a missing leaf is refused", () => {
		expect(coveredLeaves(0, 1)).toEqual([]);
		for (const [index, size] of [
			[0, 0],
			[3, 3],
			[-1, 3],
		] as const)
			expect(() => coveredLeaves(index, size)).toThrow(RangeError);
	});
});

test("links are in order of computation", () => {
	const names = linksOf(samplePicture()).map(({ name }) => name);
	expect(names).toEqual(["receipt", "entry", "step-1", "step-2", "root", "signature"]);
});

test("checked links become built ones, and open ones stay", () => {
	const picture = samplePicture();
	const built = withState({ ...picture, receipt: { ...picture.receipt, state: "open" } }, "built");
	expect(linksOf(built).map(({ state }) => state)).toEqual(["open", "built", "built", "built", "built", "built"]);
});

test("counts have singular and plural", () => {
	expect([leafCount(1), leafCount(100_000)]).toEqual(["1 leaf", "100,000 leaves"]);
	expect([stepCount(0), stepCount(1), stepCount(17)]).toEqual(["0 steps", "1 step", "17 steps"]);
});

test("a range of leaves is shown inclusively", () => {
	expect([rangeWords({ from: 4, to: 5 }), rangeWords({ from: 8, to: 12 })]).toEqual(["leaf 4", "leaves 8 to 11"]);
	expect([shortRange({ from: 4, to: 5 }), shortRange({ from: 8192, to: 16384 })]).toEqual([
		"leaf 4",
		"leaves 8,192–16,383",
	]);
});

test("a short hash has its two ends", () => {
	expect(shortHash(`${"0123456789abcdef".repeat(4)}`)).toBe("01234567…cdef");
});

const place = { index: 7, origin: "log.example", since: 1011 };
const SHOWN = { shown: true, removedAt: undefined, unlisted: false };
const HIDDEN = { ...SHOWN, place, shown: false };

test("a logged receipt has its leaf and first checkpoint", () => {
	const inLog = { ...SHOWN, place };
	expect(receiptState(inLog)).toBe("Leaf 7 in the log log.example, since the checkpoint of 1,011 leaves.");
});

test("a pending receipt says so", () => {
	const state = receiptState({ ...SHOWN, place: undefined });
	expect(state).toBe("This receipt will be added at the next seal of the log.");
});

test("a hidden receipt gives the known reason and the time of removal", () => {
	const removed = receiptState({ ...HIDDEN, removedAt: "2026-11-21T10:00:00.000Z" });
	expect(removed).toContain("It was taken down on 21 November 2026, at the request of the site's owner.");
	expect(receiptState(HIDDEN)).toContain("This site does not show what it says");
});

test("a live audit's receipt is not called removed", () => {
	const state = receiptState({ ...HIDDEN, unlisted: true });
	expect(state).toContain("An unlisted audit: what it says is not published. Its leaf stays");
	expect(state).not.toContain("taken down");
});

const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>';

/** `given 1`: the boxes in the order of the document, each with the first digit of its hash. */
function boxesOf(html: string): string[] {
	const $ = load(html);
	return $("p:has(> code)")
		.toArray()
		.map((box) => {
			const [digit = "entry"] = /^[0-9a-f](?=.*…)/.exec($("code", box).text()) ?? [];
			return $(box).is("[data-given]") ? `given ${digit}` : digit;
		});
}

test("each step has its 2 hashes in order, and which one was given", () => {
	const boxes = boxesOf(proofPictureHtml(samplePicture()));
	expect(boxes).toEqual(["1", "entry", "given a", "b", "c", "given d", "e", "e"]);
});

test("each shortened hash is shown in full in the details", () => {
	const { receipt, entry, steps, root } = samplePicture();
	const $ = load(proofPictureHtml(samplePicture()));
	const whole = $("details code").text();
	const hashes = [
		receipt.id,
		entry.leafHash,
		...steps.flatMap(({ left, right, parent }) => [left, right, parent]),
		root.signed,
	];
	for (const hash of hashes) expect(whole).toContain(hash);
});

test("a given hash tells a leaf from a subtree", () => {
	const covers = { from: 4, to: 8 };
	const [step] = samplePicture().steps;
	if (!step) throw new Error("unreachable");
	const html = proofPictureHtml(samplePicture({ steps: [step, { ...step, covers }] }));
	expect(html).toContain('<p data-given="leaf"><span>given: leaf 0</span>');
	expect(html).toContain('<p data-given="subtree"><span>given: leaves 4–7</span>');
});

test("lines lead to the column of the next hash", () => {
	const $ = load(proofPictureHtml(samplePicture()));
	const targets = $("[data-to]")
		.toArray()
		.map((row) => $(row).attr("data-to"));
	expect(targets).toEqual(["middle", "right", "left", "middle", "middle", "middle"]);
});

test("a log of one leaf has no step: the leaf is the root", () => {
	const alone = proofPictureHtml(samplePicture({ index: 0, size: 1, steps: [] }));
	expect(boxesOf(alone)).toEqual(["1", "entry", "e", "e"]);
	expect(alone).toContain("Root of 1 leaf<");
});

test("every state has a word, not only a colour", () => {
	const { steps, ...rest } = samplePicture();
	const [first, second] = steps;
	if (!first || !second) throw new Error("unreachable");
	const wrong = { ...first, state: "wrong" as const };
	const $ = load(proofPictureHtml({ ...rest, steps: [wrong, { ...second, state: "open" }] }));
	const wordOf = (link: string) => $(`[data-link="${link}"] summary > .unseen`).text();
	expect(["step-1", "step-2", "root"].map(wordOf)).toEqual(["wrong", "not checked", "checked"]);
});

test("a root other than the signed one is shown beside it", () => {
	const root = { computed: "e".repeat(64), signed: "f".repeat(64), state: "wrong" } as const;
	expect(proofPictureHtml(samplePicture({ root }))).toContain(`<code>≠ ${root.signed}</code>`);
});

test("a path of 17 steps is less than 12 KB", () => {
	const [step] = samplePicture().steps;
	if (!step) throw new Error("unreachable");
	const covers = { from: 65_536, to: 99_999 };
	const steps = Array.from({ length: 17 }, () => ({ ...step, covers, state: "built" as const }));
	expect(proofPictureHtml(samplePicture({ steps })).length).toBeLessThan(12_000);
});

test("text from a reader's file is escaped, without inline styles", () => {
	const checkpoint = { origin: HOSTILE, signer: HOSTILE, state: "wrong" } as const;
	const picture = samplePicture({ checkpoint, entry: { text: HOSTILE, leafHash: "b", state: "checked" } });
	for (const html of [proofPictureHtml(picture), proofSentencesHtml(picture)]) {
		expect(html).not.toMatch(/<script|<img|\sstyle=|\son\w+="/);
		expect(html).toContain("&lt;script&gt;");
	}
});

test("each link has a sentence with full hashes and its state", () => {
	const html = proofSentencesHtml(samplePicture());
	expect(load(html)("li")).toHaveLength(6);
	expect(html).toContain(
		`Step 1: the proof gives ${"a".repeat(64)} for leaf 0. SHA-256 of a byte 01, that hash and the one so far is ${"c".repeat(64)}.`,
	);
	expect(html).toContain(`SHA-256 of a byte 01, the one so far and that hash is ${"e".repeat(64)}.`);
	const wrong = samplePicture({ root: { computed: "e".repeat(64), signed: "f".repeat(64), state: "wrong" } });
	expect(proofSentencesHtml(wrong)).toMatch(/but the checkpoint names f{64}\. <span class="quiet">\(wrong\)/);
});
