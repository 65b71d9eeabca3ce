import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Endpoint } from "#server/api/endpoint.ts";
import { createFakeApp, type FakeParts } from "#server/api/live-app.testkit.ts";
import { createStubServe } from "#server/api/serve.testkit.ts";
import { answerApiFirst } from "#server/listener/start-server.ts";

/** An endpoint on a port of this machine, over a live side that keeps and fetches nothing. Close it when done. */
export interface McpListener {
	readonly url: string;
	close(): void;
}

export async function listenMcp(endpoint: Endpoint, parts: FakeParts = {}): Promise<McpListener> {
	const server = createServer((request, response) => void handler(request, response, () => {}));
	await once(server.listen(0, "localhost"), "listening");
	const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
	const app = { ...createFakeApp(parts), baseUrl };
	const handler = answerApiFirst(
		createStubServe({ app }),
		"/",
		async (_request, response) => void response.writeHead(404).end(),
		[endpoint],
	);
	const close = () => {
		server.close();
		server.closeAllConnections();
	};
	return { url: baseUrl + endpoint.path, close };
}
