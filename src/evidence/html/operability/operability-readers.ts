import type { PageDigest } from "../../page-digest.ts";
import type { FactReaders, FactStart } from "../fact-readers.ts";
import { AriaBarriers } from "./aria-barriers.ts";
import { Autocomplete } from "./autocomplete.ts";
import { BarrierList } from "./barrier-list.ts";
import { Decoration } from "./decoration.ts";
import { HiddenFocus } from "./hidden-focus.ts";
import { IdReferences } from "./id-references.ts";
import { Keyboard } from "./keyboard.ts";
import { LandmarkPairs } from "./landmark-pairs.ts";
import { LanguageParts } from "./language-parts.ts";
import { ListStructure } from "./list-structure.ts";
import { NameBarriers } from "./name-barriers.ts";
import { RoleContext } from "./role-context.ts";
import { SubjectReader } from "./subject-reader.ts";
import { TableStructure } from "./table-structure.ts";

/** Barriers that the source alone decides. */
export function operabilityReaders({ tape, labels, source }: FactStart): FactReaders<Pick<PageDigest, "operability">> {
	const list = new BarrierList();
	const languages = new LanguageParts(list);
	const subjects = new SubjectReader([
		new NameBarriers(list, tape, labels),
		new AriaBarriers(list),
		new Decoration(list),
		new RoleContext(list),
		new IdReferences(list),
		new HiddenFocus(list),
		new Keyboard(list),
		new Autocomplete(list),
		new ListStructure(list),
		new TableStructure(list),
		new LandmarkPairs(list),
		languages,
	]);
	return {
		readers: [subjects, { text: (node, here) => languages.text(node, here) }],
		finish: (end) => {
			subjects.finish(end);
			return { operability: list.finish(source) };
		},
	};
}
