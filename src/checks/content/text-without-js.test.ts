import { expect, test } from "vitest";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageDigest } from "#evidence/page-digest.ts";
import { aPage, ask, aText, found } from "../page.testkit.ts";
import { textWithoutJs } from "./text-without-js.ts";

const ROOT = { at: "line 9, column 3", excerpt: '<div id="root"></div>' };
const BLOCK = { at: "line 3, column 1", excerpt: "{}", ok: true };

interface Case {
	readonly visible: number;
	readonly scripts: number;
	readonly idleScripts?: number;
	readonly start?: string;
	readonly appRoot?: PageDigest["appRoot"];
	readonly blocks?: PageDigest["jsonLd"]["blocks"];
}

function pageOf({ visible, scripts, idleScripts, start = "Hello", appRoot = null, blocks = [] }: Case) {
	const plain = aPage().digest;
	return aPage({
		digest: {
			text: aText({ visible, main: visible, start }),
			appRoot,
			jsonLd: { blocks, nodes: [] },
			counts: { ...plain.counts, scripts, idleScripts },
		},
	});
}

test.each<[string, Case, string]>([
	["an ordinary page", { visible: 3000, scripts: 5 }, "pass"],
	["exactly enough", { visible: 500, scripts: 5 }, "pass"],
	["a rendered app", { visible: 3000, scripts: 5, appRoot: ROOT }, "pass"],
	["a short page without scripts is no shell", { visible: 120, scripts: 0 }, "pass"],
	["nor is one whose only script is JSON-LD", { visible: 120, scripts: 1, blocks: [BLOCK] }, "pass"],
	["little text and scripts", { visible: 300, scripts: 3 }, "partial"],
	["a frame with a little text", { visible: 300, scripts: 1, appRoot: ROOT }, "partial"],
	["a whole short page that only counts its visits", { visible: 224, scripts: 2, idleScripts: 2 }, "pass"],
	["the same with a program", { visible: 224, scripts: 3, idleScripts: 2 }, "partial"],
	["a Japanese page", { visible: 271, scripts: 3, start: "本を綴じる".repeat(54) }, "pass"],
	["a Korean page", { visible: 271, scripts: 3, start: "책을 엮는다 ".repeat(38) }, "pass"],
	["a Japanese notice", { visible: 20, scripts: 3, start: "読み込み中です".repeat(2) }, "fail"],
	["text, but next to nothing", { visible: 79, scripts: 1 }, "fail"],
	["a little more", { visible: 80, scripts: 1 }, "partial"],
	["no text, scripts, no known frame", { visible: 0, scripts: 3 }, "fail"],
	["no text and no scripts", { visible: 0, scripts: 0 }, "fail"],
	["an empty frame", { visible: 0, scripts: 1, appRoot: ROOT }, "fail"],
	["a frame with a loading notice", { visible: 199, scripts: 1, appRoot: ROOT }, "fail"],
])("%s", (_, given, outcome) => {
	const verdict = ask(textWithoutJs, {}, pageOf(given));
	expect(verdict.outcome).toBe(outcome);
	expect(verdict.says).toContain(`contains ${given.visible} characters`);
});

test("a short inner page is complete with a heading and without an empty frame", () => {
	const inner = (given: Partial<Case>, headings = aPage().digest.headings) => {
		const page = pageOf({ visible: 300, scripts: 3, ...given });
		return { ...page, url: "https://example.com/faq", digest: { ...page.digest, headings } };
	};
	const outcome = (page: Page) => ask(textWithoutJs, { home: found(aPage()) }, page).outcome;
	expect(outcome(inner({}))).toBe("pass");
	expect(outcome(inner({}, []))).toBe("partial");
	expect(outcome(inner({ appRoot: ROOT }))).toBe("partial");
	expect(outcome(inner({ visible: 60 }))).toBe("fail");
});

test("shows the empty frame", () => {
	expect(ask(textWithoutJs, {}, pageOf({ visible: 0, scripts: 1, appRoot: ROOT }))).toMatchObject({
		fix: 'Send <div id="root"></div> with its content already rendered.',
		exhibits: [ROOT],
	});
});
