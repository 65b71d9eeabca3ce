import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

/** A step of a program on a disk, in kernel order. Inodes are numbered; paths are absolute. */
export type Step =
	| { readonly does: "create" | "link"; readonly path: string; readonly inode: number }
	| { readonly does: "makeDirectory" | "remove"; readonly path: string }
	| { readonly does: "rename"; readonly from: string; readonly to: string }
	| { readonly does: "write"; readonly inode: number; readonly at: number; readonly data: Uint8Array }
	| { readonly does: "truncate"; readonly inode: number; readonly size: number }
	/** Makes durable what came before step number `since`: of a file, of names in a directory, of everything. */
	| { readonly does: "sync"; readonly inode: number; readonly since: number }
	| { readonly does: "syncDirectory"; readonly path: string; readonly since: number }
	| { readonly does: "syncAll"; readonly since: number }
	/** An acknowledgement. */
	| { readonly does: "say"; readonly text: string };

/** Why steps cannot be recorded here; undefined if they can. */
export function whyNoRecorder(): string | undefined {
	if (process.platform !== "linux") return "system calls are recorded on Linux alone";
	const isThere = (process.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, "strace")));
	return isThere ? undefined : "no strace (Debian: apt-get install strace)";
}

const CALLS =
	"openat,creat,write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,fallocate,copy_file_range,sendfile,rename,renameat," +
	"renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir,symlink,symlinkat,fsync,fdatasync,syncfs,sync,lseek,chdir";

const OF_NAMES = /^(mkdir|unlink|rmdir|rename|link|symlink|truncate)/;

/** Runs a Node program and what it starts, and writes their calls to the file `trace`. @throws Error when it fails */
export async function recordCalls(args: readonly string[], trace: string): Promise<void> {
	const strace = [
		"-f",
		"--seccomp-bpf",
		"-y",
		"-xx",
		"-s",
		"100000000",
		"-o",
		trace,
		"-e",
		`trace=${CALLS}`,
		"-e",
		"signal=none",
	];
	const program = spawn("strace", [...strace, process.execPath, ...args], { stdio: ["ignore", "ignore", "pipe"] });
	let errors = "";
	program.stderr.on("data", (piece) => {
		errors += piece;
	});
	const [code] = await once(program, "close");
	if (code !== 0) throw new Error(`node ${args.join(" ")} ended with ${code}: ${errors}`);
}

/** Part of a recorded program's work, which begins when the program makes the directory `begun`. */
export interface Work {
	readonly begun: string;
	/** The folder whose steps count. */
	readonly disk: string;
	/** File to which the program appends a line per acknowledgement. */
	readonly said: string;
	/** Of the disk by path, before; directories are `undefined`. */
	readonly files: ReadonlyMap<string, Uint8Array | undefined>;
}

/** @param works one after the other @throws Error where what was done cannot be replayed */
export async function readSteps(trace: string, works: readonly Work[]): Promise<Step[][]> {
	const readers = works.map(({ disk, said, files }) => new TraceReader(disk, said, files));
	const begins = works.map(({ begun }) => escaped(begun));
	let at = -1;
	for await (const line of createInterface(createReadStream(trace, "latin1"))) {
		const next = begins[at + 1];
		if (next !== undefined && line.includes(next)) at++;
		else readers[at]?.read(line);
	}
	return readers.map(({ steps }) => steps);
}

/** As strace writes texts with `-xx`. */
function escaped(text: string): string {
	return Buffer.from(text).toString("hex").replace(/../g, "\\x$&");
}

interface OpenFile {
	readonly fd: string;
	path: string;
	readonly inode: number;
	at: number;
	readonly appends: boolean;
}

/** Reads what strace writes with `-f -y -xx`. */
class TraceReader {
	readonly steps: Step[] = [];
	readonly #disk: string;
	readonly #said: string;
	/** Inode by path; undefined for a directory. */
	#names: Map<string, number | undefined>;
	readonly #sizes: number[] = [];
	readonly #open: OpenFile[] = [];
	/** A relative path follows from the last directory that the process has named. */
	readonly #folders = new Map<string, string>();
	readonly #unfinished = new Map<string, { readonly text: string; readonly since: number }>();

