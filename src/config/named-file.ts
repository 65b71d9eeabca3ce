import { constants, type Stats } from "node:fs";
import { open, stat } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { Failure } from "#core/failure.ts";
import { digitGroups } from "#core/wording.ts";

interface NamedFile {
	/** Bytes; nothing beyond is read. */
	readonly most: number;
	/** A sentence. */
	readonly todo: string;
	/** Description, if the path is not enough. */
	readonly what?: string;
}

/** Rejects pipes and devices, which may be endless. @throws Failure `input-invalid` except for small regular files */
export async function readNamedFile(path: string, { most, todo, what = path }: NamedFile): Promise<Buffer> {
	const refused = (why: string, cause?: unknown) =>
		new Failure("input-invalid", { what: `${what} cannot be read.`, why, todo }, { cause });
	try {
		// Without O_NONBLOCK, opening a pipe blocks until a writer comes; Windows has neither that flag nor such pipes.
		const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
		try {
			const facts = await file.stat();
			if (!facts.isFile()) throw refused(`It is ${kindOf(facts)}, not a file.`);
			if (facts.size > most)
				throw refused(`It has ${digitGroups(facts.size)} bytes; at most ${digitGroups(most)} are read.`);
			return await readAtMost(file, most, () => refused(`It has more than ${digitGroups(most)} bytes.`));
		} finally {
			await file.close();
		}
	} catch (error) {
		const why = error instanceof Failure ? undefined : machineFault(error);
		throw why === undefined ? error : refused(why, error);
	}
}

/** Without byte order mark. @throws Failure `input-invalid`, also unless it is UTF-8 */
export async function readNamedText(path: string, file: NamedFile): Promise<string> {
	const bytes = await readNamedFile(path, file);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch (cause) {
		const what = `${file.what ?? path} cannot be read.`;
		throw new Failure("input-invalid", { what, why: "It is not text in UTF-8.", todo: file.todo }, { cause });
	}
}

/** @param setting the folder's variable @throws Failure `input-invalid` if it is missing or not a folder */
export async function requireFolder(path: string, setting: string): Promise<void> {
	const refused = (why: string) =>
		new Failure("input-invalid", {
			what: `${setting} names ${path}.`,
			why,
			todo: `Create the folder, or set ${setting}.`,
		});
	const facts = await stat(path).catch((error: unknown) => {
		throw refused(codeOf(error) === "ENOENT" ? "There is no such folder." : (machineFault(error) ?? String(error)));
	});
	if (!facts.isDirectory()) throw refused(`It is ${kindOf(facts)}, not a folder.`);
}

/** Files in /proc and /sys report a size of 0, and a file may grow while being read. */
async function readAtMost(
	file: Awaited<ReturnType<typeof open>>,
	most: number,
	tooLong: () => Failure,
): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let length = 0;
	for await (const piece of file.createReadStream({ autoClose: false, end: most }) as AsyncIterable<Buffer>) {
		pieces.push(piece);
		length += piece.length;
	}
	if (length > most) throw tooLong();
	return Buffer.concat(pieces, length);
}

function kindOf(facts: Stats): string {
	if (facts.isFile()) return "a file";
	if (facts.isDirectory()) return "a folder";
	if (facts.isFIFO()) return "a pipe";
	return facts.isSocket() ? "a socket" : "a device";
}

const MACHINE_FAULTS: Readonly<Record<string, string>> = {
	ENOENT: "There is no such file or folder",
	ENOTDIR: "A part of the path is a file, not a folder",
	EISDIR: "It is a folder, not a file",
	EEXIST: "Something else has that name",
	ENXIO: "It is a socket or a device, not a file",
	ELOOP: "Its links lead in a circle",
	ENAMETOOLONG: "The name is too long",
	EACCES: "Permission denied",
	EPERM: "Permission denied",
	EROFS: "The disk is mounted read-only",
	ENOSPC: "The disk is full",
	EDQUOT: "This user's share of the disk is full",
	EFBIG: "The file would be larger than this system allows",
	EMFILE: "This process has too many files open (ulimit -n)",
	ENFILE: "This machine has too many files open",
	EIO: "The disk has an error",
};

/** A sentence with the error code; undefined for errors of another kind. */
export function machineFault(error: unknown): string | undefined {
	const code = codeOf(error);
	const fault = code === undefined ? undefined : MACHINE_FAULTS[code];
	return fault === undefined ? undefined : `${fault} (${code}).`;
}

function codeOf(error: unknown): string | undefined {
	return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Includes the folder itself. */
export function isBelow(folder: string, path: string): boolean {
	const way = relative(folder, path);
	return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
