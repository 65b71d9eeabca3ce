import { isFailure } from "#core/failure.ts";

export const EXIT = {
	fine: 0,
	/** The score is under the threshold; or a replay or a run differs from what it should be. */
	under: 1,
	/** The arguments, the domain, or a file of the user's cannot be used. */
	badInput: 2,
	notAudited: 3,
	/** A fault of this program (EX_SOFTWARE of sysexits.h), so that no script takes it for a low score. */
	defect: 70,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What the user's own machine refuses: rights, space, a file where a folder should be. */
const MACHINE_CODES = "EACCES EPERM EROFS ENOSPC ENOTDIR EISDIR EDQUOT".split(" ");

/** Prints what ended the program and gives its exit code; a bug is shown with its stack. */
export function reportFailure(error: unknown, stderr: { write(text: string): unknown }): ExitCode {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	if (isFailure(error) || (error instanceof Error && MACHINE_CODES.includes(code))) {
		stderr.write(`sightline: ${error.message}\n`);
		return EXIT.badInput;
	}
	const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
	stderr.write(`sightline: this is a defect of the program, please report it.\n${trace}\n`);
	return EXIT.defect;
}
