import data from "./schema-org.json" with { type: "json" };

export const SCHEMA_ORG_VERSION = data.version;

/** Space-separated names: properties, and types with their supertypes (`Dentist<MedicalBusiness`). */
export const SCHEMA_ORG_TERMS: { readonly types: string; readonly properties: string } = data;

let parents: ReadonlyMap<string, readonly string[]> | undefined;

/** Type → supertypes. Split lazily: most programs need none. */
export function schemaOrgTypes(): ReadonlyMap<string, readonly string[]> {
	parents ??= new Map(
		data.types.split(" ").map((entry) => {
			const [type = "", ...above] = entry.split("<");
			return [type, above];
		}),
	);
	return parents;
}

/** Whether `type`, without prefix, is `wanted` or a subtype. */
export function isKindOf(type: string, wanted: string): boolean {
	const seen = new Set<string>();
	const work = [type];
	for (let name = work.pop(); name !== undefined; name = work.pop()) {
		if (name === wanted) return true;
		if (seen.has(name)) continue;
		seen.add(name);
		work.push(...(schemaOrgTypes().get(name) ?? []));
	}
	return false;
}

export function isOrganizationType(type: string): boolean {
	return isKindOf(type, "Organization");
}

export function isLocalBusinessType(type: string): boolean {
	return isKindOf(type, "LocalBusiness");
}
