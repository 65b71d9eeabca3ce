/** Targets of one relation in a Link header (RFC 8288 section 3), as written. */
export function linkTargets(header: string | undefined, relation: string): readonly string[] {
	const targets: string[] = [];
	for (const [, target = "", parameters = ""] of (header ?? "").matchAll(/<([^<>]*)>([^<]*)/g)) {
		const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
		const relations = (quoted ?? bare ?? "").toLowerCase().split(/\s+/);
		if (relations.includes(relation)) targets.push(target.trim());
	}
	return targets;
}
