import { waitWords } from "#site/scan/scan.ts";
import type { AuditCaller } from "../../api/live-app.ts";
import { problemKind, rejectionFor } from "../../api/problems.ts";
import { accountKey } from "../../caller/identify.ts";
import type { FormCall, FormResult } from "../form.ts";

/** Whose audit it is that a form asks for: the account's, else that of the address. */
export function callerOf({ account, addressKey, requestId, signal }: FormCall): AuditCaller {
	return { identity: { key: account ? accountKey(account.id) : addressKey }, requestId, signal };
}

/**
 * A server that is at its limit, or about to restart, says how long to wait, beside what was typed.
 * @throws the error itself where it is another
 */
export function waitFault(error: unknown): Extract<FormResult, { faults: unknown }> {
	const { code, parts } = rejectionFor(error);
	if (code !== "overloaded" && code !== "shutting-down") throw error;
	const { meaning, retryAfterSeconds = 0 } = problemKind(code);
	const seconds = Number(parts.headers?.["Retry-After"] ?? retryAfterSeconds);
	return { faults: [{ says: `${meaning} ${waitWords(seconds)}` }] };
}
