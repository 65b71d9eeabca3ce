import type { Endpoint } from "../api/endpoint.ts";

/** What each group of endpoints is for, in the order in which readers meet them. */
export const TAG_WORDS: Readonly<Record<Endpoint["tag"], string>> = {
	Audits: "Audit a site, compare two, or compute what fixes would gain.",
	Briefs: "The executive brief of a site, with pages to hand on.",
	Wall: "Sites whose audits are public.",
	Tools: "What agents can call in the browser.",
	Operation: "How the service fares.",
};
