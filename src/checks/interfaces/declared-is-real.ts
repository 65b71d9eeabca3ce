import type { Exhibit } from "#core/verdict.ts";
import { listing } from "#core/wording.ts";
import type { DeclaredTarget, MachineFile, MachineFileKey, Observation } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { deadWords, promisesData } from "../shared/declared-interfaces.ts";
import { clip } from "../shared/exhibits.ts";
import { admitsJson } from "../shared/machine-file.ts";

/** JSON by their standards; llms.txt and auth.md are conventions with checks of their own. */
const FILES = [
	"apiCatalog",
	"authorizationServer",
	"protectedResource",
	"agentCard",
	"aiCatalog",
	"mcpServerCard",
] as const satisfies readonly (MachineFileKey | "mcpServerCard")[];
type FileKey = (typeof FILES)[number];

/** Conventions, which promise nothing that could be broken. */
const CONVENTION = /\/(?:llms(?:-full)?\.txt|auth\.md)$/;

/** Links that serve people rather than programs; link-header checks whether they are dead. */
const BY_PAGE: ReadonlySet<string> = new Set(["link element", "Link header", "anchor", "llms.txt"]);
interface Offer {
	readonly url: string;
	readonly name: string;
	readonly fault: string | undefined;
	readonly exhibit: Exhibit;
}

export const declaredIsReal = defineSiteCheck({
	id: "declared-is-real",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "standard",
	atStake: "feature",
	weightReason:
		"An agent that relies on a broken file fails at its task. Without the file, it would have looked elsewhere.",
	tableStakes: true,
	title: "Machine-readable files are valid",
	fault: "Machine-readable files are not what their address promises",
	problem: "files that your site offers to machines are not what they promise",
	consequence: "Programs that rely on these files fail in the middle of a customer's task.",
	hours: 4,
	doneBy: "developer",
	why: "Agents rely on files at standard addresses. If one of them is a web page or broken JSON, agents fail in the middle of a task, and trust your site less than a site that offers nothing.",
	howToFix: "Serve each of these files with the right media type and valid content, or return 404 for it.",
	consumer: "API, OAuth, A2A and MCP clients",
	reference: "https://www.rfc-editor.org/rfc/rfc8615",
	reviewed: "2026-11-21",
	note: "The check link-header reports dead links on the page. This check counts files that exist but are not what they should be, and dead addresses in another machine-readable file. llms.txt and auth.md are conventions with their own checks, and not scored.",
	wants: [...FILES, "declared"],
	evaluate(evidence) {
		const files = FILES.flatMap((key) => fileOffer(key, evidence));
		const known = new Set(files.map(({ url }) => url));
		const targets = evidence.declared.state === "found" ? evidence.declared.value.flatMap(targetOffer) : [];
		const others = targets.filter(
			({ url }, index) => !known.has(url) && targets.findIndex((each) => each.url === url) === index,
		);
		const offers = [...files, ...others];
		if (offers.length === 0) {
			return { outcome: "not-applicable", says: "The site offers none of the files that agents look for." };
		}
		const names = listing(
			offers.map(({ name }) => name),
			6,
		);
		const wrong = offers.filter(({ fault }) => fault !== undefined);
		if (wrong.length === 0) return { outcome: "pass", says: `Machine-readable and valid: ${names}.` };
		return {
			outcome: "fail",
			says: `${listing(
				wrong.map(({ url, fault }) => `${url} ${fault}`),
				6,
			)}.`,
			fix: `Serve real content at ${listing(
				wrong.map(({ url }) => url),
				6,
			)}, or return 404 there until there is some.`,
			exhibits: wrong.slice(0, 6).map(({ exhibit }) => exhibit),
		};
	},
});

/** A response that the site gives for every address is not an offer; soft-404 covers that. */
function fileOffer(key: FileKey, evidence: Readonly<Record<FileKey, Observation<MachineFile>>>): Offer[] {
	const seen = evidence[key];
	if (seen.state !== "found" || seen.value.softNotFound) return [];
	const { url, value: file } = seen;
	const at = `beginning (${clip(file.contentType, 60) || "no content type"})`;
	const name = file.path.startsWith("/") ? file.path : clip(file.path, 80);
	return [{ url, name, fault: jsonFault(file), exhibit: { url, at, excerpt: clip(file.excerpt) } }];
}

function targetOffer(target: DeclaredTarget): Offer[] {
	const { url, at, excerpt, declaredIn, rel, answer } = target;
	if (CONVENTION.test(new URL(url).pathname) || rel === "agent_auth.skill") return [];
	const offer = { url, name: clip(url, 80), exhibit: { url, at: `${declaredIn}, ${at}`, excerpt: clip(excerpt) } };
	const dead = deadWords(target);
	if (dead !== undefined)
		return BY_PAGE.has(declaredIn) ? [] : [{ ...offer, fault: `is listed in ${declaredIn} and ${dead}` }];
	if (answer.state !== "asked" || answer.status >= 300 || answer.softNotFound) return [];
	if (answer.sniffed === "empty" && answer.status !== 204) return [{ ...offer, fault: "is empty" }];
	const isPage = answer.sniffed === "html" && promisesData(target);
	return [{ ...offer, fault: isPage ? "is a web page" : undefined }];
}

function jsonFault({ sniffed, json, jsonError, contentType, bytes }: MachineFile): string | undefined {
	if (sniffed === "empty") return "is empty";
	if (sniffed === "html") return "is a web page";
	if (jsonError !== null) return `is not valid JSON (${clip(jsonError, 100).replace(/\.$/, "")})`;
	if (sniffed !== "json") return `contains ${sniffed}, not JSON`;
	// Longer files are not parsed, so their content is unknown.
	const unread = json === null && bytes > 65_536;
	if (!unread && (typeof json !== "object" || json === null || Array.isArray(json))) return "is not a JSON object";
	return admitsJson(contentType) ? undefined : `is served as ${clip(contentType, 60)}`;
}
