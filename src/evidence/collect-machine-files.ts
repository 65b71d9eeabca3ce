import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { readMachineText } from "./declared/machine-text.ts";
import { MACHINE_FILES, type MachineFile, type MachineFileKey, type RedirectTrace } from "./evidence-map.ts";
import { printable } from "./html/tree/fold-text.ts";
import { mediaTypeOf } from "./media-type.ts";
import type { Observation } from "./observation.ts";
import { readJson } from "./read-json.ts";
import { isSuccess, settle } from "./site/settle.ts";
import type { SiteSource } from "./site/site-source.ts";
import { type Sniffed, sniffBody } from "./sniff-body.ts";

/** All of them but one are JSON by their standards. */
const PLAIN_TEXT: MachineFileKey = "llmsTxt";

/**
 * A file made for machines, with what its bytes are.
 * @param randomPath what a path that cannot exist came to: where it is `found`, this file's status proves nothing
 */
export function collectMachineFile(
	source: SiteSource,
	origin: string,
	key: MachineFileKey,
	randomPath: Promise<Observation<RedirectTrace>>,
): Promise<Observation<MachineFile>> {
	const path = MACHINE_FILES[key];
	const start = new URL(path, origin);
	return settle(start.href, source.signal, async () => {
		const response = await source.get(start, "page");
		return readMachineFile(response, path, key === PLAIN_TEXT ? "text" : "json", await randomPath);
	});
}

/** What a response is as a file for machines; `path` is where it was looked for. */
export function readMachineFile(
	response: HttpResponse,
	path: string,
	kind: "json" | "text",
	randomPath: Observation<RedirectTrace>,
): Observation<MachineFile> {
	const { url, status, body, truncated } = response;
	if (!isSuccess(status)) return { state: "absent", url, status };
	const sniffed = sniffBody(body);
	const value: MachineFile = {
		path,
		contentType: mediaTypeOf(response),
		bytes: body.length,
		sniffed,
		...(kind === "json"
			? readJson(body)
			: { json: null, jsonError: null, text: readMachineText(body, truncated, url) }),
		excerpt: sniffed === "binary" ? "" : printable(startOf(body), EXCERPT_LENGTH),
		softNotFound: isSoftNotFound(response, sniffed, randomPath),
	};
	return { state: "found", url, status, value };
}

function startOf(body: Uint8Array): string {
	return new TextDecoder().decode(body.subarray(0, EXCERPT_LENGTH * 8));
}

/** True where the site has an answer to everything, and this is it, or another of its web pages. */
export function isSoftNotFound(
	{ sha256 }: HttpResponse,
	sniffed: Sniffed,
	randomPath: Observation<RedirectTrace>,
): boolean {
	return randomPath.state === "found" && (sniffed === "html" || randomPath.value.sha256 === sha256);
}
