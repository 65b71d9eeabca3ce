import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import { REFUSAL } from "#core/brand.ts";
import type { Tool } from "#core/tool.ts";
import { fitting, ownWords, quoting, visible } from "#tools/tool-answer.ts";
import { type ToolAnswer, ToolFault, type ToolInput } from "./page-tool.ts";

/** Maximum characters of the input as JSON; a note for a form is the longest. */
const MOST_LENGTH = 8_000;

/** Browsers do not validate input. Drops members that are not in the schema. @throws ToolFault `input-invalid` */
export function readInput({ name, inputSchema }: Tool, input: unknown): ToolInput {
	const { valid, errors } = new Validator(inputSchema as Schema, "2020-12", false).validate(input ?? {});
	if (!valid)
		throw new ToolFault(
			"input-invalid",
			`The input of ${name} is invalid: ${faultsOf(errors).join("; ")}. Correct it and call again.`,
		);
	const given = (input ?? {}) as Readonly<Record<string, unknown>>;
	const named = Object.keys(inputSchema.properties).filter((each) => Object.hasOwn(given, each));
	const read = Object.fromEntries(named.map((each) => [each, given[each]]));
	if (JSON.stringify(read).length > MOST_LENGTH)
		throw new ToolFault(
			"input-invalid",
			`The input is longer than ${MOST_LENGTH} characters. Call again with a shorter input.`,
		);
	return read;
}

/** Does not repeat values. */
function faultsOf(errors: readonly OutputUnit[]): string[] {
	const faults = errors.filter(({ keyword }) => keyword !== "properties").map(faultOf);
	return [...new Set(faults)];
}

function faultOf({ keyword, instanceLocation, error }: OutputUnit): string {
	const [, property] = /property "([^"]+)"/.exec(error) ?? [];
	if (keyword === "required" && property !== undefined) return `${property} is missing`;
	return `${instanceLocation.replace(/^#\/?/, "") || "input"}: ${error}`;
}

/** Settles when every earlier call has ended; never rejects. */
let before: Promise<unknown> = Promise.resolve();

/** Runs calls in order. An aborted call counts as ended, even if its work goes on. @throws the signal's reason */
export function inTurn<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
	const running = before.then(() => {
		signal.throwIfAborted();
		return run();
	});
	const ended = Promise.race([running, aborted(signal)]);
	before = Promise.allSettled([before, ended]);
	return ended;
}

function aborted(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		if (signal.aborted) reject(signal.reason);
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
	});
}

type Phase = "waiting" | "asking" | "running";

/** Milliseconds for a call, and as much again for the person's consent. */
const MOST_MS = 60_000;
const CODES = { waiting: "busy", asking: "unanswered", running: "too-slow" } as const;

const TOO_SLOW = {
	waiting:
		"Another call is still running after a minute, so this one was not started. Call again when it has finished.",
	asking: "The person did not answer within a minute, so nothing was done. Ask whether they want it, then call again.",
	running: "The tool was stopped after a minute. Wait 30 seconds and call again.",
} as const;
const AUDIT_TOO_SLOW =
	"The tool was stopped after a minute; its audit may continue on the server. Wait 30 seconds and call again: a finished audit is returned at once.";

export class TimeLimit {
	readonly signal: AbortSignal;
	readonly #over = new AbortController();
	readonly #isAudit: boolean;
	#phase: Phase = "waiting";
	#leftMs = MOST_MS;
	#since = performance.now();
	#timer: ReturnType<typeof setTimeout>;

	/** @param isAudit whether the tool audits, which may continue after the call */
	constructor(given: AbortSignal | undefined, isAudit: boolean) {
		this.signal = given ? AbortSignal.any([given, this.#over.signal]) : this.#over.signal;
		this.#isAudit = isAudit;
		this.#timer = setTimeout(() => this.#end(), MOST_MS);
	}

	enter(phase: Phase): void {
		if (this.#phase !== "asking") this.#leftMs -= performance.now() - this.#since;
		this.#phase = phase;
		this.#since = performance.now();
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#end(), phase === "asking" ? MOST_MS : this.#leftMs);
	}

	stop(): void {
		clearTimeout(this.#timer);
	}

	#end(): void {
		const says = this.#phase === "running" && this.#isAudit ? AUDIT_TOO_SLOW : TOO_SLOW[this.#phase];
		this.#over.abort(new ToolFault(CODES[this.#phase], says));
	}
}

export interface CallResult {
	readonly content: readonly { readonly type: "text"; readonly text: string }[];
	readonly structuredContent: object;
	/** Set if the text explains a fault and what to do. */
	readonly isError?: true;
}

/** Bytes: 16 KiB minus what MCP's format adds. */
const MOST_BYTES = 16 * 1024 - 128;

/** Truncates, strips invisible characters and marks text quoted from audited sites. */
export function toolResult({ text, data, about = [] }: ToolAnswer): CallResult {
	const answer = fitting(MOST_BYTES, (part) =>
		about.length > 0 ? quoting(about, text, data, part) : ownWords(text, data, part),
	);
	return { content: [{ type: "text", text: answer.text }], structuredContent: answer.data };
}

/** Marks what the API says about an audited site. */
export function faultResult({ code, message, waitSeconds, body }: ToolFault): CallResult {
	const said = { ok: false, error: message, code, refusal: REFUSAL, ...(waitSeconds !== undefined && { waitSeconds }) };
	const about = domainOf(body);
	const { content, structuredContent } = toolResult({
		text: message,
		data: about.length > 0 ? { ...(body as object), ...said } : said,
		about,
	});
	return { content, structuredContent, isError: true };
}

/** Logs bugs to the console. */
export function toolFault(error: unknown): ToolFault {
	if (error instanceof ToolFault) return error;
	reportError(error);
	return new ToolFault(
		"broken",
		"The page has a fault, so the tool failed. Reload the page and call again; if it fails again, tell the person.",
	);
}

function domainOf(body: unknown): readonly string[] {
	if (typeof body !== "object" || body === null || !("domain" in body)) return [];
	return typeof body.domain === "string" ? [visible(body.domain)] : [];
}
