import { VALUE_LENGTH } from "../page-caps.ts";
import { cut } from "../tree/fold-text.ts";
import { isSchemaOrg } from "./schema-org.ts";

/** Vocabulary and prefixes in force at an element; elements share them until one of them changes something. */
export interface RdfaNames {
	/** Null where no vocabulary is in force: a bare word then means nothing. */
	readonly vocab: string | null;
	readonly prefixes: ReadonlyMap<string, string>;
	readonly outer: RdfaNames | null;
}

/** Prefixes that need no declaration, of RDFa's initial context (www.w3.org/2011/rdfa-context/rdfa-1.1): those in use. */
const INITIAL: ReadonlyMap<string, string> = new Map([
	["cc", "http://creativecommons.org/ns#"],
	["dc", "http://purl.org/dc/terms/"],
	["dc11", "http://purl.org/dc/elements/1.1/"],
	["dcterms", "http://purl.org/dc/terms/"],
	["foaf", "http://xmlns.com/foaf/0.1/"],
	["gr", "http://purl.org/goodrelations/v1#"],
	["ical", "http://www.w3.org/2002/12/cal/icaltzd#"],
	["og", "http://ogp.me/ns#"],
	["org", "http://www.w3.org/ns/org#"],
	["owl", "http://www.w3.org/2002/07/owl#"],
	["rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"],
	["rdfa", "http://www.w3.org/ns/rdfa#"],
	["rdfs", "http://www.w3.org/2000/01/rdf-schema#"],
	["rev", "http://purl.org/stuff/rev#"],
	["schema", "http://schema.org/"],
	["sioc", "http://rdfs.org/sioc/ns#"],
	["skos", "http://www.w3.org/2004/02/skos/core#"],
	["v", "http://rdf.data-vocabulary.org/#"],
	["vcard", "http://www.w3.org/2006/vcard/ns#"],
	["void", "http://rdfs.org/ns/void#"],
	["xsd", "http://www.w3.org/2001/XMLSchema#"],
]);

export const INITIAL_NAMES: RdfaNames = { vocab: null, prefixes: INITIAL, outer: null };

/** Names inside an element with these attributes. An empty vocab takes the vocabulary away (RDFa 1.1 section 7.5, step 2). */
export function namesInside(outer: RdfaNames, vocab: string | undefined, prefix: string | undefined): RdfaNames {
	if (vocab === undefined && prefix === undefined) return outer;
	const prefixes = new Map<string, string>();
	const words = wordsOf(prefix);
	for (const [index, word] of words.entries()) {
		const iri = words[index + 1];
		if (word.endsWith(":") && word.length > 1 && iri) prefixes.set(word.slice(0, -1).toLowerCase(), iri);
	}
	if (vocab === undefined) return { vocab: outer.vocab, prefixes, outer };
	// Pages leave the slash of schema.org's address away; nobody means https://schema.orgPerson.
	const own = isSchemaOrg(vocab) ? "https://schema.org/" : vocab.trim();
	return { vocab: own || null, prefixes, outer };
}

/** IRI of a term, compact IRI or IRI (RDFa 1.1 section 7.4.3); null for a word that no vocabulary defines. */
export function expandName(name: string, names: RdfaNames): string | null {
	const colon = name.indexOf(":");
	if (colon < 0) return names.vocab === null ? null : names.vocab + name;
	const prefix = name.slice(0, colon).toLowerCase();
	// Nesting with prefixes of its own at each step is no practice; a page that does it on purpose is not followed.
	let scope: RdfaNames | null = names;
	for (let steps = 0; scope && steps < 64; steps++) {
		const iri = scope.prefixes.get(prefix);
		if (iri !== undefined) return iri + name.slice(colon + 1);
		scope = scope.outer;
	}
	return INITIAL.has(prefix) ? `${INITIAL.get(prefix)}${name.slice(colon + 1)}` : name;
}

/** The words of an attribute, in their own case. */
export function wordsOf(value: string | undefined): string[] {
	if (value === undefined) return [];
	return cut(value.toWellFormed(), VALUE_LENGTH)
		.split(/[\t\n\f\r ]+/)
		.filter(Boolean);
}
