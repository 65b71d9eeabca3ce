/** One line at the foot of a terminal that says how far long work is; silent where the stream is no terminal. */
export interface ProgressLine {
	show(text: string): void;
	/** `[#####-----] 12/40 text` */
	bar(done: number, total: number, text: string): void;
	/** Takes the line away. */
	clear(): void;
}

const BAR = 24;
const ERASE = "\r\u001b[2K";

export function createProgressLine(stream: NodeJS.WriteStream): ProgressLine {
	if (!stream.isTTY) return { show: () => undefined, bar: () => undefined, clear: () => undefined };
	const show = (text: string) => stream.write(ERASE + text.slice(0, (stream.columns || 80) - 1));
	return {
		show,
		bar(done, total, text) {
			const filled = total === 0 ? BAR : Math.round((done / total) * BAR);
			show(`[${"#".repeat(filled)}${"-".repeat(BAR - filled)}] ${done}/${total} ${text}`);
		},
		clear: () => stream.write(ERASE),
	};
}
