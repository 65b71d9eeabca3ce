import type { PageDigest } from "../page-digest.ts";
import { AccessibleNames } from "./accessible-names.ts";
import { anchorOf, anchorReader, baseOf } from "./anchor-reader.ts";
import { AppRootReader } from "./app-root-reader.ts";
import { CountReader } from "./count-reader.ts";
import { FieldReader } from "./field-reader.ts";
import { HeadReader } from "./head-reader.ts";
import { headingOf, headingReader } from "./heading-reader.ts";
import { HiddenReader } from "./hidden-reader.ts";
import { imageOf, imageReader } from "./image-reader.ts";
import { JsonLdReader } from "./json-ld-reader.ts";
import { landmarkReader, landmarksIn } from "./landmark-reader.ts";
import { NameTape } from "./name-tape.ts";
import { PageSource } from "./page-source.ts";
import { parsePage } from "./page-tree.ts";
import { TextReader } from "./text-reader.ts";
import { walk } from "./walk.ts";

/** What decoded HTML says; `truncated` is true where the page has more nodes than are kept. */
export type ReadPage = Omit<PageDigest, "bytes" | "charset">;

/** Parses decoded HTML and reads it in one walk. `url` is the address that relative ones begin from. */
export function readPage(html: string, url: string): ReadPage {
	const source = new PageSource(html);
	const tree = parsePage(html);
	const tape = new NameTape();
	const head = new HeadReader(source);
	const headings = headingReader(tape);
	const anchors = anchorReader(tape);
	const images = imageReader(tape);
	const landmarks = landmarkReader(tape);
	const fields = new FieldReader(tape);
	const jsonLd = new JsonLdReader(source);
	const hidden = new HiddenReader(source);
	const text = new TextReader();
	const appRoot = new AppRootReader(text.visible);
	const counts = new CountReader();
	// The tape comes first: the others ask where it stands.
	walk(tree.root, [tape, head, headings, anchors, images, landmarks, fields, jsonLd, hidden, text, appRoot, counts]);
	const names = new AccessibleNames(tape);
	const base = baseOf(head.baseHref, url);
	return {
		truncated: tree.full,
		doctype: tree.root.childNodes.some((node) => node.nodeName === "#documentType"),
		lang: head.lang,
		titles: head.titles,
		baseHref: head.baseHref,
		metas: head.metas,
		links: head.links,
		headings: headings.found.map((found) => headingOf(found, names, source)),
		anchors: anchors.found.map((found) => anchorOf(found, names, source, base)),
		images: images.found.map((found) => imageOf(found, names, source)),
		fields: fields.finish(names, source),
		landmarks: landmarksIn(landmarks.found, names, source),
		jsonLd: jsonLd.finish(),
		hidden: hidden.finish(),
		text: { visible: text.visible.length, main: text.mainLength, start: text.visible.start },
		appRoot: appRoot.finish(source),
		counts: {
			elements: counts.elements,
			depth: counts.depth,
			scripts: counts.scripts,
			anchors: anchors.count,
			images: images.count,
			fields: fields.count,
			headings: headings.count,
		},
	};
}
