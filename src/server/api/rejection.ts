import type { ApiProblem } from "#core/api-problem.ts";
import { REFUSAL } from "#core/brand.ts";
import { Failure, type FailureCode, isFailure, isInputFailure } from "#core/failure.ts";
import { clipped } from "#core/wording.ts";
import { plainText } from "#site/page/page-text.ts";
import { type ProblemCode, problemKind } from "./problems.ts";

export interface RejectionParts {
	/** What happened, why, what to do; those of the problem's kind by default. */
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

/** The client has disconnected: nobody reads an answer any more. */
export class ClientGone extends Error {
	override readonly name = "ClientGone";
}

/** A fault of one place of the request. */
export interface FieldFault {
	/** What is wrong there, as a sentence. */
	readonly detail: string;
	/** JSON Pointer (RFC 6901) as a URI fragment, such as `#/domain`; of a query: `#/` and the name of the parameter. */
	readonly pointer: string;
}

/** A request that fits the schema and is refused for what it names, with the places that are wrong. */
export class FieldFailure extends Failure {
	/** At least one; what the problem document carries as `errors`. */
	readonly errors: readonly FieldFault[];

	constructor(code: FailureCode, errors: readonly FieldFault[], options?: { cause?: unknown }) {
		super(code, { what: [...new Set(errors.map(({ detail }) => detail))].join(" ") }, options);
		this.errors = errors;
	}
}

/** Work on one member of the request: a failure that is the caller's to mend then carries its place. */
export async function atField<T>(pointer: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (!isInputFailure(error)) throw error;
		throw new FieldFailure(error.code, [{ detail: error.message, pointer }], { cause: error });
	}
}

/** Longer names are not repeated to the caller. */
const NAME_LENGTH = 200;

/**
 * JSON Pointer (RFC 6901) as a URI fragment, such as `#/fixes/0`; `#` is the whole body. ASCII only. It ends above a name
 * that is too long to be repeated.
 */
export function faultPointer(path: readonly PropertyKey[]): string {
	let pointer = "#";
	for (const step of path) {
		const name = String(step);
		if (name.length > NAME_LENGTH) break;
		pointer += `/${encodeURIComponent(name.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1"))}`;
	}
	return pointer;
}

/**
 * What a thrown failure is answered with. What is not here is a bug or a damaged
 * installation: failures of an audited site are answers with `ok: false`.
 */
const FAILURE_PROBLEMS: Partial<Record<FailureCode, ProblemCode>> = {
	"input-invalid": "input-invalid",
	"target-invalid": "target-invalid",
	"target-blocked": "target-blocked",
	"removal-asked": "removal-asked",
	overloaded: "overloaded",
	"shutting-down": "shutting-down",
	"store-busy": "store-busy",
	"store-unavailable": "store-unavailable",
};

/**
 * How an error is answered. Only failures that are the caller's to mend keep their message: that of others may
 * name internals of the installation.
 */
export function rejectionFor(error: unknown): Rejection {
	if (error instanceof Rejection) return error;
	const code = isFailure(error) ? FAILURE_PROBLEMS[error.code] : undefined;
	if (code === undefined || !isFailure(error)) return new Rejection("internal-error", { cause: error });
	if (problemKind(code).status >= 500) return new Rejection(code, { cause: error });
	return new Rejection(code, {
		detail: error.message,
		...(error instanceof FieldFailure && { errors: error.errors }),
		cause: error,
	});
}

const DETAIL_LENGTH = 1200;
const FAULT_LENGTH = 300;
/** A body full of wrong members is not answered with one many times its size. */
const FAULTS_MAX = 100;

/**
 * The problem document (RFC 9457) of a rejection. Messages may quote the request, so they are cleaned and clipped here.
 * @param baseUrl no trailing slash
 */
export function problemDocument(rejection: Rejection, requestId: string, baseUrl: string): ApiProblem {
	const { type, title, status } = problemKind(rejection.code);
	const { errors, violatedPolicies } = rejection.parts;
	const detail = clipped(plainText(rejection.message), DETAIL_LENGTH);
	return {
		type: type ?? `${baseUrl}/api/#problem-${rejection.code}`,
		title,
		status,
		detail,
		instance: `urn:uuid:${requestId}`,
		ok: false,
		error: detail,
		code: rejection.code,
		refusal: REFUSAL,
		...(errors && {
			errors: errors.slice(0, FAULTS_MAX).map((fault) => ({
				detail: clipped(plainText(fault.detail), FAULT_LENGTH),
				pointer: fault.pointer,
			})),
		}),
		...(violatedPolicies && { "violated-policies": [...violatedPolicies] }),
	};
}
