import { load } from "cheerio/slim";
import { expect, test } from "vitest";
import { samplePicture } from "./proof-picture.testkit.ts";
import { proofPictureHtml, proofSentencesHtml } from "./proof-picture-html.ts";

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

test("each step has its two hashes in order, and which of them was given", () => {
	const boxes = boxesOf(proofPictureHtml(samplePicture()));
	expect(boxes).toEqual(["1", "entry", "given a", "b", "c", "given d", "e", "e"]);
});

test("each hash in a box stands whole in what opens below a box", () => {
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

test("the lines lead to the column in which the next hash stands", () => {
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

test("a root that is not the signed one is shown beside it", () => {
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

test("what comes from a reader's file stays text, and no inline style needs another policy", () => {
	const checkpoint = { origin: HOSTILE, signer: HOSTILE, state: "wrong" } as const;
	const picture = samplePicture({ checkpoint, entry: { text: HOSTILE, leafHash: "b", state: "checked" } });
	for (const html of [proofPictureHtml(picture), proofSentencesHtml(picture)]) {
		expect(html).not.toMatch(/<script|<img|\sstyle=|\son\w+="/);
		expect(html).toContain("&lt;script&gt;");
	}
});

test("in words: one sentence for each link, with whole hashes and its state", () => {
	const html = proofSentencesHtml(samplePicture());
	expect(load(html)("li")).toHaveLength(6);
	expect(html).toContain(
		`Step 1: the proof gives ${"a".repeat(64)} for leaf 0. SHA-256 of a byte 01, that hash and the one so far is ${"c".repeat(64)}.`,
	);
	expect(html).toContain(`SHA-256 of a byte 01, the one so far and that hash is ${"e".repeat(64)}.`);
	const wrong = samplePicture({ root: { computed: "e".repeat(64), signed: "f".repeat(64), state: "wrong" } });
	expect(proofSentencesHtml(wrong)).toMatch(/but the checkpoint names f{64}\. <span class="quiet">\(wrong\)/);
});