	constructor(disk: string, said: string, files: ReadonlyMap<string, Uint8Array | undefined>) {
		[this.#disk, this.#said] = [disk, said];
		this.#names = new Map([...files].map(([path, data]) => [path, data && this.#sizes.push(data.length) - 1]));
	}

	read(line: string): void {
		const [, pid = "", text = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
		if (text.endsWith("<unfinished ...>")) {
			const begun = text.slice(0, -"<unfinished ...>".length).trimEnd();
			this.#unfinished.set(pid, { text: begun, since: this.steps.length });
			return;
		}
		const resumed = /^<\.\.\. \w+ resumed>/.exec(text)?.[0];
		const begun = resumed === undefined ? undefined : this.#unfinished.get(pid);
		const whole = begun ? begun.text + text.slice(resumed?.length) : text;
		const [, call = "", given = "", result = "", opened] =
			/^(\w+)\((.*)\) += (-?\d+|0x[0-9a-f]+)(?:<([^>]*)>)?/.exec(whole) ?? [];
		if (call !== "" && !result.startsWith("-"))
			this.#take({ pid, call, given, result: Number(result), opened, since: begun?.since ?? this.steps.length });
	}

	#take({ pid, call, given, result, opened, since }: Call): void {
		const folder = /AT_FDCWD<([^>]*)>/.exec(given)?.[1];
		if (folder !== undefined) this.#folders.set(pid, unescaped(folder));
		const [fd = "", shown = ""] = /^(\d+)<([^>]*)>/.exec(given)?.slice(1) ?? [];
		const path = unescaped(shown);
		const paths = [...given.matchAll(/(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"([^"]*)"/g)].map(([, at, name = ""]) =>
			resolve(at === undefined ? (this.#folders.get(pid) ?? "/") : unescaped(at), unescaped(name)),
		);
		const [first = "", second = ""] = paths;
		if (call === "openat" || call === "creat") this.#opened(given, String(result), unescaped(opened ?? ""));
		else if (call === "chdir") this.#folders.set(pid, first);
		else if (fd !== "" && path === this.#said) this.steps.push({ does: "say", text: bytesIn(given).toString().trim() });
		else if (call === "syncfs" || call === "sync") this.steps.push({ does: "syncAll", since });
		else if (fd !== "" && this.#isOurs(path)) this.#onFile(call, { given, result, since }, { fd, path });
		else if (OF_NAMES.test(call) && paths.some((each) => this.#isOurs(each))) this.#onNames(call, first, second);
	}

	#onFile(
		call: string,
		{ given, result, since }: Pick<Call, "given" | "result" | "since">,
		at: { fd: string; path: string },
	): void {
		if (this.#names.has(at.path) && this.#names.get(at.path) === undefined) {
			if (call === "fsync" || call === "fdatasync") this.steps.push({ does: "syncDirectory", path: at.path, since });
			return;
		}
		const file = this.#open.find((each) => each.fd === at.fd && each.path === at.path);
		if (!file) throw new Error(`Nothing is known of ${at.path}, open as ${at.fd}.`);
		if (call === "lseek") file.at = result;
		else if (call === "fsync" || call === "fdatasync") this.steps.push({ does: "sync", inode: file.inode, since });
		else if (call === "ftruncate") this.#truncate(file.inode, lastNumber(given));
		else this.#onBytes(call, file, { given, result });
	}

	#onBytes(call: string, file: OpenFile, { given, result }: Pick<Call, "given" | "result">): void {
		const data = bytesIn(given).subarray(0, result);
		if (call === "pwrite64" || call === "pwritev") this.#write(file.inode, lastNumber(given), data);
		else if (call === "write" || call === "writev") {
			const start = file.appends ? (this.#sizes[file.inode] ?? 0) : file.at;
			file.at = start + result;
			this.#write(file.inode, start, data);
		} else throw new Error(`${call} of ${file.path} cannot be replayed.`);
	}

	#onNames(call: string, first: string, second: string): void {
		if (call.startsWith("mkdir")) {
			this.#names.set(first, undefined);
			this.steps.push({ does: "makeDirectory", path: first });
		} else if (call.startsWith("unlink") || call === "rmdir") {
			this.#names.delete(first);
			this.steps.push({ does: "remove", path: first });
		} else if (call.startsWith("rename")) {
			this.#names = new Map(renamed(this.#names, first, second));
			for (const file of this.#open) file.path = movedPath(file.path, first, second);
			this.steps.push({ does: "rename", from: first, to: second });
		} else if (call.startsWith("link")) {
			const inode = this.#names.get(first);
			if (inode === undefined) throw new Error(`${first} is unknown, so its link cannot be replayed.`);
			this.#names.set(second, inode);
			this.steps.push({ does: "link", path: second, inode });
		} else throw new Error(`${call} of ${first} cannot be replayed.`);
	}

	/** SQLite's shared memory does not outlive its processes. */
	#isOurs(path: string): boolean {
		return (path === this.#disk || path.startsWith(`${this.#disk}/`)) && !path.endsWith("-shm");
	}

	#opened(given: string, fd: string, path: string): void {
		if (!this.#isOurs(path)) return;
		let inode = this.#names.get(path);
		if (inode === undefined && this.#names.has(path)) return;
		if (inode === undefined) {
			inode = this.#sizes.push(0) - 1;
			this.#names.set(path, inode);
			this.steps.push({ does: "create", path, inode });
		} else if (given.includes("O_TRUNC")) this.#truncate(inode, 0);
		if (/O_WRONLY|O_RDWR/.test(given) || fd !== "")
			this.#open.unshift({ fd, path, inode, at: 0, appends: given.includes("O_APPEND") });
	}

	#write(inode: number, at: number, data: Uint8Array): void {
		this.#sizes[inode] = Math.max(this.#sizes[inode] ?? 0, at + data.length);
		this.steps.push({ does: "write", inode, at, data });
	}

	#truncate(inode: number, size: number): void {
		this.#sizes[inode] = size;
		this.steps.push({ does: "truncate", inode, size });
	}
}

interface Call {
	readonly pid: string;
	readonly call: string;
	readonly given: string;
	readonly result: number;
	readonly opened: string | undefined;
	readonly since: number;
}

/** Including everything below it. */
export function* renamed<T>(names: ReadonlyMap<string, T>, from: string, to: string): Generator<[string, T]> {
	for (const [path, inode] of names) {
		const moved = movedPath(path, from, to);
		// Replaces an entry at the new name.
		if (moved !== path) yield [moved, inode];
		else if (path !== to) yield [path, inode];
	}
}

function movedPath(path: string, from: string, to: string): string {
	return path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}

function lastNumber(given: string): number {
	return Number(/, (\d+)$/.exec(given)?.[1]);
}

function unescaped(text: string): string {
	return Buffer.from(text.replaceAll("\\x", ""), "hex").toString();
}

/** All strings among the arguments, one after the other. */
function bytesIn(given: string): Buffer {
	return Buffer.concat(
		[...given.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = ""]) =>
			Buffer.from(hex.replaceAll("\\x", ""), "hex"),
		),
	);
}
