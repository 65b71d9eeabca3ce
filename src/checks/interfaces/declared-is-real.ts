import type { Exhibit } from "#core/verdict.ts";
import type { MachineFile, MachineFileKey } from "#evidence/evidence-map.ts";
import type { Observation } from "#evidence/observation.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../exhibits.ts";
import { admitsJson } from "../json-media-type.ts";
import { listing } from "../phrasing.ts";

/** What each file has to be by its standard; a new kind of file makes the compiler ask for its row. */
const EXPECTED: Readonly<Record<MachineFileKey, "json" | "text">> = {
	llmsTxt: "text",
	apiCatalog: "json",
	authorizationServer: "json",
	protectedResource: "json",
	agentCard: "json",
	aiCatalog: "json",
};
const TEXT_TYPE = /^text\/(?:plain|(?:x-)?markdown)$/;

interface SeenFile {
	readonly url: string;
	readonly file: MachineFile;
	/** What is wrong with it, as the end of a sentence; undefined when nothing. */
	readonly fault: string | undefined;
}

export const declaredIsReal = defineSiteCheck({
	id: "declared-is-real",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "standard",
	mode: "light",
	weight: 3,
	weightReason:
		"An agent that finds a false promise here fails on its task, where an absent file would have sent it elsewhere.",
	title: "Every file offered to machines is what its address promises",
	why: "A file at a well-known address is a promise to agents. Where a web page or broken JSON is served under it, they stumble in the middle of a task, and trust the site less than one that offers nothing.",
	howToFix: "Serve each of these files with its own media type and valid content, or answer 404 for it.",
	reference: "https://www.rfc-editor.org/rfc/rfc8615",
	reviewed: "2026-11-21",
	needs: [],
	wants: ["llmsTxt", "apiCatalog", "authorizationServer", "protectedResource", "agentCard", "aiCatalog"],
	evaluate(evidence) {
		const files = Object.keys(EXPECTED).flatMap((key) => seenFile(key as MachineFileKey, evidence));
		const [first, ...others] = files.filter(({ fault }) => fault !== undefined);
		if (files.length === 0) {
			return { outcome: "not-applicable", says: "The site offers none of the files that agents look for." };
		}
		const names = listing(
			files.map(({ file }) => file.path),
			6,
		);
		if (!first) return { outcome: "pass", says: `Offered to machines, and real: ${names}.` };
		const wrong = [first, ...others];
		return {
			outcome: "fail",
			says: `${wrong.map(({ url, fault }) => `${url} ${fault}`).join("; ")}.`,
			fix: `Serve real content at ${listing(
				wrong.map(({ url }) => url),
				6,
			)}, or answer 404 there until there is some.`,
			exhibits: wrong.map(exhibitOf),
		};
	},
});

/** An answer that the site gives to every address is no offer; soft-404 carries that. */
function seenFile(
	key: MachineFileKey,
	evidence: Readonly<Record<MachineFileKey, Observation<MachineFile>>>,
): SeenFile[] {
	const seen = evidence[key];
	if (seen.state !== "found" || seen.value.softNotFound) return [];
	const file = seen.value;
	return [{ url: seen.url, file, fault: EXPECTED[key] === "json" ? jsonFault(file) : textFault(file) }];
}

function jsonFault({ sniffed, json, jsonError, contentType, bytes }: MachineFile): string | undefined {
	if (sniffed === "empty") return "is empty";
	if (sniffed === "html") return "is a web page";
	if (jsonError !== null) return `is not valid JSON (${clip(jsonError, 100).replace(/\.$/, "")})`;
	if (sniffed !== "json") return `holds ${sniffed}, not JSON`;
	// Longer files are not parsed; what they hold is not known.
	const unread = json === null && bytes > 65_536;
	if (!unread && (typeof json !== "object" || json === null || Array.isArray(json))) return "is not a JSON object";
	return admitsJson(contentType) ? undefined : `is served as ${clip(contentType, 60)}`;
}

function textFault({ sniffed, contentType }: MachineFile): string | undefined {
	if (sniffed === "empty") return "is empty";
	if (sniffed === "html") return "is a web page";
	if (sniffed !== "text" && sniffed !== "markdown") return `holds ${sniffed}, not text`;
	return contentType === "" || TEXT_TYPE.test(contentType) ? undefined : `is served as ${clip(contentType, 60)}`;
}

function exhibitOf({ url, file }: SeenFile): Exhibit {
	return { url, at: `beginning (${clip(file.contentType, 60) || "no content type"})`, excerpt: clip(file.excerpt) };
}
