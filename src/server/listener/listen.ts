import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { SiteFiles } from "./site-files.ts";

export type PreviewedDocument = (request: Request) => Response | Promise<Response>;

/** Works like a static host; does not listen yet. @param documents linked documents without a file, by path */
export function createPreview(
	directory: string,
	baseUrl: string,
	documents: ReadonlyMap<string, PreviewedDocument> = new Map(),
): Server {
	const files = new SiteFiles(directory, baseUrl, true);
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
	// A preview does not compress.
	const asked = new Request("http://localhost/", {
		method,
		headers: { "if-none-match": headers["if-none-match"] ?? "" },
	});
	const answer = await document(asked);
	response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
}

/** Accept queue (Linux: net.core.somaxconn, 4,096). One client can fill Node's 511; a dropped one waits a minute. */
const BACKLOG = 4_096;

/** @throws Failure `input-invalid` if it cannot listen there */
export async function listen(server: Server, { host, port }: Settings, command: string): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject).listen({ port, host, backlog: BACKLOG }, resolve);
	}).catch((error: NodeJS.ErrnoException) => {
		throw new Failure("input-invalid", wordsFor(error, host, port, command), { cause: error });
	});
}

function wordsFor({ code, message }: NodeJS.ErrnoException, host: string, port: number, command: string) {
	if (code === "EADDRINUSE") {
		return {
			what: `Another program is using port ${port}.`,
			todo:
				`Use another port, PORT=4322 ${command}; where the site's address names the port, build and start it ` +
				"with SIGHTLINE_BASE_URL=http://localhost:4322.",
		};
	}
	if (code === "EACCES") {
		return {
			what: `This user is not allowed to listen on port ${port}.`,
			todo: `Use a port above 1023, PORT=4321 ${command}.`,
		};
	}
	const isNoName = code === "ENOTFOUND" || code === "EAI_AGAIN";
	return {
		what: isNoName ? `HOST is not a valid address: ${host}.` : `Nothing can listen at HOST=${host}, PORT=${port}.`,
		why: `Reason: ${code ?? message}.`,
		todo: "Set HOST to an address of this machine, such as 127.0.0.1, or omit it.",
	};
}

export function shownAddress({ host, port, baseUrl }: Settings): string {
	return `http://${host.includes(":") ? `[${host}]` : host}:${port}${new URL(`${baseUrl}/`).pathname}`;
}
