import type { PageDigest } from "../../page-digest.ts";
import { JsonLdBlocks } from "../json/json-ld.ts";
import type { Page } from "../page.ts";
import { collectMicrodata } from "./microdata.ts";
import { collectRdfa } from "./rdfa.ts";
import { UnknownTerms } from "./schema-org.ts";
import { statedFacts } from "./stated-facts.ts";

type StructuredData = Pick<PageDigest, "jsonLd" | "microdata" | "rdfa" | "stated" | "unknownTerms">;

/** Structured data in all three forms, which of its facts a person sees too, and which of its names are unknown. */
export function collectStructuredData(page: Page): StructuredData {
	// Each name is kept once, at its first place: in this order of the forms.
	const unknown = new UnknownTerms();
	const blocks = new JsonLdBlocks(page, unknown);
	const facts = {
		jsonLd: blocks.digest,
		microdata: collectMicrodata(page, unknown),
		rdfa: collectRdfa(page, unknown),
	};
	const stated = statedFacts(facts, page.steps, (block, name, value) => blocks.locate(block, name, value));
	return { ...facts, stated, unknownTerms: unknown.finish() };
}
