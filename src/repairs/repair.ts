import type { Occurrence } from "#core/occurrence.ts";
import type { Finding } from "#core/report.ts";
import type { Element, HtmlFile } from "./html-file.ts";
import type { SiteFiles } from "./site-files.ts";
import type { Escapes, TextEdit } from "./source-text.ts";

/** An edit of one file, in characters; creates a missing file. */
export interface FileEdit extends TextEdit {
	/** Real path. */
	readonly file: string;
	readonly escapes: Escapes;
}

/** A check's fault and the files with it. */
export interface Fault {
	readonly finding: Finding;
	/** All places, page by page; empty if the check concerns the site as a whole. */
	readonly places: readonly Occurrence[];
	readonly site: SiteFiles;
	/** Whether drafts for people to edit may be written. */
	readonly drafts: boolean;
	/** Places that the repair leaves to people; the repair adds to it. */
	readonly left: Set<Occurrence>;
}

/** Yields the smallest edits for what is certain, and leaves the rest alone. */
export type Repair = (fault: Fault) => AsyncIterable<FileEdit>;

type OfPage = (page: HtmlFile, places: readonly Occurrence[], fault: Fault) => Iterable<TextEdit>;

/** Page by page. @param escapes how to write characters that the file's encoding lacks */
export function onPages(edits: OfPage, escapes: Escapes = "html"): Repair {
	return async function* (fault) {
		for (const [file, places] of Map.groupBy(fault.places, (place) => place.file)) {
			if (file !== undefined) yield* await editsOf(file, places, fault);
			else leave(places, fault);
		}
	};
	async function editsOf(file: string, places: readonly Occurrence[], fault: Fault): Promise<readonly FileEdit[]> {
		const page = await fault.site.page(file, places[0]?.page ?? "");
		const found = page ? [...edits(page, places, fault)] : [];
		if (found.length === 0) leave(places, fault);
		return found.map((edit) => ({ ...edit, file, escapes }));
	}
}

function leave(places: readonly Occurrence[], { left }: Fault): void {
	for (const place of places) left.add(place);
}

type OfElement = (page: HtmlFile, element: Element, place: Occurrence, fault: Fault) => Iterable<TextEdit>;

/** Place by place, for the element that begins there. */
export function atElements(edits: OfElement): Repair {
	return onPages(function* (page, places, fault) {
		const seen = new Set<Element>();
		for (const [part, place] of places.entries()) {
			const element = page.elementAt(place);
			if (element && seen.has(element)) continue;
			const found = element ? [...edits(page, element, place, fault)] : [];
			if (element) seen.add(element);
			if (found.length === 0) fault.left.add(place);
			yield* found.map((edit) => ({ ...edit, part }));
		}
	});
}

type OfHome = (page: HtmlFile, fault: Fault) => Iterable<TextEdit>;

/** On the home page, for faults of the whole site. */
export function onHome(edits: OfHome): Repair {
	return async function* (fault) {
		const home = await fault.site.pageAt(fault.site.target.url);
		if (home) for (const edit of edits(home.page, fault)) yield { ...edit, file: home.file, escapes: "html" };
	};
}
