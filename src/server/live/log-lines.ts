import { pino } from "pino";

/** Where log lines go, and how to have all of them out. */
export interface LogLines {
	write(line: string): void;
	/** All that was written is out afterwards. */
	flush(): void;
}

/** Lines are written together once they are so long, or so old. */
const TOGETHER_BYTES = 4096;
const TOGETHER_MS = 200;

/**
 * Lines on standard output, some written together, in order. A process that ends by itself, by `process.exit` or by an
 * error that nobody catches loses none; one that is killed at once loses those of the last 200 ms.
 */
export function bufferedLines(): LogLines {
	// In this thread: handing a few lines to another one costs more than writing them.
	const out = pino.destination({ dest: 1, sync: true, minLength: TOGETHER_BYTES });
	let timer: NodeJS.Timeout | undefined;
	const forget = () => {
		clearTimeout(timer);
		timer = undefined;
		process.off("exit", flush);
	};
	// The last lines also wait until a disk has them; others need not.
	const flush = () => {
		forget();
		out.flushSync();
	};
	const writeOut = () => {
		forget();
		out.flush();
	};
	return {
		write(line) {
			out.write(line);
			if (timer) return;
			timer = setTimeout(writeOut, TOGETHER_MS).unref();
			process.on("exit", flush);
		},
		flush,
	};
}

/** Each line is out before the next begins: for a process that may be frozen after every answer. */
export function promptLines(): LogLines {
	const out = pino.destination({ dest: 1, sync: true });
	return { write: (line) => void out.write(line), flush: () => {} };
}
