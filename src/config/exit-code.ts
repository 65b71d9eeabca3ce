import { resolve, sep } from "node:path";
import { isFailure } from "#core/failure.ts";
import { machineFault } from "./named-file.ts";

export const EXIT = {
	fine: 0,
	/** A score below the threshold, or a replay or run that differs. */
	under: 1,
	/** Invalid arguments, domain or user file. */
	badInput: 2,
	notAudited: 3,
	/** An internal error (EX_SOFTWARE of sysexits.h), so that scripts do not mistake it for a low score. */
	defect: 70,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export function reportFailure(
	error: unknown,
	stderr: { write(text: string): unknown },
	environment: NodeJS.ProcessEnv = process.env,
): ExitCode {
	const message = isFailure(error) ? error.message : machineMessage(error, environment);
	if (message !== undefined) {
		stderr.write(`sightline: ${message}\n`);
		return EXIT.badInput;
	}
	const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
	stderr.write(`sightline: this is a bug in the program. Please report it.\n${trace}\n`);
	return EXIT.defect;
}

/** SQLite result codes that are errors of the disk or folder, not of the statement. */
const SQLITE_FAULTS: Readonly<Record<number, string>> = {
	8: "The file is read-only",
	10: "The disk reports an error",
	11: "The file is damaged",
	13: "The disk is full",
	14: "The file cannot be opened",
	26: "The file is not a database",
};

function machineMessage(error: unknown, environment: NodeJS.ProcessEnv): string | undefined {
	if (!(error instanceof Error)) return undefined;
	const sqlite = "errcode" in error ? SQLITE_FAULTS[Number(error.errcode) & 0xff] : undefined;
	if (sqlite !== undefined)
		return `A database in SIGHTLINE_DATA cannot be used. ${sqlite} (${error.message}). Check the folder's permissions and free space.`;
	const { path, syscall, code } = error as NodeJS.ErrnoException;
	const why = machineFault(error);
	// An unexpected missing file is a bug; Node also reports ENOENT for a folder that cannot be created.
	if (why === undefined || (code === "ENOENT" && syscall !== "mkdir")) return undefined;
	const what =
		path === undefined ? "The file was not written." : `${path} cannot be ${VERBS[syscall ?? ""] ?? "used"}.`;
	return `${what} ${why} ${remedy(path, environment)}`;
}

const VERBS: Readonly<Record<string, string>> = {
	open: "opened",
	read: "read",
	scandir: "listed",
	mkdir: "created",
	write: "written",
	rename: "replaced",
	unlink: "removed",
	rm: "removed",
};

function remedy(path: string | undefined, environment: NodeJS.ProcessEnv): string {
	const places = { SIGHTLINE_REPORTS: "reports", SIGHTLINE_DATA: ".sightline" };
	for (const [name, fallback] of Object.entries(places)) {
		const place = resolve(environment[name] || fallback);
		if (path === place || path?.startsWith(place + sep))
			return `Set ${name} to a folder that this user can write to and that has free space.`;
	}
	return "Check permissions and free space, or choose another place.";
}
