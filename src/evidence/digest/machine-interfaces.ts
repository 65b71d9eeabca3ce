import type { Located } from "./content.ts";

/** What a site offers to programs, as it was found where the site declares it. */

/** Where a site names a file or an endpoint for machines. */
export interface Declaration {
	/** `link element`, `Link header`, `api-catalog`, `agent-card`, `robots.txt`, `anchor`, or another machine file. */
	readonly declaredIn: string;
	/** Link relation, or the member that names it, such as `service-desc`. */
	readonly rel: string;
	/** Media type that the declaration promises, lower case; "" when it promises none. */
	readonly promised: string;
	/** The line, tag or header that declares it. */
	readonly at: string;
	readonly excerpt: string;
}

/** A declared address, and what came of asking for it; the budget decides how many are asked for. */
export interface DeclaredTarget extends Declaration {
	/** Absolute, without fragment. */
	readonly url: string;
	/** `asked` has a status, `failed` is what came in place of an answer, `not-asked` says why not. */
	readonly answer:
		| {
				readonly state: "asked";
				readonly status: number;
				readonly contentType: string;
				readonly sniffed: string;
				/** True where the site gives the same kind of answer to a path that cannot exist. */
				readonly softNotFound: boolean;
		  }
		| { readonly state: "failed"; readonly code: string; readonly reason: string }
		| { readonly state: "not-asked"; readonly reason: string };
}

/** A text file for machines, such as llms.txt, as far as it can be judged without its words. */
export interface MachineText {
	/** Text of the first `# ` heading; null where there is none. */
	readonly h1: string | null;
	/** Characters of the whole file. */
	readonly characters: number;
	/** True where the file is longer than what was read. */
	readonly truncated: boolean;
	/** Absolute addresses of Markdown links without fragment, each once, the first 200. */
	readonly links: readonly string[];
	/** Addresses and absolute paths that stand anywhere in it, as written, each once, the first 200. */
	readonly mentions: readonly string[];
}

/** An OpenAPI description, JSON or YAML. */
export interface ApiDescription {
	readonly declaredIn: string;
	/** Value of `openapi` or `swagger`, at most 20 characters; "" when neither is there. */
	readonly version: string;
	/** Parser's message with line, where it cannot be read; then the rest is empty. */
	readonly error: string | null;
	readonly title: string;
	/** Absolute addresses of `servers`, resolved by the description's own. */
	readonly servers: readonly string[];
	readonly operations: number;
	/** Webhooks, and path items that refer elsewhere: described, but not counted as operations. */
	readonly others: number;
	/** `get /pets` of operations without the member, the first 20; counts hold all. */
	readonly withoutId: readonly string[];
	readonly withoutIdCount: number;
	/** The first 20. */
	readonly duplicateIds: readonly string[];
	readonly withoutDescription: readonly string[];
	readonly withoutDescriptionCount: number;
	/** `$ref`s inside the document that point nowhere, the first 20. */
	readonly brokenRefs: readonly string[];
	readonly excerpt: string;
}

/** One tool of an MCP server, or of the page itself (WebMCP). */
export interface AgentTool {
	readonly name: string;
	readonly description: string;
	/** JSON Pointer and words of what is wrong with its input schema; empty when nothing. */
	readonly schemaFaults: readonly string[];
	/** Names of hints and annotations that it gives. */
	readonly hints: readonly string[];
}

/** What an MCP endpoint that the site advertises answered to `initialize` and `tools/list`. */
export interface McpEndpoint {
	readonly declaredIn: string;
	/** Of the last answer; 0 where its host is not there. */
	readonly status: number;
	/** Version it agreed to; "" when it did not answer as MCP. */
	readonly protocolVersion: string;
	readonly serverName: string;
	/**
	 * 401, and a client can learn where to get leave: WWW-Authenticate names protected-resource metadata, or the site has
	 * some at its well-known address. Closed to strangers, and rightly so.
	 */
	readonly needsAuthorization: boolean;
	/** What went wrong, in words; null when both calls were answered. */
	readonly error: string | null;
	/** The first 100. */
	readonly tools: readonly AgentTool[];
	readonly excerpt: string;
}

