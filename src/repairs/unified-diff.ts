import { isUtf8 } from "node:buffer";
import * as z from "zod";
import type { RepairedFile } from "./repair-folder.ts";

type DiffedFile = Pick<RepairedFile, "path" | "isNew" | "patched">;

const LF = 10;
/** Context lines around a change. */
const CONTEXT = 3;
const NO_LINE_END = Buffer.from("\n\\ No newline at end of file\n");

/** For `git apply` and `patch -p1`, byte for byte. @param prefix the files' folder in the checkout, such as `dist/` */
export function unifiedDiff(files: readonly DiffedFile[], prefix = ""): Buffer {
	return Buffer.concat(files.flatMap((file) => fileDiff(file, prefix)));
}

export const diffSchema = z.string();
export const diffBase64Schema = z
	.string()
	.describe("In place of `diff` where its bytes are not UTF-8, as where a file's are not.");

/** For JSON, whose strings must be UTF-8. */
export function diffText(diff: Uint8Array): { readonly diff: string } | { readonly diffBase64: string } {
	const bytes = Buffer.from(diff);
	return isUtf8(bytes) ? { diff: bytes.toString("utf8") } : { diffBase64: bytes.toString("base64") };
}

function fileDiff({ path, isNew, patched }: DiffedFile, prefix: string): Buffer[] {
	const hunks = hunksOf(patched.original, patched.changes());
	if (hunks.length === 0) return [];
	const [from, to] = [quoted(`a/${prefix}${path}`), quoted(`b/${prefix}${path}`)];
	const head = isNew
		? `diff --git ${from} ${to}\nnew file mode 100644\n--- /dev/null\n+++ ${to}${tabAfter(to)}\n`
		: `diff --git ${from} ${to}\n--- ${from}${tabAfter(from)}\n+++ ${to}${tabAfter(to)}\n`;
	return [Buffer.from(head), ...hunks];
}

/** `patch` ends a name with spaces at the tab. */
function tabAfter(name: string): string {
	return name.includes(" ") && !name.startsWith('"') ? "\t" : "";
}

const ESCAPES: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\" };

