import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { Failure } from "#core/failure.ts";
import { byCodeUnits, plainCount } from "#core/wording.ts";
import { overlap, PatchedFile } from "./patched-file.ts";
import type { PlacedEdit, Repaired, RepairedFile, RepairStep } from "./repair-folder.ts";
import type { Refused } from "./site-files.ts";
import { type Around, Dense, type Stretch, spelledFor, stretchesIn, whyUnfitFor } from "./source-place.ts";
import type { Edit } from "./source-text.ts";

/** Templates, pages, and files that builds copy. */
const TEMPLATES: ReadonlySet<string> = new Set(
	".astro .html .htm .njk .liquid .hbs .ejs .pug .md .mdx .markdown .jsx .tsx .js .ts .mjs .cjs .vue .svelte .php .txt .xml .webc".split(
		" ",
	),
);
/** Output of builds and tools, and dependencies. */
const NOT_SOURCE = /^(?:node_modules|\..*|dist|build|out|_site|public\/build|vendor)$/;
const LONGEST = 1024 * 1024;
/** Folders that builds copy verbatim: Astro and Next, Hugo; for Jekyll, the folder of its settings. */
const COPIED = [
	{ folder: "public", sign: "public" },
	{ folder: "static", sign: "static" },
	{ folder: "", sign: "_config.yml" },
];

interface SourceFile {
	/** Real path. */
	readonly file: string;
	/** In the source folder, with slashes. */
	readonly path: string;
	readonly bytes: Buffer;
	readonly dense: Dense;
}

interface Place {
	readonly source: SourceFile;
	readonly start: number;
	readonly end: number;
	readonly bytes: Uint8Array;
}

/** The place of an edit, or why it is not certain. */
type Found = Place | { readonly why: string };

/**
 * Applies the repairs to the sources of the pages: finds each edit by its surrounding bytes. Omits and reports edits
 * that fit several places, or that would affect other pages.
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
	const { placed, refused, missed } = await placeEdits(found, root, sources);
	const steps = stepsOf([...placed.values()], refused, missed);
	const files = new Map(steps.flatMap((step) => step.files.map((file) => [file.path, file] as const)));
	const { lift, ...rest } = found;
	return {
		...rest,
		// If some repairs were refused, the new score is unknown before a build.
		...(lift && refused.length === 0 ? { lift } : {}),
		checks: repairedChecks(found.checks, steps, { placed: [...placed.values()], missed }),
		folder: root,
		files: [...files.values()].sort((a, b) => byCodeUnits(a.path, b.path)),
		steps,
		refused: unique([...found.refused, ...refused]),
	};
}

/** `missed`: checks with an edit that has no certain place. */
async function placeEdits(found: Repaired, root: string, sources: readonly SourceFile[]) {
	const pages = await builtPages(found);
	const refused: Refused[] = [];
	const missed = new Set<string>();
	const placed = new Map<string, Placed>();
	for (const own of Map.groupBy(found.edits, ({ whole }) => whole).values()) {
		const places = await Promise.all(
			own.map(async (edit) => {
				const at = await (edit.isNew ? newPlace(edit, root) : placeOf(edit, found, sources, pages));
				return { edit, at };
			}),
		);
		const all = places.flatMap(({ edit, at }) => ("why" in at ? [] : [{ edit, at }]));
		for (const { edit, at } of places)
			if ("why" in at) refused.push({ file: edit.path, check: edit.check, why: at.why });
		// All or none: a label without its field, or half of a list, would be worse.
		if (all.length === own.length) for (const { edit, at } of all) notePlace(placed, at, edit);
		else for (const { check } of own) missed.add(check);
	}
	return { placed, refused, missed };
}

function repairedChecks(
	checks: Repaired["checks"],
	steps: Repaired["steps"],
	{ placed, missed }: { readonly placed: readonly Placed[]; readonly missed: ReadonlySet<string> },
): Repaired["checks"] {
	return checks.flatMap((each) => {
		const step = steps.find(({ check }) => check === each.id);
		if (!step) return [];
		const edits = placed.filter(({ check, asked }) => check === each.id && asked.size === 1).length;
		return [{ ...each, files: step.files.length, edits, after: missed.has(each.id) ? each.before : each.after }];
	});
}

