import * as z from "zod";
import { ProtocolError } from "#core/protocol-error.ts";
import { type ClientMetadata, readClientMetadata } from "./client-metadata.ts";
import type { Client } from "./clients.ts";
import type { CountLookUp, ForeignJson } from "./foreign-json.ts";

/** Clients that are known by the address of a document about them (draft-ietf-oauth-client-id-metadata-document). */
export interface MetadataDocuments {
	/**
	 * Undefined where the document cannot be read, or is about something else.
	 * @throws ProtocolError `temporarily_unavailable` where nothing can be looked up now; what `count` throws
	 */
	find(address: string, count?: CountLookUp): Promise<Client | undefined>;
}

/** As long as the subject of a token may be. */
const LONGEST = 255;

/** https, with a path, and written as it will be asked for. */
export function isDocumentAddress(id: string): boolean {
	const url = URL.parse(id);
	return url?.protocol === "https:" && url.href === id && id.length <= LONGEST && isPlain(url);
}

function isPlain({ pathname, hash, username, password, port }: URL): boolean {
	return pathname !== "/" && hash === "" && username === "" && password === "" && port === "";
}

const documentSchema = z.looseObject({ client_id: z.string(), client_secret: z.never().optional() });

export function openMetadataDocuments(json: ForeignJson): MetadataDocuments {
	// A document is checked once as long as it is kept: its keys cost more than the look-up.
	const checked = new WeakMap<object, Client | undefined>();
	return {
		async find(address, count) {
			const document = await json.read(address, { count });
			if (typeof document !== "object" || document === null) return undefined;
			if (!checked.has(document)) checked.set(document, clientOf(document, address));
			return checked.get(document);
		},
	};
}

function clientOf(document: object, address: string): Client | undefined {
	const read = documentSchema.safeParse(document);
	// To the letter: a document may be copied, its address not.
	if (!read.success || read.data.client_id !== address) return undefined;
	const metadata = metadataOf(read.data);
	return metadata && { id: address, metadata };
}

/** Of a client that has no secret with us, and could therefore not prove that it knows one. */
function metadataOf(document: Readonly<Record<string, unknown>>): ClientMetadata | undefined {
	const method = document.token_endpoint_auth_method ?? "none";
	if (method !== "none" && method !== "private_key_jwt") return undefined;
	try {
		const types = Array.isArray(document.grant_types) ? document.grant_types : ["authorization_code", "refresh_token"];
		const grants = method === "none" ? types.filter((type) => type !== "client_credentials") : types;
		return readClientMetadata({ ...document, grant_types: grants, token_endpoint_auth_method: method });
	} catch (error) {
		if (error instanceof ProtocolError) return undefined;
		throw error;
	}
}
