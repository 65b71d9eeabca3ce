import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { markdownToHtml } from "satteri";
import { describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { HOSTILE_TEXTS, listedHostileTexts } from "../badge/hostile-text.testkit.ts";
import { makeFinding, makeReceipt, store } from "../publication/receipt.testkit.ts";
import { buildBrief } from "./brief.ts";
import { briefHtml } from "./brief-html.ts";
import { briefTwin } from "./brief-twin.ts";

/** Of the published lists every fortieth text; all of them, in half a minute, where the whole is asked for. */
const EACH = FULL ? 1 : 40;
const LINKING = "pay at www.evil.example/pay or https://evil.example or _www.evil.example, mail a@evil.example";
const TEXTS = [LINKING, ...HOSTILE_TEXTS, ...listedHostileTexts().filter((_, index) => index % EACH === 0)];

/** A brief of a site with this text in every place. */
function briefOf(text: string) {
	const because = { url: `https://www.example.org/${text}`, at: text, excerpt: text };
	const parts = { outcome: "fail", says: text, fix: text, title: text, lift: 2, evidence: [because] } as const;
	const receipt = makeReceipt({
		findings: ["title", "canonical", "alt", "lang", "https", "sitemap"].map((id) =>
			makeFinding(id, "discovery", { ...parts, evidence: [because] }),
		),
		reach: [{ name: "Google", kind: "search", state: "blocked", says: text, because }],
		seen: { title: text, description: text, text, types: [text], lang: text },
		preset: { key: "general", says: text },
	});
	return buildBrief(store("a", receipt), { baseUrl: "https://sightline.test", agencyName: text });
}

/** Every element with the names of its attributes, in order; a code span changes nothing. */
function skeleton(html: string): string {
	const names: string[] = [];
	const visit = (node: DefaultTreeAdapterTypes.Node): void => {
		if ("tagName" in node && (node.tagName !== "code" || node.attrs.length > 0))
			names.push(`${node.tagName} ${node.attrs.map(({ name }) => name).join(" ")}`);
		if ("childNodes" in node) for (const child of node.childNodes) visit(child);
	};
	visit(parse(html));
	return names.join("\n");
}

/** As it is rendered where addresses become links by themselves. */
function markup(markdown: string): string {
	return skeleton(markdownToHtml(markdown, { features: { gfm: true } }).html);
}

describe("what a site wrote", () => {
	const harmless = briefOf("harmless");
	const wanted = {
		html: skeleton(briefHtml(harmless, "")),
		markdown: markup(briefTwin(harmless, "md")),
	};

	it(`never changes the structure of a brief (${TEXTS.length} texts)`, () => {
		for (const text of TEXTS) {
			// A text with nothing visible is left out like a missing one.
			if (!/[^\p{Cc}\p{Cf}\p{Cs}\p{Cn}\s]/u.test(text)) continue;
			const brief = briefOf(text);
			expect(skeleton(briefHtml(brief, "")), text).toBe(wanted.html);
			expect(markup(briefTwin(brief, "md")), text).toBe(wanted.markdown);
			expect(JSON.parse(briefTwin(brief, "json")).clientDomain, text).toBe(harmless.clientDomain);
		}
	});
});
