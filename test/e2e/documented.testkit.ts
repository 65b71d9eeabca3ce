import { ENDPOINTS } from "#server/api/endpoints.ts";
import { expectDocumented } from "#server/openapi/answer-validator.testkit.ts";
import { postOf, type RunningServer } from "./built-server.testkit.ts";

/** Wraps a server and validates every endpoint response against the interface description. */
export function documented(server: RunningServer): RunningServer {
	const ask: RunningServer["ask"] = async (path, init) => {
		const response = await server.ask(path, init);
		const method = init?.method ?? "GET";
		const [asked = ""] = path.split("?");
		const endpoint = ENDPOINTS.find((each) => each.method === method && isAt(each.path, asked));
		if (endpoint) {
			const copy = response.clone();
			// Undici's class and Node's are different.
			expectDocumented(endpoint.operationId, copy as unknown as Response, await copy.json());
		}
		return response;
	};
	return { ...server, ask, post: (path, body, headers) => ask(path, postOf(body, headers)) };
}

/** @param template such as `/api/v1/audits/{id}` */
function isAt(template: string, path: string): boolean {
	const [wanted, asked] = [template.split("/"), path.split("/")];
	return wanted.length === asked.length && wanted.every((part, at) => part.startsWith("{") || part === asked[at]);
}
