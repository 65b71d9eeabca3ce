import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#core/language.ts";
import { BARRIERS } from "#rehearsal/barriers.ts";
import { buildBrief } from "#site/brief/brief.ts";
import { briefContent, briefMarkdown } from "#site/brief/brief-content.ts";
import { headingIn } from "#site/brief/check-texts-in.ts";
import { loadLanguage } from "#site/brief/languages.ts";
import { rehearsalSentence } from "#site/brief/translated-receipt.ts";
import { everyAudit } from "./shown-audits.ts";

const BASE = "https://audit.example.com";
const examples = (await everyAudit()).map(({ stored }) => stored);
/** Words that no sentence in English does without for long, and none of the other languages has. */
const ENGLISH = /(?<![\w-])(?:the|of|is|are|and|not|with|which|this|that|has|have|from|your)(?![\w-])/i;

/** Without what is quoted: code, addresses, and the names that others have given. */
function ownWords(markdown: string): string[] {
	return markdown
		.replace(/(`+)(?!`).*?[^`]\1(?!`)/gs, "")
		.replace(/„[^“]*“|«[^»]*»|\{".*?\}|"[^"]*"/g, "")
		.replace(/<?https?:\/\/\S+/g, "")
		.replace(/Content-(?:Signal|Usage): [^“”«»]*/g, "")
		.split("\n");
}

describe.each(LANGUAGES.filter((lang) => lang !== "en"))("a brief in %s", async (lang) => {
	const words = await loadLanguage(lang);
	const briefs = examples.map((stored) => ({ stored, brief: buildBrief(stored, { baseUrl: BASE, lang }) }));

	it("knows the heading of every fault", () => {
		const unknown = examples.flatMap(({ receipt }) =>
			receipt.findings.flatMap(({ id, title }) => (headingIn(title, words) === undefined ? [`${id}: ${title}`] : [])),
		);
		expect([...new Set(unknown)]).toEqual([]);
	});

	it("has no English except quotations", () => {
		const found = briefs.flatMap(({ brief }) =>
			ownWords(briefMarkdown(briefContent(brief, "logged"))).filter((line) => ENGLISH.test(line)),
		);
		expect([...new Set(found)]).toEqual([]);
	});

	it("translates every result, including passes and unknowns", () => {
		const missing = briefs.flatMap(({ brief }) =>
			brief.findings.flatMap(({ id, english = {} }) => Object.values(english).map((sentence) => `${id}: ${sentence}`)),
		);
		expect([...new Set(missing)]).toEqual([]);
	});

	it("names each place of the evidence", () => {
		const places = examples.flatMap(({ receipt }) => receipt.findings.flatMap(({ evidence }) => evidence));
		const left = places.flatMap(({ at = "" }) =>
			/^[a-z][a-z ]*( \d|$)/.test(at) && words.position(at) === at ? [at] : [],
		);
		expect([...new Set(left)]).toEqual([]);
	});

	it("fills every placeholder", () => {
		const found = briefs.flatMap(({ brief }) =>
			brief.findings.flatMap(({ says, fix = "" }) =>
				[says, fix].filter((text) => /\{\w+(?::[^{}"]*\|[^{}]*)?\}|\bundefined\b/.test(text)),
			),
		);
		expect([...new Set(found)]).toEqual([]);
	});

	it("says what stops an agent, with or without a name, and how to fix it", () => {
		const missing = Object.entries(BARRIERS).flatMap(([id, { says, fix }]) => {
			const said = [`“Send us the form”`, "It"].map((name) =>
				says.replaceAll("“{name}”", name).replaceAll("{role}", "textbox").replaceAll("{detail}", "div.cookie-note"),
			);
			return [...said, fix]
				.filter((sentence) => {
					const shown = rehearsalSentence(sentence, words);
					return shown === "" || ownWords(shown).some((line) => ENGLISH.test(line));
				})
				.map((sentence) => `${id}: ${sentence}`);
		});
		expect(missing).toEqual([]);
	});

	it("says what each engine may do, and what each pillar rests on", () => {
		for (const { brief } of briefs) {
			for (const { says, name } of brief.reach ?? []) expect(says, name).not.toBe("");
			if (brief.ok) for (const { summary, key } of brief.pillars) expect(summary, key).not.toBe("");
			for (const { says, key } of brief.notApplicable) expect(says, key).not.toBe("");
		}
	});

	it("keeps places and excerpts, and the receipt's text if the translation says less", () => {
		for (const { stored, brief } of briefs) {
			const kept = new Map(stored.receipt.findings.map((finding) => [finding.id, finding]));
			for (const { id, evidence, english, says } of brief.findings) {
				expect(evidence).toEqual(kept.get(id)?.evidence);
				if (english?.says !== undefined) expect(english.says).toBe(kept.get(id)?.says);
				// "example.com: 2450 USD." is the same in each language.
				else if (ENGLISH.test(kept.get(id)?.says ?? "")) expect(says).not.toBe(kept.get(id)?.says);
			}
		}
	});
});
