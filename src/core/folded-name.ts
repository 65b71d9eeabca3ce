const SIGNS = {
	"": /[^\p{L}\p{N}\p{M}]+/gu,
	"-": /[^\p{L}\p{N}\p{M}-]+/gu,
	".": /[^\p{L}\p{N}\p{M}.]+/gu,
} as const;
const LETTERS: Readonly<Record<string, string>> = { ı: "i", ß: "ss", ø: "o", æ: "ae", đ: "d", ł: "l" };

/** Normalizes a name for our word lists: lower case, no accents, punctuation other than `kept` as one space. */
export function foldedName(name: string, kept: keyof typeof SIGNS = ""): string {
	return name
		.normalize("NFKD")
		.replace(/[\u0300-\u036f]/gu, "")
		.normalize("NFC")
		.toLowerCase()
		.replace(/[ıßøæđł]/g, (letter) => LETTERS[letter] ?? letter)
		.replace(SIGNS[kept], " ")
		.trim();
}
