import { isFailure } from "#core/failure.ts";
import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import { isSuccess, notShown, type Observation, type SkillsIndex, settle } from "../evidence-map.ts";
import { printable, tidy } from "../html/tree/fold-text.ts";
import type { JsonReading } from "../response-body.ts";
import type { SiteSource } from "../site/site-source.ts";
import type { DeclaredRound } from "./declared-round.ts";
import { addressOf } from "./declared-uses.ts";

const SKILLS_MAX = 50;
const FAULTS_MAX = 10;
const NAME_LENGTH = 100;
const TYPES = ["skill-md", "archive"];

type Skill = SkillsIndex["skills"][number];

/**
 * An index of agent skills (Agent Skills Discovery 0.2.0) that the site names.
 * @param source for the skills themselves; absent in a light audit
 */
export async function collectSkills(
	round: DeclaredRound,
	source: SiteSource | undefined,
): Promise<Observation<SkillsIndex>> {
	const { source: reader } = round.options;
	const named = round.of("skills-index");
	const [first] = named;
	if (!first) return notShown(round.options.target.url, "The site names no index of agent skills.");
	const answered = named.find(({ url }) => round.responseTo(url));
	const response = answered && round.responseTo(answered.url);
	if (!response) return round.unread(first.url);
	const { url, status, body } = response;
	if (!isSuccess(status)) return { state: "absent", url, status };
	return settle(url, reader.signal, async () => {
		const { faults, entries } = readIndex(await reader.read("json", { url, body }));
		const skills: Skill[] = [];
		for (const entry of entries) skills.push(await askFor(entry, url, source));
		const excerpt = printable(new TextDecoder().decode(body.subarray(0, EXCERPT_LENGTH * 8)), EXCERPT_LENGTH);
		return { state: "found", url, status, value: { declaredIn: answered.declaredIn, excerpt, faults, skills } };
	});
}

function readIndex({ json, jsonError }: JsonReading): { faults: readonly string[]; entries: readonly JsonObject[] } {
	if (!isJsonObject(json) || !Array.isArray(json.skills)) {
		const fault = jsonError === null ? 'It has no list "skills"' : `It is not valid JSON: ${jsonError}`;
		return { faults: [fault], entries: [] };
	}
	const entries = json.skills.slice(0, SKILLS_MAX).map((entry) => (isJsonObject(entry) ? entry : {}));
	// Before 0.2.0 an index listed files and no digests; it is read, and not measured by the newer form.
	const faults = typeof json.$schema === "string" ? entries.flatMap(faultsOf).slice(0, FAULTS_MAX) : [];
	return { faults, entries };
}

function faultsOf(entry: JsonObject, index: number): string[] {
	const at = `/skills/${index}`;
	const missing = ["name", "type", "description", "url", "digest"].filter((key) => typeof entry[key] !== "string");
	if (missing.length > 0) return [`${at} has no ${missing.join(", ")}`];
	const faults: string[] = [];
	if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(String(entry.name)) || String(entry.name).length > 64)
		faults.push(`${at}/name is not 1 to 64 lower-case letters, digits and single hyphens`);
	if (!TYPES.includes(String(entry.type))) faults.push(`${at}/type is neither ${TYPES.join(" nor ")}`);
	if (!/^sha256:[0-9a-f]{64}$/.test(String(entry.digest))) faults.push(`${at}/digest is not sha256: and 64 hex digits`);
	return faults;
}

async function askFor(entry: JsonObject, index: string, source: SiteSource | undefined): Promise<Skill> {
	const url = addressOf(entry.url, index);
	const skill = {
		name: typeof entry.name === "string" ? tidy(entry.name, NAME_LENGTH) : "",
		url: url ?? (typeof entry.url === "string" ? tidy(entry.url, NAME_LENGTH) : ""),
		stated: typeof entry.digest === "string" ? tidy(entry.digest, NAME_LENGTH) : "",
	};
	if (source === undefined || url === undefined || source.left === 0) return { ...skill, actual: null, status: null };
	try {
		const { status, sha256, truncated } = await source.get(new URL(url), "page");
		return { ...skill, actual: isSuccess(status) && !truncated ? sha256 : null, status };
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { ...skill, actual: null, status: null };
	}
}
