import { Failure, isFailure } from "#core/failure.ts";

/** Errors of the file or machine, not of the statement: https://sqlite.org/rescode.html */
const SQLITE_FAULTS: Readonly<Record<number, string>> = {
	5: "another process locked the file for too long",
	6: "a table was locked for too long",
	7: "out of memory",
	8: "the file cannot be written",
	10: "reading or writing the disk failed",
	11: "the file is damaged",
	13: "the disk is full",
	14: "the file cannot be opened",
	15: "the file is locked in a way SQLite cannot wait for",
	26: "the file is not a SQLite database",
};
const SQLITE_BUSY = 5;

/** SQLSTATE classes not caused by a statement: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES_CLASSES: ReadonlySet<string> = new Set(["08", "28", "3D", "40", "53", "57", "58", "XX"]);
/** A read-only standby, and an idle transaction timeout. */
const POSTGRES_CODES: ReadonlySet<string> = new Set(["25006", "25P03"]);

/** If busy, the statement has changed nothing. */
export function isSqliteBusy(error: unknown): boolean {
	return sqliteCode(error) === SQLITE_BUSY;
}

/** `store-unavailable` for errors of the store; returns any other error unchanged. */
export function sqliteFailure(error: unknown): unknown {
	const code = sqliteCode(error);
	const why = code === undefined ? undefined : SQLITE_FAULTS[code];
	return why === undefined ? error : storeUnavailable(error, why);
}

export function postgresFailure(error: Error & { readonly code?: string | undefined }): Error {
	const code = error.code ?? "";
	const unavailable = POSTGRES_CLASSES.has(code.slice(0, 2)) || POSTGRES_CODES.has(code);
	return unavailable ? storeUnavailable(error, error.message) : error;
}

/** For errors outside Kysely. */
export function asStoreFailure(error: unknown): unknown {
	if (error instanceof Error && "severity" in error) return postgresFailure(error);
	return error instanceof TypeError ? error : storeUnavailable(error, connectionFault(error));
}

/** @param why must not name host or user, because API callers may see it */
export function storeUnavailable(cause: unknown, why: string): Failure {
	return new Failure(
		"store-unavailable",
		{ what: "The live store does not respond.", why: `Reason: ${why}.`, todo: "Try again in a moment." },
		{ cause },
	);
}

/** @param place may name a host or a file, never a password */
export function cannotBeOpened(place: string, error: unknown, todo: string): Failure {
	// A Failure without a cause is complete.
	if (isFailure(error) && error.cause === undefined) return error;
	const cause = isFailure(error) ? error.cause : error;
	const said = cause instanceof Error && cause.message !== "" ? cause.message : connectionFault(cause);
	return new Failure(
		"store-unavailable",
		{ what: `The live store ${place} cannot be opened.`, why: `Reason: ${said}.`, todo },
		{ cause },
	);
}

/** Does not use the message, which may name the host and is empty if several addresses failed. */
export function connectionFault(error: unknown): string {
	const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
	return code ?? (error instanceof Error ? error.message : String(error));
}

function sqliteCode(error: unknown): number | undefined {
	if (!(error instanceof Error && "errcode" in error && typeof error.errcode === "number")) return undefined;
	// The upper bytes are the extended code.
	return error.errcode & 0xff;
}
