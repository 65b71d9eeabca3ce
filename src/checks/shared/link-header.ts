/** Targets of one relation in a Link header (RFC 8288 section 3), as written. */
export function linkTargets(header: string | undefined, relation: string): readonly string[] {
	const targets: string[] = [];
	const field = header ?? "";
	for (const { 0: whole, 1: target = "", index } of field.matchAll(/<([^<>]*)>/g)) {
		const relations = relOf(field, index + whole.length)
			.toLowerCase()
			.split(/\s+/);
		if (relations.includes(relation)) targets.push(target.trim());
	}
	return targets;
}

/** The first `rel` among the parameters that begin here; what stands in quotes is no parameter. */
function relOf(field: string, from: number): string {
	const parameter = /[ \t]*;[ \t]*([^\s=;,"<]*)[ \t]*(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"<]*)))?/y;
	parameter.lastIndex = from;
	for (let found = parameter.exec(field); found; found = parameter.exec(field)) {
		if (found[1]?.toLowerCase() === "rel") return found[2] ?? found[3] ?? "";
	}
	return "";
}
