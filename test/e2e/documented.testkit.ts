import { ENDPOINTS } from "#server/api/endpoints.ts";
import { expectDocumented } from "#server/openapi/answer-validator.testkit.ts";
import { postOf, type RunningServer } from "./built-server.testkit.ts";

/** The same server, whose every answer of an endpoint is held against the interface description. */
export function documented(server: RunningServer): RunningServer {
	const ask: RunningServer["ask"] = async (path, init) => {
		const response = await server.ask(path, init);
		const method = init?.method ?? "GET";
		const endpoint = ENDPOINTS.find((each) => each.path === path.split("?")[0] && each.method === method);
		if (endpoint) {
			const copy = response.clone();
			// Undici's own class beside the one of the same standard that Node has.
			expectDocumented(endpoint.operationId, copy as unknown as Response, await copy.json());
		}
		return response;
	};
	return { ...server, ask, post: (path, body, headers) => ask(path, postOf(body, headers)) };
}
