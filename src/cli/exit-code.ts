import { isFailure } from "#core/failure.ts";

/** What a command's end means to a script. */
export const EXIT = {
	fine: 0,
	/** The score is under the threshold; or a replay or a run differs from what it should be. */
	under: 1,
	/** The arguments, the domain, or a file of the user's cannot be used. */
	badInput: 2,
	/** The site could not be audited. */
	notAudited: 3,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Prints an expected failure and tells its exit code; rethrows what is a bug. */
export function reportFailure(error: unknown, stderr: NodeJS.WritableStream): ExitCode {
	if (!isFailure(error)) throw error;
	stderr.write(`sightline: ${error.message}\n`);
	return EXIT.badInput;
}
