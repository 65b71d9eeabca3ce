import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { Failure } from "#core/failure.ts";
import { byCodeUnits } from "#core/wording.ts";
import { PatchedFile } from "./patched-file.ts";
import type { PlacedEdit, Repaired, RepairedFile, RepairStep } from "./repair-folder.ts";
import type { Refused } from "./site-files.ts";

/** Templates, pages and what is copied as it is. */
const TEMPLATES: ReadonlySet<string> = new Set(
	".astro .html .htm .njk .liquid .hbs .ejs .pug .md .mdx .markdown .jsx .tsx .js .ts .mjs .cjs .vue .svelte .php .txt .xml .webc".split(
		" ",
	),
);
/** What builds and their tools write, and what they fetch. */
const NOT_SOURCE = /^(?:node_modules|\..*|dist|build|out|_site|public\/build|vendor)$/;
const LONGEST = 1024 * 1024;
/** Where builds take files from that they copy as they are: Astro and Next, Hugo. */
const COPIED = ["public", "static"];
/** A shorter stretch may stand anywhere. */
const SHORTEST = 6;
const LENGTHS = [160, 96, 64, 40, 24, 12, 6, 3, 1, 0];

interface SourceFile {
	/** Real path. */
	readonly file: string;
	/** In the source folder, with slashes. */
	readonly path: string;
	readonly bytes: Buffer;
}

/** Where an edit belongs, or why that is not certain. */
type Found = { readonly source: SourceFile; readonly start: number } | { readonly why: string };

/**
 * The same repairs where the pages were made from: each edit is looked for by the bytes around it. One that may belong
 * to several places, or to pages that it is not for, is left out and named.
 * @throws Failure `folder-unreadable`
 */
export async function inSource(found: Repaired, folder: string): Promise<Repaired> {
	const root = await realpath(folder).catch((cause: unknown) => {
		throw new Failure(
			"folder-unreadable",
			{ what: `"${folder}" cannot be read.`, todo: "Name the folder of the source." },
			{ cause },
		);
	});
	const sources: SourceFile[] = [];
	for await (const source of sourcesIn(root, root, found.folder)) sources.push(source);
	const pages = await builtPages(found);
	const refused: Refused[] = [];
	const placed = new Map<string, Placed>();
	for (const edit of found.edits) {
		const at = edit.isNew ? await newPlace(edit, root) : placeOf(edit, found.edits, sources, pages);
		if ("why" in at) refused.push({ file: edit.path, why: `${edit.check}: ${at.why}` });
		else notePlace(placed, at, edit);
	}
	const steps = stepsOf([...placed.values()], refused);
	const files = new Map(steps.flatMap((step) => step.files.map((file) => [file.path, file] as const)));
	return {
		...found,
		folder: root,
		files: [...files.values()].sort((a, b) => byCodeUnits(a.path, b.path)),
		steps,
		refused: unique([...found.refused, ...refused]),
	};
}

async function* sourcesIn(folder: string, root: string, built: string): AsyncGenerator<SourceFile> {
	const entries = await readdir(folder, { withFileTypes: true });
	for (const entry of entries.sort((a, b) => byCodeUnits(a.name, b.name))) {
		const file = join(folder, entry.name);
		if (entry.isDirectory() && !NOT_SOURCE.test(entry.name) && file !== built) yield* sourcesIn(file, root, built);
		// A symbolic link may lead anywhere.
		if (!entry.isFile() || !TEMPLATES.has(extname(entry.name).toLowerCase())) continue;
		const { size } = await lstat(file);
		if (size > LONGEST) continue;
		yield { file, path: relative(root, file).split(sep).join("/"), bytes: await readFile(file) };
	}
}

async function builtPages({ folder, target, edits }: Repaired): Promise<ReadonlyMap<string, Buffer>> {
	const { openFolder } = await import("#evidence/site/folder-source.ts");
	const client = await openFolder(folder, target.host, new URL(target.url).pathname);
	const pages = new Map<string, Buffer>();
	for await (const { file } of client.pages())
		pages.set(relative(folder, file).split(sep).join("/"), await readFile(file));
	for (const { path } of edits)
		if (!pages.has(path)) pages.set(path, await readFile(join(folder, path)).catch(() => Buffer.alloc(0)));
	return pages;
}

async function newPlace({ path }: PlacedEdit, root: string): Promise<Found> {
	for (const name of COPIED) {
		const facts = await lstat(join(root, name)).catch(() => undefined);
		if (!facts?.isDirectory()) continue;
		const source = { file: join(root, name, path), path: `${name}/${path}`, bytes: Buffer.alloc(0) };
		const there = await lstat(source.file).catch(() => undefined);
		return there ? { why: `${source.path} already exists, but is not in the build.` } : { source, start: 0 };
	}
	return { why: "It is a new file, and the source has no folder public or static that is copied unchanged." };
}

