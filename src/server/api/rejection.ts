import type { FieldFault } from "./field-failure.ts";
import { type ProblemCode, problemKind } from "./problems.ts";

export interface RejectionParts {
	/** What happened, why, what to do; the words of the problem's kind unless told. */
	readonly detail?: string;
	readonly errors?: readonly FieldFault[];
	readonly violatedPolicies?: readonly string[];
	/** Beyond those that every answer has. Never holds text of the request. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly cause?: unknown;
}

/** Ends the answering of a request with a problem document. */
export class Rejection extends Error {
	override readonly name = "Rejection";
	readonly code: ProblemCode;
	readonly parts: RejectionParts;

	constructor(code: ProblemCode, parts: RejectionParts = {}) {
		const { meaning, todo } = problemKind(code);
		super(parts.detail ?? `${meaning} ${todo}`, { cause: parts.cause });
		this.code = code;
		this.parts = parts;
	}
}

/** The client has gone away: nobody reads an answer any more. */
export class ClientGone extends Error {
	override readonly name = "ClientGone";
}
