import { attribute } from "../tree/attributes.ts";
import { isElement, type PageElement } from "../tree/page-tree.ts";
import { explicitRole } from "./roles.ts";

/** Ancestors that are asked; a control's own part of the page is mostly nearer. */
const MAX_ANCESTORS = 25;
/** Class lists of page builders reach some hundred characters. */
const NAMES_LENGTH = 500;
/** Classes of these speak of the page as a whole, such as `search-results`. */
const WHOLE: ReadonlySet<string> = new Set(["html", "body", "main"]);
const APART: ReadonlySet<string> = new Set(["dialog", "alertdialog", "search"]);
/** Words of class and id, between spaces, hyphens and underscores. */
const NAMES = new RegExp(
	`(?:^|[\\s_-])(?:${[
		"dialog|modal|popup|lightbox|offcanvas",
		"search[_-]?(?:form|box|bar|overlay|popup|panel|drawer|dropdown|layer|flyout|suggestions?|autocomplete)",
		"(?:predictive|live|ajax|instant|quick|header)[_-]search",
		"comments?|commentlist|disqus|kommentare?|commentaires?|comentarios",
		// Feeds of social networks, by the names that widespread plugins write.
		"social|instagram|insta|facebook|twitter|tiktok|pinterest|sbi|cff|ctf|sby|juicer|elfsight|eapps|taggbox|flockler",
	].join("|")})(?=$|[\\s_-])`,
	"i",
);

/** True inside a search, a dialog, a comment section or a feed of a social network, as roles and class names tell. */
export function standsApart(element: PageElement): boolean {
	let here: PageElement | undefined = element;
	for (let steps = 0; here && steps < MAX_ANCESTORS; steps++) {
		if (WHOLE.has(here.tagName)) return false;
		if (isApart(here)) return true;
		const parent: PageElement["parentNode"] = here.parentNode;
		here = parent && isElement(parent) ? parent : undefined;
	}
	return false;
}

function isApart(element: PageElement): boolean {
	if (element.attrs.length === 0) return APART.has(element.tagName);
	if (APART.has(explicitRole(element) ?? element.tagName)) return true;
	return ["class", "id"].some((name) => NAMES.test((attribute(element, name) ?? "").slice(0, NAMES_LENGTH)));
}
