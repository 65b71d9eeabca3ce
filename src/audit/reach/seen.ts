import { clip } from "#checks/shared/exhibits.ts";
import {
	SEEN_DESCRIPTION_LENGTH,
	SEEN_LANG_LENGTH,
	SEEN_TEXT_LENGTH,
	SEEN_TITLE_LENGTH,
	SEEN_TYPE_LENGTH,
	SEEN_TYPES_MAX,
	type Seen,
} from "#core/report.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import type { PageDigest } from "#evidence/page-digest.ts";

/**
 * The home page as a machine reads it: each text on one line and cut, otherwise as it stands there. Undefined where no
 * page came back.
 */
export function seenOf({ home }: Pick<Evidence, "home">): Seen | undefined {
	if (home.state !== "found") return undefined;
	const { digest } = home.value;
	const title = digest.titles[0]?.text;
	const description = digest.metas.find(({ by, key }) => by === "name" && key === "description")?.content;
	const lang = digest.lang?.text;
	return {
		...texts({ title }, SEEN_TITLE_LENGTH),
		...texts({ description }, SEEN_DESCRIPTION_LENGTH),
		text: clip(digest.text.contentStart || digest.text.start, SEEN_TEXT_LENGTH),
		types: typesOf(digest),
		...texts({ lang }, SEEN_LANG_LENGTH),
		...(digest.dir === undefined ? {} : { dir: digest.dir }),
	};
}

/** What holds nothing is left out: a machine reads an empty title as none. */
function texts<K extends string>(given: { readonly [N in K]: string | undefined }, length: number) {
	const kept = Object.entries<string | undefined>(given).map(([name, text = ""]) => [name, clip(text, length)]);
	return Object.fromEntries(kept.filter(([, text]) => text !== "")) as { [N in K]?: string };
}

/** In the order of the page, JSON-LD first; what only describes another node is left out. */
function typesOf({ jsonLd, microdata, rdfa }: PageDigest): string[] {
	const top = [...jsonLd.nodes, ...microdata, ...rdfa].filter((node) => node.top);
	const types = top.flatMap((node) => node.types.map((type) => clip(type, SEEN_TYPE_LENGTH)));
	return [...new Set(types.filter((type) => type !== ""))].slice(0, SEEN_TYPES_MAX);
}
