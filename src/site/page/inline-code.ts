/** A stretch of a sentence, in the type of code or not. */
export interface TextPart {
	readonly text: string;
	readonly isCode: boolean;
}

/** Paragraphs of a text, split at blank lines, in which backticks mark code. */
export function inlineCode(text: string): readonly (readonly TextPart[])[] {
	return text
		.split(/\n\s*\n/)
		.map((paragraph) =>
			paragraph
				.trim()
				.split(/`([^`]*)`/)
				.map((part, at) => ({ text: part.replace(/\s*\n\s*/g, " "), isCode: at % 2 === 1 }))
				.filter(({ text: part }) => part !== ""),
		)
		.filter((parts) => parts.length > 0);
}
