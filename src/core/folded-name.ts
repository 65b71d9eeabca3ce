const SIGNS = {
	"": /[^\p{L}\p{N}\p{M}]+/gu,
	"-": /[^\p{L}\p{N}\p{M}-]+/gu,
	".": /[^\p{L}\p{N}\p{M}.]+/gu,
} as const;
const LETTERS: Readonly<Record<string, string>> = { ı: "i", ß: "ss", ø: "o", æ: "ae", đ: "d", ł: "l" };

/** The name of a link or control as our lists of words have it: lower case, without accents, and one space for signs but `kept`. */
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
