import { Failure, type FailureCode, isInputFailure } from "#core/failure.ts";

/** A fault of one place of the request. */
export interface FieldFault {
	/** What is wrong there, as a sentence. */
	readonly detail: string;
	/** JSON Pointer (RFC 6901) as a URI fragment, such as `#/domain`; of a query: `#/` and the name of the parameter. */
	readonly pointer: string;
}

/** A request that the schema let through and a later look refused, with the places that are wrong. */
export class FieldFailure extends Failure {
	/** At least one; what the problem document carries as `errors`. */
	readonly errors: readonly FieldFault[];

	constructor(code: FailureCode, errors: readonly FieldFault[], options?: { cause?: unknown }) {
		super(code, { what: [...new Set(errors.map(({ detail }) => detail))].join(" ") }, options);
		this.errors = errors;
	}
}

/** Waits for work on one member of the request; a failure that is the caller's to mend then says where it lies. */
export async function atField<T>(pointer: string, work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (error) {
		if (!isInputFailure(error)) throw error;
		throw new FieldFailure(error.code, [{ detail: error.message, pointer }], { cause: error });
	}
}