async function* sourcesIn(folder: string, root: string, built: string): AsyncGenerator<SourceFile> {
	const entries = await readdir(folder, { withFileTypes: true });
	for (const entry of entries.sort((a, b) => byCodeUnits(a.name, b.name))) {
		const file = join(folder, entry.name);
		if (entry.isDirectory() && !NOT_SOURCE.test(entry.name) && file !== built) yield* sourcesIn(file, root, built);
		// Symbolic links may lead anywhere.
		if (!entry.isFile() || !TEMPLATES.has(extname(entry.name).toLowerCase())) continue;
		const { size } = await lstat(file);
		if (size > LONGEST) continue;
		const bytes = await readFile(file);
		yield { file, path: relative(root, file).split(sep).join("/"), bytes, dense: new Dense(bytes) };
	}
}

/** By path, without white space. */
async function builtPages({ folder, target, edits }: Repaired): Promise<ReadonlyMap<string, string>> {
	const { openFolder } = await import("#evidence/site/folder-source.ts");
	const client = await openFolder(folder, target.host, new URL(target.url).pathname);
	const pages = new Map<string, string>();
	for await (const { file } of client.pages())
		pages.set(relative(folder, file).split(sep).join("/"), new Dense(await readFile(file)).text);
	for (const { path, isNew } of edits)
		if (!isNew && !pages.has(path)) pages.set(path, new Dense(await readFile(join(folder, path))).text);
	return pages;
}

async function newPlace({ path, bytes }: PlacedEdit, root: string): Promise<Found> {
	for (const { folder, sign } of COPIED) {
		if (!(await lstat(join(root, sign)).catch(() => undefined))) continue;
		const file = join(root, folder, path);
		const source = { file, path: folder === "" ? path : `${folder}/${path}`, bytes: Buffer.alloc(0), dense: NOTHING };
		const there = await lstat(file).catch(() => undefined);
		if (there) return { why: `${source.path} already exists, but is not in the build.` };
		return { source, start: 0, end: 0, bytes };
	}
	return { why: "It is a new file, and the source has no folder public or static that is copied unchanged." };
}

const NOTHING = new Dense(Buffer.alloc(0));

function placeOf(
	edit: PlacedEdit,
	found: Repaired,
	sources: readonly SourceFile[],
	pages: ReadonlyMap<string, string>,
): Found {
	const around = aroundOf(edit);
	const all = sources.flatMap((source) => stretchesIn(source.dense, around).map((hit) => ({ source, hit })));
	const longest = all.reduce((most, { hit }) => Math.max(most, hit.left + hit.right), 0);
	const hits = all.filter(({ hit }) => hit.left + hit.right === longest);
	const [only] = hits;
	if (!only) return { why: "No place in the source has the same text." };
	if (hits.length > 1) return { why: `${hits.length} places in the source have the same text.` };
	const { source, hit } = only;
	const stretch = around.before.slice(around.before.length - hit.left) + around.old + around.after.slice(0, hit.right);
	const fits = pagesThatFit(edit, found);
	const others = [...pages].filter(([path, text]) => !fits.has(path) && text.includes(stretch)).length;
	if (others > 0)
		return {
			why: `${source.path} is what ${others === 1 ? "another page is" : `${plainCount(others, "other page")} are`} made of, too, but this change is not for every one of them.`,
		};
	const { start, end, bytes } = rangeOf(edit, source.dense, hit, around.old.length);
	const { path, dense } = source;
	const text = spelledFor(path, dense.whole, start, Buffer.from(bytes).toString("latin1"));
	const unfit = whyUnfitFor(path, dense.whole, start, text);
	if (unfit !== undefined) return { why: `Its place is ${path}, but ${unfit}.` };
	return { source, start, end, bytes: Buffer.from(text, "latin1") };
}