/** Quotes names with control characters, like git. */
function quoted(path: string): string {
	if (/^[ !#-[\]-~]*$/.test(path)) return path;
	const escaped = [...Buffer.from(path)].map((byte) => {
		const char = String.fromCharCode(byte);
		if (ESCAPES[char]) return ESCAPES[char];
		return byte < 32 || byte > 126 ? `\\${byte.toString(8).padStart(3, "0")}` : char;
	});
	return `"${escaped.join("")}"`;
}

interface Block {
	/** Line range in the original file, 0-based, end exclusive. */
	from: number;
	to: number;
	readonly lines: readonly Buffer[];
}

type Changes = ReturnType<RepairedFile["patched"]["changes"]>;

export interface LineEdit {
	/** Line range in the original file, 0-based, end exclusive; never empty. */
	readonly from: number;
	readonly to: number;
	readonly text: Buffer;
	readonly checks: readonly string[];
}

/** Edits of whole lines; an insertion between lines belongs to the line before. */
export function lineEdits({ original, changes }: LineSource): readonly LineEdit[] {
	const bytes = Buffer.from(original.buffer, original.byteOffset, original.byteLength);
	const old = linesOf(bytes);
	const offsets = [0];
	for (const line of old) offsets.push((offsets.at(-1) ?? 0) + line.length);
	return blocksOf(bytes, old, changes).flatMap(({ from, to, lines }) => {
		const first = from === to ? from - 1 : from;
		const before = old[first];
		if (!before) return [];
		const [start = 0, end = bytes.length] = [offsets[first], offsets[to]];
		const own = changes.filter((change) => change.end >= start && change.start <= end);
		const text = Buffer.concat(from === to ? [before, ...lines] : lines);
		return [{ from: first, to, text, checks: [...new Set(own.flatMap(({ checks }) => checks))] }];
	});
}

interface LineSource {
	readonly original: Uint8Array;
	readonly changes: Changes;
}

function hunksOf(original: Uint8Array, changes: Changes): Buffer[] {
	const bytes = Buffer.from(original.buffer, original.byteOffset, original.byteLength);
	const old = linesOf(bytes);
	const blocks = blocksOf(bytes, old, changes);
	const groups: Block[][] = [];
	for (const block of blocks) {
		const last = groups.at(-1)?.at(-1);
		if (last && block.from - last.to <= 2 * CONTEXT) groups.at(-1)?.push(block);
		else groups.push([block]);
	}
	let shift = 0;
	return groups.map((group) => {
		const first = group[0] as Block;
		const start = Math.max(0, first.from - CONTEXT);
		const end = Math.min(old.length, (group.at(-1) as Block).to + CONTEXT);
		const parts: Buffer[] = [];
		let at = start;
		let added = 0;
		const write = (sign: string, lines: readonly Buffer[]) => {
			for (const line of lines) parts.push(Buffer.from(sign), line, ...(endsLine(line) ? [] : [NO_LINE_END]));
		};
		for (const { from, to, lines } of group) {
			write(" ", old.slice(at, from));
			write("-", old.slice(from, to));
			write("+", lines);
			added += lines.length - (to - from);
			at = to;
		}
		write(" ", old.slice(at, end));
		const head = `@@ -${range(start, end - start)} +${range(start + shift, end - start + added)} @@\n`;
		shift += added;
		return Buffer.concat([Buffer.from(head), ...parts]);
	});
}

/** An empty range refers to the line before it. */
function range(start: number, count: number): string {
	return `${count === 0 ? start : start + 1},${count}`;
}

function endsLine(line: Buffer): boolean {
	return line[line.length - 1] === LF;
}

/** Lines including line breaks. */
function linesOf(bytes: Buffer): Buffer[] {
	const lines: Buffer[] = [];
	for (let start = 0; start < bytes.length; ) {
		const end = bytes.indexOf(LF, start) + 1 || bytes.length;
		lines.push(bytes.subarray(start, end));
		start = end;
	}
	return lines;
}

/** Whole lines touched by changes, without unchanged lines at either end. */
function blocksOf(bytes: Buffer, old: readonly Buffer[], changes: Changes): Block[] {
	const starts: number[] = [];
	for (let at = 0, index = 0; index < old.length; index++) {
		starts.push(at);
		at += (old[index] as Buffer).length;
	}
	const lineOf = (offset: number) => {
		let [low, high] = [0, starts.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((starts[middle] as number) <= offset) low = middle + 1;
			else high = middle;
		}
		return Math.max(0, low - 1);
	};
	const startOf = (line: number) => starts[line] ?? bytes.length;
	const touched = changes.map((change) => {
		const { start, end, bytes: put } = change;
		if (start === bytes.length && endsAtLine(bytes)) return { change, from: old.length, to: old.length };
		const from = lineOf(start);
		const to = end > start ? lineOf(end - 1) + 1 : from + 1;
		// If a line break is removed without replacement, the next line joins this one.
		const isOpen = end > start && bytes[end - 1] === LF && (put.length > 0 ? put.at(-1) !== LF : start > startOf(from));
		return { change, from, to: isOpen ? Math.min(old.length, to + 1) : to };
	});
	const merged: { from: number; to: number; changes: Changes[number][] }[] = [];
	for (const { change, from, to } of touched) {
		const last = merged.at(-1);
		if (last && from < last.to) {
			last.to = Math.max(last.to, to);
			last.changes.push(change);
		} else merged.push({ from, to, changes: [change] });
	}
	return merged.flatMap(({ from, to, changes: own }) => {
		const parts: Uint8Array[] = [];
		let at = startOf(from);
		for (const { start, end, bytes: put } of own) {
			parts.push(bytes.subarray(at, start), put);
			at = end;
		}
		parts.push(bytes.subarray(at, startOf(to)));
		return trimmed({ from, to, lines: linesOf(Buffer.concat(parts)) }, old);
	});
}

function endsAtLine(bytes: Buffer): boolean {
	return bytes.length === 0 || bytes[bytes.length - 1] === LF;
}

function trimmed({ from, to, lines }: Block, old: readonly Buffer[]): Block[] {
	let [head, tail] = [0, 0];
	const most = Math.min(to - from, lines.length);
	while (head < most && old[from + head]?.equals(lines[head] as Buffer)) head++;
	while (tail < most - head && old[to - 1 - tail]?.equals(lines[lines.length - 1 - tail] as Buffer)) tail++;
	const block = { from: from + head, to: to - tail, lines: lines.slice(head, lines.length - tail) };
	return block.from === block.to && block.lines.length === 0 ? [] : [block];
}
