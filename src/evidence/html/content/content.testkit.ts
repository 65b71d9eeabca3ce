import { AccessibleNames } from "../accessible-names.ts";
import { LabelReader } from "../label-reader.ts";
import { NameTape } from "../name-tape.ts";
import { PageSource } from "../page-source.ts";
import { parsePage } from "../page-tree.ts";
import { TextReader } from "../text-reader.ts";
import { walk } from "../walk.ts";
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
