import { Writable } from "node:stream";
import { styleText } from "node:util";

export interface Output {
	write(text: string): unknown;
	readonly isTTY?: boolean | undefined;
	readonly columns?: number | undefined;
}

/** Plain text if the output is not a terminal, or with NO_COLOR. */
export type Ink = Readonly<Record<"strong" | "quiet" | "good" | "middling" | "bad", (text: string) => string>> & {
	readonly width: number;
};

const PLAIN_WIDTH = 88;
const WIDEST = 100;

export function createInk(output: Output): Ink {
	const paint = (format: Parameters<typeof styleText>[0]) => (text: string) =>
		output instanceof Writable ? styleText(format, text, { stream: output }) : text;
	const columns = (output.isTTY && output.columns) || PLAIN_WIDTH;
	return {
		strong: paint("bold"),
		quiet: paint("dim"),
		good: paint("green"),
		middling: paint("yellow"),
		bad: paint("red"),
		width: Math.max(40, Math.min(columns, WIDEST)),
	};
}

/** Silent if the output is not a terminal. */
export interface ProgressLine {
	show(text: string): void;
	/** `[#####-----] 12/40 text` */
	bar(done: number, total: number, text: string): void;
	clear(): void;
}

const BAR = 24;
const ERASE = "\r\u001b[2K";

export function createProgressLine(output: Output): ProgressLine {
	if (!output.isTTY) return { show: () => undefined, bar: () => undefined, clear: () => undefined };
	const show = (text: string) => output.write(ERASE + text.slice(0, (output.columns || 80) - 1));
	return {
		show,
		bar(done, total, text) {
			const filled = total === 0 ? BAR : Math.round((done / total) * BAR);
			show(`[${"#".repeat(filled)}${"-".repeat(BAR - filled)}] ${done}/${total} ${text}`);
		},
		clear: () => output.write(ERASE),
	};
}

/** Words that are too long are not split. */
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

export function report(sections: readonly (readonly string[])[]): string {
	const filled = sections.filter(({ length }) => length > 0);
	return `${filled.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

export function titled(title: string, lines: readonly string[]): string[] {
	return lines.length === 0 ? [] : [title, ...lines];
}

/** Makes control and direction characters visible, so that foreign text cannot control the terminal. */
export function tame(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
}
