import { expect, test } from "vitest";
import type { JsonLdBlock } from "#evidence/digest/structured-data.ts";
import { aPage } from "../page.testkit.ts";
import { ownUnlessBroken } from "./broken-blocks.ts";

const PLACE = { at: "line 9, column 1", excerpt: "<script>" };
const SOUND: JsonLdBlock = { ...PLACE, ok: true };
const broken = (...mentions: string[]): JsonLdBlock => ({ ...PLACE, ok: false, mentions });
const OWN = { ownCause: ["jsonld-parse"] };

test.each<[string, readonly JsonLdBlock[], object]>([
	["no block", [], {}],
	["sound blocks, which fail nothing", [SOUND], {}],
	["a broken block of the type", [SOUND, broken("BreadcrumbList", "WebSite")], {}],
	["a broken block of another type", [SOUND, broken("BreadcrumbList")], OWN],
	["the only block, of another type", [broken("BreadcrumbList")], OWN],
	["the only block, of which nothing is known", [broken()], {}],
	["one of several, of which nothing is known", [SOUND, broken()], OWN],
])("%s", (_, blocks, own) => {
	const page = aPage({ digest: { jsonLd: { blocks, nodes: [] } } });
	expect(ownUnlessBroken(page, (type) => type === "WebSite")).toEqual(own);
});
