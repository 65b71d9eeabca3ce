const REFERENCE = /&(?:#[0-9]+|#x[0-9a-f]+|[a-z_:][\w:.-]{0,80});/iy;
const NEXT = /&|<!\[CDATA\[|<!--/g;

/**
 * The place of the first `&` that begins no reference (XML 1.0 section 2.4), the usual fault of addresses written into
 * XML by hand; undefined when there is none. A parser reads on for the missing `;` and complains far behind it.
 * Linear: a literal section that does not end is skipped once.
 */
export function strayAmpersand(xml: string): { readonly line: number; readonly column: number } | undefined {
	NEXT.lastIndex = 0;
	for (let found = NEXT.exec(xml); found; found = NEXT.exec(xml)) {
		const { index } = found;
		if (found[0] === "&") {
			REFERENCE.lastIndex = index;
			if (!REFERENCE.test(xml)) return placeOf(xml, index);
			NEXT.lastIndex = REFERENCE.lastIndex;
		} else {
			const end = xml.indexOf(found[0] === "<!--" ? "-->" : "]]>", index);
			if (end < 0) return undefined;
			NEXT.lastIndex = end + 3;
		}
	}
	return undefined;
}

function placeOf(xml: string, index: number) {
	const before = xml.slice(0, index);
	return { line: before.split("\n").length, column: index - before.lastIndexOf("\n") };
}
