import { EXIT, type ExitCode, reportFailure } from "#config/exit-code.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { type EventLog, openEventLog } from "../live/event-log.ts";

/** The streams of a process, as far as they are written to. */
type Output = Pick<NodeJS.WriteStream, "write">;

/**
 * Turns everything that this process prints by other ways than the log into lines of the log: what libraries say on
 * standard output and error, warnings of Node, rejections that nobody handles, and the error that ends the process. What
 * the engine itself prints when it runs out of memory stays as it is.
 * @returns prints a text for a person, as it is
 */
export function logEverything(log: EventLog): (text: string) => void {
	const printAsIs = process.stderr.write.bind(process.stderr);
	capture(process.stdout, (text) => log.printed(text, "info"));
	capture(process.stderr, (text) => log.printed(text, "error"));
	// Node's own listener prints them in a form of its own.
	process.removeAllListeners("warning");
	process.on("warning", ({ name, message }) => log.warning(`${name}: ${message}`));
	process.on("unhandledRejection", (reason) => {
		if (!isFromLeaving(reason)) log.fault(reason);
	});
	process.on("uncaughtException", (error) => {
		log.fault(error);
		log.flush();
		process.exit(EXIT.defect);
	});
	return (text) => void printAsIs(text);
}

/** Why the server does not start: to a person in a sentence, to what collects logs as one of their lines. */
export function reportStart(error: unknown, stderr: { write(text: string): unknown }): ExitCode {
	let sentence = "";
	const code = reportFailure(error, { write: (text) => (sentence += text) });
	if (process.stderr.isTTY) stderr.write(sentence);
	else {
		const isOperators = code === EXIT.badInput && !isFailure(error);
		const what = sentence.replace(/^sightline: /, "").trim();
		const known = isOperators ? new Failure("input-invalid", { what }) : error;
		openEventLog({ write: (line) => void stderr.write(line) }).fault(known);
	}
	return code;
}

function capture(stream: Output, print: (text: string) => void): void {
	stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
		print(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
		const done = rest.find((each) => typeof each === "function");
		if (done) process.nextTick(done as () => void);
		return true;
	};
}

/** A client that leaves breaks the reading of its request; the line of the request says so. */
function isFromLeaving(reason: unknown): boolean {
	return !isFailure(reason) && reason instanceof Error && "code" in reason && reason.code === "ECONNRESET";
}
