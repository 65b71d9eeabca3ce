import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { MACHINE_FILES, type MachineFile, type MachineFileKey, type RedirectTrace } from "./evidence-map.ts";
import { printable } from "./html/fold-text.ts";
import { mediaTypeOf } from "./media-type.ts";
import type { Observation } from "./observation.ts";
import { readJson } from "./read-json.ts";
import { isSuccess, settle } from "./settle.ts";
import type { SiteSource } from "./site-source.ts";
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
		const { url, status, body } = response;
		if (!isSuccess(status)) return { state: "absent", url, status };
		const sniffed = sniffBody(body);
		const value: MachineFile = {
			path,
			contentType: mediaTypeOf(response),
			bytes: body.length,
			sniffed,
			...(key === PLAIN_TEXT ? { json: null, jsonError: null } : readJson(body)),
			excerpt: sniffed === "binary" ? "" : printable(startOf(body), EXCERPT_LENGTH),
			softNotFound: looksLike(await randomPath, response, sniffed),
		};
		return { state: "found", url, status, value };
	});
}

function startOf(body: Uint8Array): string {
	return new TextDecoder().decode(body.subarray(0, EXCERPT_LENGTH * 8));
}

function looksLike(randomPath: Observation<RedirectTrace>, { sha256 }: HttpResponse, sniffed: Sniffed): boolean {
	return randomPath.state === "found" && (sniffed === "html" || randomPath.value.sha256 === sha256);
}
