import { createServer, type Server } from "node:http";
import { createSiteFiles } from "./site-files.ts";

/**
 * Serves a built site as a static host does, under the path of its base URL. Not yet listening.
 *
 * @param directory the build's output
 * @param baseUrl where the site was built to live, without a trailing slash
 */
export function createPreview(directory: string, baseUrl: string): Server {
	const files = createSiteFiles({ directory, baseUrl, watched: true });
	return createServer((request, response) => files.answer(request, response, () => files.answerNotFound(response)));
}
