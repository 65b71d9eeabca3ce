import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sharedPath } from "#evidence/shared-data.testkit.ts";
import type { JudgeResult } from "../judge-result.ts";
import { judgeExtruct } from "./judge-extruct.ts";
import { judgeJsonLdInHtml } from "./judge-json-ld-html.ts";
import { judgeSchemaOrgBlocks, judgeSchemaOrgForms, judgeSchemaOrgMarkup } from "./judge-schema-org.ts";

const EXAMPLES = sharedPath("data/jsonld/schemaorg/schemaorg-all-examples.txt");
const EXTRUCT = sharedPath("data/jsonld/extruct");
const W3C = sharedPath("data/jsonld/w3c-json-ld-html");

const named = ({ disagreements }: JudgeResult) => disagreements.map((each) => each.case);
const skipped = (path: string | undefined) => (path ? "" : " (skipped: no ../shared)");
const examples = () => readFileSync(EXAMPLES ?? "", "utf8");

it.skipIf(!EXAMPLES)(`reads every JSON-LD block of schema.org's examples${skipped(EXAMPLES)}`, () => {
	const result = judgeSchemaOrgBlocks(examples());
	expect(named(result)).toEqual([]);
	expect(result).toMatchObject({ cases: 460, agreed: 460 });
});

it.skipIf(!EXAMPLES)(`reads the types of their Microdata and RDFa${skipped(EXAMPLES)}`, () => {
	const result = judgeSchemaOrgMarkup(examples());
	// Its address and place stand after the end of the element whose vocab gives their words a meaning.
	expect(named(result)).toEqual(["#eg-0438 TouristAttraction, touristType, isAccessibleForFree, Cemetery rdfa"]);
	expect(result.cases).toBe(386);
});

it.skipIf(!EXAMPLES)(`finds the same in each form where the same stands there${skipped(EXAMPLES)}`, () => {
	const result = judgeSchemaOrgForms(examples());
	expect(named(result)).toEqual([
		"#eg-0438 TouristAttraction, touristType, isAccessibleForFree, Cemetery: rdfa and json",
	]);
	expect(result.cases).toBeGreaterThan(330);
});

it.skipIf(!EXTRUCT)(`agrees with extruct on its pages${skipped(EXTRUCT)}`, () => {
	const result = judgeExtruct(EXTRUCT ?? "");
	expect(named(result)).toEqual([
		// extruct makes an object of an input's attributes; in HTML section 5.2.4 the value is its text, and it has none.
		"schema.org/SearchAction.001.json Microdata",
	]);
	expect(result.cases).toBe(61);
});

it.skipIf(!W3C)(`reads JSON-LD in HTML as W3C's tests ask${skipped(W3C)}`, () => {
	const result = judgeJsonLdInHtml(W3C ?? "");
	expect(named(result)).toEqual([]);
	expect(result).toMatchObject({ cases: 50, agreed: 50 });
});