/** Pages that the same edit is for: those that need it, and those that have the same fault and need nothing else. */
function pagesThatFit(edit: PlacedEdit, { edits, left, folder }: Repaired): ReadonlySet<string> {
	const own = edits.filter(({ check }) => check === edit.check);
	const alike = own.filter(({ bytes, old }) => Buffer.compare(bytes, edit.bytes) === 0 && old.equals(edit.old));
	const asking = new Set(own.map(({ path }) => path));
	const places = left.find(({ finding }) => finding.id === edit.check)?.places ?? [];
	const faulty = places.flatMap(({ file }) =>
		file === undefined ? [] : [relative(folder, file).split(sep).join("/")],
	);
	return new Set([...alike.map(({ path }) => path), ...faulty.filter((path) => !asking.has(path))]);
}

function aroundOf({ before, old, after }: PlacedEdit): Around {
	return { before: new Dense(before).text, old: new Dense(old).text, after: new Dense(after).text };
}

type Range = Omit<Place, "source">;

/** Range of the edit in the source, including the white space to remove. */
function rangeOf(edit: PlacedEdit, source: Dense, hit: Stretch, length: number): Range {
	return length > 0 ? replacedIn(edit, source, hit.at, length) : insertedIn(edit, source, hit);
}

function replacedIn({ old, bytes }: PlacedEdit, { whole, offsetOf }: Dense, at: number, length: number): Range {
	const [start, end] = [offsetOf(at), offsetOf(at + length - 1) + 1];
	const replaced = old.toString("latin1");
	const lead = /[\r\n]$/.test(replaced) ? /[ \t]*$/ : /\s*$/;
	const before = /^\s/.test(replaced) ? (lead.exec(whole.slice(0, start))?.[0].length ?? 0) : 0;
	const behind = /\s$/.test(replaced) ? (/^[ \t]*(?:\r?\n)?/.exec(whole.slice(end))?.[0].length ?? 0) : 0;
	return { start: start - before, end: end + behind, bytes };
}

function insertedIn(
	{ before, old, after, bytes }: PlacedEdit,
	{ whole, offsetOf }: Dense,
	{ at, left }: Stretch,
): Range {
	const [behind, next] = [at === 0 ? 0 : offsetOf(at - 1) + 1, offsetOf(at)];
	const space = old.toString("latin1");
	const lead = /\s*$/.exec(before.toString("latin1"))?.[0] ?? "";
	const trail = /^\s*/.exec(after.toString("latin1"))?.[0] ?? "";
	const start = behind + lead.length;
	if (whole.slice(behind, next) === lead + space + trail) return { start, end: start + space.length, bytes };
	// White space differs in the source: put a tag directly next to its neighbour.
	const text = Buffer.from(bytes).toString("latin1").trim();
	const place = left > 0 ? behind : next;
	return { start: place, end: place, bytes: text.startsWith("<") ? Buffer.from(text, "latin1") : bytes };
}

interface Placed {
	readonly place: Place;
	readonly check: string;
	/** What the pages need at this place. */
	readonly asked: Set<string>;
}

function notePlace(placed: Map<string, Placed>, place: Place, { check }: PlacedEdit): void {
	const key = `${place.source.file}\0${place.start}\0${place.end}\0${check}`;
	const known = placed.get(key) ?? { place, check, asked: new Set() };
	known.asked.add(Buffer.from(place.bytes).toString("base64"));
	placed.set(key, known);
}

/** One step per check; a template cannot hold a value that differs between pages. */
function stepsOf(places: readonly Placed[], refused: Refused[], missed: Set<string>): RepairStep[] {
	const steps: RepairStep[] = [];
	const now = new Map<string, { readonly source: SourceFile; readonly edits: Edit[] }>();
	const fits = places.filter(({ asked, place, check }) => {
		if (asked.size === 1) return true;
		missed.add(check);
		const why = "Each page needs its own value there, which the template has to compute.";
		refused.push({ file: place.source.path, check, why });
		return false;
	});
	for (const [check, own] of Map.groupBy(fits, (each) => each.check)) {
		const touched = new Set<string>();
		for (const { place } of own) {
			const { source, ...range } = place;
			const known = now.get(source.file) ?? { source, edits: [] };
			now.set(source.file, known);
			const edit = { ...range, check };
			if (known.edits.some((each) => overlap(each, edit))) continue;
			known.edits.push(edit);
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
	return [...new Map(refused.map((each) => [`${each.file}\0${each.check}\0${each.why}`, each])).values()];
}
