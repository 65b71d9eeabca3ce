const SVG = "http://www.w3.org/2000/svg";
/** What the paths of a seal are drawn with. */
const DRAWN_WITH = ["fill", "stroke", "stroke-width", "stroke-dasharray", "transform", "d"];

/**
 * A seal as the API has drawn it, drawn again: its paths and its words, and nothing else that might stand in the text. Undefined for
 * what is no such picture.
 */
export function sealPicture(svg: string): SVGElement | undefined {
	// The page's policy refuses style sheets in elements, and says so aloud: the paths have their colours as attributes.
	const unstyled = svg.replace(/<style>[^<]*<\/style>/, "");
	const read = new DOMParser().parseFromString(unstyled, "image/svg+xml").documentElement;
	if (read.localName !== "svg" || read.namespaceURI !== SVG) return undefined;
	const paths = [...read.children].filter(({ localName }) => localName === "path");
	if (paths.length === 0) return undefined;
	const picture = drawn("svg", read, ["width", "height", "viewBox"]);
	picture.setAttribute("role", "img");
	picture.setAttribute("aria-label", wordsOf(read, "title"));
	picture.append(...paths.map((path) => drawn("path", path, DRAWN_WITH)));
	return picture;
}

function drawn(name: "svg" | "path", from: Element, attributes: readonly string[]): SVGElement {
	const made = document.createElementNS(SVG, name);
	for (const attribute of attributes) {
		const value = from.getAttribute(attribute);
		if (value !== null) made.setAttribute(attribute, value);
	}
	return made;
}

function wordsOf(read: Element, name: string): string {
	return [...read.children].find(({ localName }) => localName === name)?.textContent ?? "";
}
