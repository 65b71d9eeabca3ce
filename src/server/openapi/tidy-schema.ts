import type { z } from "zod";

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;
type Written = Parameters<Override>[0]["jsonSchema"];

/**
 * What is changed in each JSON Schema that zod writes, so that it says what we promise and no more.
 * @param io whether a client sends it (`input`) or gets it (`output`)
 */
export function tidySchema(io: "input" | "output"): Override {
	return ({ jsonSchema }) => {
		// Clients that refuse unknown members would break with every member that we add.
		if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
		// The format says it; the pattern is two hundred characters of calendar.
		if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
		if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
		if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
		joinConstants(jsonSchema);
	};
}

/** A choice between constants of one type is an enumeration. */
function joinConstants(schema: Written): void {
	const options = schema.anyOf ?? [];
	const [first] = options;
	if (!first || !options.every((each) => each.const !== undefined && each.type === first.type)) return;
	delete schema.anyOf;
	Object.assign(schema, { type: first.type, enum: options.map((each) => each.const) });
}
