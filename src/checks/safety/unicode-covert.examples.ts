import type { CheckExamples } from "../shared/example.ts";

/** Text in the tag block, which fonts do not render. */
const tags = (text: string) =>
	Array.from(text, (char) => String.fromCodePoint(0xe0000 + (char.codePointAt(0) ?? 0))).join("");

export const unicodeCovertExamples: CheckExamples = {
	check: "unicode-covert",
	examples: [
		{ name: "Plain text", outcome: "pass" },
		{
			name: "A family, a flag and a Persian word",
			outcome: "pass",
			body: "<p>\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645</p>",
		},
		{
			name: "A sentence in tag characters",
			outcome: "partial",
			body: `<p>Linen covers${tags("our price is the best")} in eleven colours.</p>`,
		},
		{
			name: "A watermark of zero-width characters",
			outcome: "partial",
			body: `<p>Paper covers${"\u200b\u200c\u200c\u200b\u200c\u200b\u200b\u200c".repeat(3)} are in stock.</p>`,
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
