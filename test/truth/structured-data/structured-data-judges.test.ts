import { expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { findSharedData, readVector, vectorPath } from "#test/vectors/vectors.ts";
import type { JudgeResult } from "../judge-result.ts";
import { judgeExtruct } from "./judge-extruct.ts";
import { judgeJsonLdInHtml } from "./judge-json-ld-html.ts";
import { judgeSchemaOrgBlocks, judgeSchemaOrgForms, judgeSchemaOrgMarkup } from "./judge-schema-org.ts";

const EXTRUCT = findSharedData("data/jsonld/extruct");

const named = ({ disagreements }: JudgeResult) => disagreements.map((each) => each.case);
const examples = () => readVector("schema-org/schemaorg-all-examples.txt");

it(`reads every JSON-LD block of schema.org's examples`, () => {
	const result = judgeSchemaOrgBlocks(examples());
	expect(named(result)).toEqual([]);
	expect(result).toMatchObject({ cases: 460, agreed: 460 });
});

it(`reads the types of their Microdata and RDFa`, () => {
	const result = judgeSchemaOrgMarkup(examples());
	// Its address and place stand after the end of the element whose vocab gives their words a meaning.
	expect(named(result)).toEqual(["#eg-0438 TouristAttraction, touristType, isAccessibleForFree, Cemetery rdfa"]);
	expect(result.cases).toBe(386);
});

if (FULL)
	it(`finds the same in each format`, () => {
		const result = judgeSchemaOrgForms(examples());
		expect(named(result)).toEqual([
			"#eg-0438 TouristAttraction, touristType, isAccessibleForFree, Cemetery: rdfa and json",
		]);
		expect(result.cases).toBeGreaterThan(330);
	});

it.skipIf(!EXTRUCT.path)(`agrees with extruct on its pages${EXTRUCT.note}`, () => {
	const result = judgeExtruct(EXTRUCT.path ?? "");
	expect(named(result)).toEqual([
		// extruct makes an object of an input's attributes; in HTML section 5.2.4 the value is its text, and it has none.
		"schema.org/SearchAction.001.json Microdata",
	]);
	expect(result.cases).toBe(61);
});

it(`reads JSON-LD in HTML as W3C's tests ask`, () => {
	const result = judgeJsonLdInHtml(vectorPath("json-ld"));
	expect(named(result)).toEqual([]);
	expect(result).toMatchObject({ cases: 50, agreed: 50 });
});
