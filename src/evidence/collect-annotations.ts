import { isJsonObject } from "#core/json-object.ts";
import { ANNOTATIONS_MAX, ANNOTATIONS_PATH, annotationSchema } from "#core/report.ts";
import type { OwnersAnswers } from "./evidence-map.ts";
import type { Observation } from "./observation.ts";
import { readJson } from "./read-json.ts";
import { isSuccess, settle } from "./site/settle.ts";
import type { SiteSource } from "./site/site-source.ts";
import { sniffBody } from "./sniff-body.ts";

/** What the owner answers to findings, in the file that stands for that on their own site. */
export function collectAnnotations(source: SiteSource, origin: string): Promise<Observation<OwnersAnswers>> {
	const start = new URL(ANNOTATIONS_PATH, origin);
	return settle(start.href, source.signal, async () => {
		const { url, status, body } = await source.get(start, "page");
		// A page for addresses that do not exist is no answer of the owner.
		if (!isSuccess(status) || sniffBody(body) === "html") return { state: "absent", url, status };
		return { state: "found", url, status, value: readAnswers(body) };
	});
}

function readAnswers(body: Uint8Array): OwnersAnswers {
	const { json, jsonError } = readJson(body);
	if (jsonError !== null) return { answers: [], faults: [`It is not JSON: ${jsonError}`] };
	const given: unknown = isJsonObject(json) ? json.annotations : undefined;
	// The file may be there for its other use alone.
	if (given === undefined) return { answers: [], faults: [] };
	if (!Array.isArray(given)) return { answers: [], faults: ['"annotations" is no list.'] };
	const read = given.slice(0, ANNOTATIONS_MAX).map((each) => annotationSchema.safeParse(each));
	const faults = read.flatMap(({ error }, index) =>
		(error?.issues ?? []).map((issue) => `/annotations/${[index, ...issue.path].join("/")}: ${issue.message}`),
	);
	if (given.length > ANNOTATIONS_MAX) faults.push(`Only the first ${ANNOTATIONS_MAX} of ${given.length} are read.`);
	return { answers: read.flatMap(({ data }) => data ?? []), faults: faults.slice(0, 20) };
}
