import { styleText } from "node:util";

/** Colours of a terminal, or none. A stream that is no terminal, or NO_COLOR, gives plain text. */
export interface Ink {
	readonly strong: (text: string) => string;
	readonly quiet: (text: string) => string;
	readonly good: (text: string) => string;
	readonly middling: (text: string) => string;
	readonly bad: (text: string) => string;
	/** Columns to fill. */
	readonly width: number;
}

const PLAIN_WIDTH = 88;
const WIDEST = 100;

export function createInk(stream: NodeJS.WriteStream): Ink {
	const paint = (format: Parameters<typeof styleText>[0]) => (text: string) => styleText(format, text, { stream });
	const columns = (stream.isTTY && stream.columns) || PLAIN_WIDTH;
	return {
		strong: paint("bold"),
		quiet: paint("dim"),
		good: paint("green"),
		middling: paint("yellow"),
		bad: paint("red"),
		width: Math.max(40, Math.min(columns, WIDEST)),
	};
}

/** Folds a text at spaces; every line begins with `indent` spaces, and one too long word stays whole. */
export function fold(text: string, width: number, indent: number): string[] {
	const room = Math.max(20, width - indent);
	const lines: string[] = [];
	let line = "";
	for (const word of text.split(/\s+/).filter(Boolean)) {
		if (line !== "" && line.length + 1 + word.length > room) {
			lines.push(line);
			line = word;
		} else line = line === "" ? word : `${line} ${word}`;
	}
	if (line !== "") lines.push(line);
	return lines.map((each) => " ".repeat(indent) + each);
}

/** Foreign text must not steer the reader's terminal: control and direction characters become visible. */
export function tame(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
}
