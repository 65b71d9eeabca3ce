import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createSiteFiles } from "./site-files.ts";

/** Answers with a document by the request's method and header fields. */
export type PreviewedDocument = (request: Request) => Response | Promise<Response>;

/**
 * Serves a built site as a static host does, under the path of its base URL. Not yet listening.
 * @param baseUrl where the site was built to live, without a trailing slash
 * @param documents that pages link to and no file holds, by their paths below the site's home
 */
export function createPreview(
	directory: string,
	baseUrl: string,
	documents: ReadonlyMap<string, PreviewedDocument> = new Map(),
): Server {
	const files = createSiteFiles(directory, baseUrl, true);
	const home = new URL(`${baseUrl}/`).pathname.slice(0, -1);
	return createServer((request, response) => {
		const path = request.url?.split("?")[0] ?? "";
		const document = path.startsWith(home) ? documents.get(path.slice(home.length)) : undefined;
		if (document) return void send(request, response, document);
		files.answer(request, response, () => files.answerNotFound(response));
	});
}

async function send(request: IncomingMessage, response: ServerResponse, document: PreviewedDocument): Promise<void> {
	const { method = "GET", headers } = request;
	// A reader that takes one coding or another gets it as it is: it is a preview.
	const asked = new Request("http://localhost/", {
		method,
		headers: { "if-none-match": headers["if-none-match"] ?? "" },
	});
	const answer = await document(asked);
	response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
}