/** An index of agent skills, and whether the digests that it states are those of the files. */
export interface SkillsIndex {
	readonly declaredIn: string;
	/** What its own form lacks, in words, the first 10; empty when nothing. */
	readonly faults: readonly string[];
	/** The first 50. */
	readonly skills: readonly {
		readonly name: string;
		readonly url: string;
		/** As stated; "" when none. */
		readonly stated: string;
		/** SHA-256 of what was served, hex; null where it was not asked for. */
		readonly actual: string | null;
		readonly status: number | null;
	}[];
	readonly excerpt: string;
}

/** The directory in which a site publishes the keys of bots of its own (Web Bot Auth), as it was verified when it was served. */
export interface BotDirectory {
	/** Media type without parameters, lower case. */
	readonly contentType: string;
	/** `unverified`: nothing is wrong, but not every key signs it, which is only recommended, or some are of kinds not known here. */
	readonly outcome: "invalid" | "unverified" | "verified";
	/** Sound keys of known kinds, in its order, at most 32: the RFC 7638 thumbprint, and what a signature by the key proves. */
	readonly keys: readonly { readonly thumbprint: string; readonly proof: "whole" | "partly" | "none" }[];
	/** Sentences that hold nothing foreign, the first 10; empty unless it is invalid. */
	readonly faults: readonly string[];
}

/** The answer of an API that the site describes to an address that cannot exist. */
export interface ApiError {
	readonly url: string;
	readonly status: number;
	/** Media type without parameters, lower case. */
	readonly contentType: string;
	readonly sniffed: string;
	/** Members of a problem document (RFC 9457) that are there. */
	readonly members: readonly string[];
	readonly excerpt: string;
}

/** The home page asked for as Markdown. */
export interface MarkdownAnswer {
	/** Media type without parameters, lower case. */
	readonly contentType: string;
	/** What the bytes are, whatever the header says. */
	readonly sniffed: string;
	/** Names in the Vary header, lower case. */
	readonly vary: readonly string[];
	/** Words of the text without its markup. */
	readonly words: number;
	/** MinHash as in TextFacts. */
	readonly fingerprint: readonly number[];
	/** Share of the HTML's main text, as shingles of 5 words, that the Markdown holds too, 0 to 1. */
	readonly holds: number;
	readonly excerpt: string;
}

/** The first feed that the home page declares. */
export interface DeclaredFeed {
	readonly href: string;
	/** The type that the link promises. */
	readonly promised: string;
	readonly contentType: string;
	readonly kind: "rss" | "atom" | "json-feed" | "html" | "invalid";
	readonly entries: number;
	/** Newest date in it, ISO 8601; null when there is none. */
	readonly newest: string | null;
	readonly fault: string | null;
	readonly excerpt: string;
}

/** One line of robots.txt, or one header, in which a site says what its content may be used for. */
export interface UsageStatement extends Located {
	/** Cloudflare's Content Signals, or Content-Usage of the IETF's AI Preferences (a draft). */
	readonly field: "content-signal" | "content-usage";
	/** Product tokens of the group that the line stands in, lower case; empty before any group, and for a header. */
	readonly agents: readonly string[];
	/** Path that a line is limited to; null where it names none, and for a header. */
	readonly path: string | null;
	/** In their order, lower case; a value that is no plain word stands as it was written. */
	readonly preferences: readonly { readonly key: string; readonly value: string }[];
	/** Why nothing of it could be read; null where something could. */
	readonly error: string | null;
}

/** A `Crawl-delay` line. */
export interface CrawlDelay extends Located {
	readonly agents: readonly string[];
	/** null where it is no number. */
	readonly seconds: number | null;
}
