import { type FailureCode, isFailure } from "#core/failure.ts";
import { FieldFailure } from "./field-failure.ts";
import { type ProblemCode, problemKind } from "./problems.ts";
import { Rejection } from "./rejection.ts";

/**
 * What a thrown failure is answered with. What is not here never leaves a handler as intended: failures of an audited
 * site are answers with `ok: false`, and those of files and the log mean that the installation is damaged.
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
 * How an error is answered. Only failures that are the caller's to mend keep their words: those of others may name
 * what an installation keeps to itself.
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
