import type { PageDigest } from "../page-digest.ts";
import { AppRootReader } from "./app-root-reader.ts";
import { contentReaders } from "./content/content-readers.ts";
import { CountReader } from "./count-reader.ts";
import type { FactStart } from "./fact-readers.ts";
import { formReaders } from "./forms/form-readers.ts";
import { HeadReader } from "./head-reader.ts";
import { HiddenReader } from "./hidden-reader.ts";
import { markupReaders } from "./markup/markup-readers.ts";
import { AccessibleNames } from "./names/accessible-names.ts";
import { anchorOf, anchorReader, baseOf } from "./names/anchor-reader.ts";
import { FieldReader } from "./names/field-reader.ts";
import { headingOf, headingReader } from "./names/heading-reader.ts";
import { imageOf, imageReader } from "./names/image-reader.ts";
import { LabelReader } from "./names/label-reader.ts";
import { landmarkReader, landmarksIn } from "./names/landmark-reader.ts";
import { NameTape } from "./names/name-tape.ts";
import { operabilityReaders } from "./operability/operability-readers.ts";
import { TextReader } from "./text-reader.ts";
import { PageSource } from "./tree/page-source.ts";
import { parsePage } from "./tree/page-tree.ts";
import { concealedBy } from "./tree/style-sheets.ts";
import { walk } from "./tree/walk.ts";

/** What decoded HTML says; `truncated` is true where the page has more nodes than are kept. */
export type ReadPage = Omit<PageDigest, "bytes" | "charset">;

/** Parses decoded HTML and reads it in one walk. `url` is the address that relative ones begin from. */
export function readPage(html: string, url: string): ReadPage {
	const source = new PageSource(html);
	const tree = parsePage(html);
	const { readers, finish } = pageReaders(source, url);
	walk(tree.root, readers, concealedBy(tree.styles));
	return {
		truncated: tree.full,
		doctype: tree.root.childNodes.some((node) => node.nodeName === "#documentType"),
		...finish(),
	};
}

/** Every reader of a page, and what they have to say once the walk is over. */
function pageReaders(source: PageSource, url: string) {
	const tape = new NameTape();
	const text = new TextReader();
	const labels = new LabelReader(tape);
	const start = { tape, labels, source, text, url };
	const elements = elementReaders(start);
	const hidden = new HiddenReader(source);
	const appRoot = new AppRootReader(text.visible);
	const groups = [markupReaders(start), contentReaders(start), formReaders(start), operabilityReaders(start)] as const;
	const [markup, content, forms, operability] = groups;
	return {
		// The tape comes first: the others ask where it stands.
		readers: [tape, labels, ...elements.readers, hidden, text, appRoot, ...groups.flatMap((group) => group.readers)],
		finish: () => {
			const names = new AccessibleNames(tape);
			const base = baseOf(elements.baseHref(), url);
			const end = { names, base };
			return {
				...elements.finish(names, base),
				hidden: hidden.finish(),
				appRoot: appRoot.finish(source),
				...markup.finish(end),
				...content.finish(end),
				...forms.finish(end),
				...operability.finish(end),
			};
		},
	};
}

/** Readers that list elements of one sort. */
function elementReaders({ source, tape, labels, url }: FactStart) {
	const head = new HeadReader(source);
	const headings = headingReader(tape);
	const anchors = anchorReader(tape);
	const images = imageReader(tape);
	const landmarks = landmarkReader(tape);
	const fields = new FieldReader();
	const counts = new CountReader(url);
	return {
		readers: [head, headings, anchors, images, landmarks, fields, counts],
		baseHref: () => head.baseHref,
		finish: (names: AccessibleNames, base: string) => ({
			lang: head.lang,
			titles: head.titles,
			baseHref: head.baseHref,
			metas: head.metas,
			links: head.links,
			headings: headings.found.map((found) => headingOf(found, names, source)),
			anchors: anchors.found.map((found) => anchorOf(found, names, source, base)),
			images: images.found.map((found) => imageOf(found, names, source)),
			fields: fields.finish(names, labels, source),
			landmarks: landmarksIn(landmarks.found, names, source),
			counts: {
				elements: counts.elements,
				depth: counts.depth,
				scripts: counts.scripts,
				idleScripts: counts.idleScripts,
				anchors: anchors.count,
				images: images.count,
				fields: fields.count,
				headings: headings.count,
			},
		}),
	};
}
