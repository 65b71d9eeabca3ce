import { AccessibleNames } from "../names/accessible-names.ts";
import { LabelReader } from "../names/label-reader.ts";
import { NameTape } from "../names/name-tape.ts";
import { TextReader } from "../text-reader.ts";
import { PageSource } from "../tree/page-source.ts";
import { parsePage } from "../tree/page-tree.ts";
import { walk } from "../tree/walk.ts";
import { contentReaders } from "./content-readers.ts";

/** What the content readers say of a page, without the readers of other groups. */
export function readContent(html: string, url = "https://site.example/blog/") {
	const text = new TextReader();
	const tape = new NameTape();
	const labels = new LabelReader(tape);
	const group = contentReaders({ text, tape, labels, source: new PageSource(html), url });
	walk(parsePage(html).root, [tape, text, ...group.readers]);
	return group.finish({ names: new AccessibleNames(tape), base: url });
}