function placeOf(
	edit: PlacedEdit,
	all: readonly PlacedEdit[],
	sources: readonly SourceFile[],
	pages: ReadonlyMap<string, Buffer>,
): Found {
	const anchor = anchorOf(edit, sources);
	if (!anchor) return { why: "No place in the source has the same text." };
	const { hits, text, offset } = anchor;
	const [hit] = hits;
	if (!hit || hits.length > 1) return { why: `${hits.length} places in the source have the same text.` };
	const alike = all.filter((each) => Buffer.compare(each.bytes, edit.bytes) === 0 && each.old.equals(edit.old));
	const changed = new Set(alike.map(({ path }) => path));
	const others = [...pages].filter(([path, bytes]) => !changed.has(path) && bytes.includes(text));
	if (others.length > 0)
		return {
			why: `${hit.source.path} is what ${others.length === 1 ? "another page is" : `${others.length} other pages are`} made of, too, but this change is not for that page.`,
		};
	return { source: hit.source, start: hit.at + offset };
}

interface Anchor {
	readonly text: Buffer;
	/** Of the edit in it. */
	readonly offset: number;
	readonly hits: readonly { readonly source: SourceFile; readonly at: number }[];
}

/** The longest stretch around the edit that the source has; a longer one would find nothing. */
function anchorOf({ before, old, after }: PlacedEdit, sources: readonly SourceFile[]): Anchor | undefined {
	const stretches = LENGTHS.flatMap((left) =>
		LENGTHS.map((right) => ({ left: Math.min(left, before.length), right: Math.min(right, after.length) })),
	);
	for (const { left, right } of stretches.sort((a, b) => b.left + b.right - (a.left + a.right))) {
		const text = Buffer.concat([before.subarray(before.length - left), old, after.subarray(0, right)]);
		if (text.toString("latin1").trim().length < SHORTEST) continue;
		const hits = sources.flatMap((source) => occurrencesIn(source.bytes, text).map((at) => ({ source, at })));
		if (hits.length > 0) return { text, offset: left, hits };
	}
	return undefined;
}

function occurrencesIn(bytes: Buffer, text: Buffer): number[] {
	const found: number[] = [];
	for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) found.push(at);
	return found;
}

interface Placed {
	readonly source: SourceFile;
	readonly start: number;
	readonly end: number;
	/** What different pages ask for at the same place. */
	readonly asked: Map<string, PlacedEdit>;
}

function notePlace(
	placed: Map<string, Placed>,
	{ source, start }: { source: SourceFile; start: number },
	edit: PlacedEdit,
): void {
	const key = `${source.file}\0${start}\0${edit.old.length}\0${edit.check}`;
	const known = placed.get(key) ?? { source, start, end: start + edit.old.length, asked: new Map() };
	known.asked.set(Buffer.from(edit.bytes).toString("base64"), edit);
	placed.set(key, known);
}

/** A step a check; a template can hold no value that differs from page to page. */
function stepsOf(places: readonly Placed[], refused: Refused[]): RepairStep[] {
	const steps: RepairStep[] = [];
	const now = new Map<
		string,
		{ readonly source: SourceFile; edits: { start: number; end: number; bytes: Uint8Array; check: string }[] }
	>();
	const fits = places.filter(({ asked, source }) => {
		const [edit] = asked.values();
		if (asked.size === 1 || !edit) return true;
		refused.push({
			file: source.path,
			why: `${edit.check}: each page needs its own value there, which the template has to compute.`,
		});
		return false;
	});
	for (const [check, own] of Map.groupBy(fits, ({ asked }) => [...asked.values()][0]?.check ?? "")) {
		const touched = new Set<string>();
		for (const { source, start, end, asked } of own) {
			const known = now.get(source.file) ?? { source, edits: [] };
			now.set(source.file, known);
			const [edit] = asked.values();
			if (!edit || known.edits.some((each) => start < each.end && each.start < end)) continue;
			known.edits.push({ start, end, bytes: edit.bytes, check });
			touched.add(source.file);
		}
		const files = [...touched].flatMap((file) => {
			const known = now.get(file);
			return known ? [fileOf(known.source, new PatchedFile(known.source.bytes).with(known.edits))] : [];
		});
		if (files.length > 0) steps.push({ check, files });
	}
	return steps;
}

function fileOf({ file, path, bytes }: SourceFile, patched: PatchedFile): RepairedFile {
	return { file, path, isNew: bytes.length === 0, patched };
}

function unique(refused: readonly Refused[]): readonly Refused[] {
	return [...new Map(refused.map((each) => [`${each.file}\0${each.why}`, each])).values()];
}
