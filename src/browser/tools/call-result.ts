import { REFUSAL } from "#core/brand.ts";
import { CALL_TEXTS } from "#site/tools/call-texts.ts";
import { fitting, ownWords, quoting, visible } from "#tools/tool-answer.ts";
import type { ToolAnswer } from "./page-tool.ts";
import { ToolFault } from "./tool-fault.ts";

/** What an agent gets back, in MCP's form. */
export interface CallResult {
	readonly content: readonly { readonly type: "text"; readonly text: string }[];
	readonly structuredContent: object;
	/** True where the tool did not do what it was asked to: the text says why and what to do. */
	readonly isError?: true;
}

/** 16 KiB, without what MCP's form adds to text and data. Bytes. */
const MOST_BYTES = 16 * 1024 - 128;

/** Bounded, visible, and with what audited sites say marked as theirs. */
export function toolResult({ text, data, about = [] }: ToolAnswer): CallResult {
	const answer = fitting(MOST_BYTES, (part) =>
		about.length > 0 ? quoting(about, text, data, part) : ownWords(text, data, part),
	);
	return { content: [{ type: "text", text: answer.text }], structuredContent: answer.data };
}

/** What did not work, as a sentence that an agent can act on; what the API said of an audited site is marked as such. */
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

/** What was thrown, as a tool's fault; of a fault of ours the console has what it was. */
export function toolFault(error: unknown): ToolFault {
	if (error instanceof ToolFault) return error;
	reportError(error);
	return new ToolFault("broken", CALL_TEXTS.broken);
}

/** Sites that an answer of the API's is about. */
function domainOf(body: unknown): readonly string[] {
	if (typeof body !== "object" || body === null || !("domain" in body)) return [];
	return typeof body.domain === "string" ? [visible(body.domain)] : [];
}
