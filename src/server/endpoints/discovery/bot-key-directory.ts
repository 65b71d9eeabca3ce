import { DIRECTORY_PATH, DIRECTORY_TYPE } from "#core/discovery/bot-directory.ts";
import { defineProtocolEndpoint } from "../../api/endpoint.ts";
import { Rejection } from "../../api/rejection.ts";
import { entityTag } from "../../api/responses.ts";

/** Where sites find the keys that requests of our audits are signed with. */
export const botKeyDirectory = defineProtocolEndpoint({
	operationId: "botKeyDirectory",
	protocol: "document",
	revalidates: true,
	method: "GET",
	path: DIRECTORY_PATH,
	handle: async (_, { app }) => {
		const directory = app.keyDirectory();
		if (!directory) throw new Rejection("not-found", { detail: "This installation signs no requests of its audits." });
		const { body, headers } = directory;
		return { body, contentType: DIRECTORY_TYPE, headers: { ...headers, ETag: entityTag(body) } };
	},
});
