import type { Settings } from "#config/environment.ts";
import { ENDPOINTS } from "#server/api/endpoints.ts";
import type { PreviewedDocument } from "#server/listener/preview-server.ts";
import { createOpenApiResponse } from "#server/openapi/build-openapi.ts";
import { readContact } from "#site/contact.ts";
import { API_CATALOG_TYPE, apiCatalog } from "#site/discovery/api-catalog.ts";

/**
 * What the built pages of a server link to and its program answers, where that takes nothing that lives: by the path below
 * the site's home.
 */
export function previewedDocuments({
	baseUrl,
	contact,
}: Pick<Settings, "baseUrl" | "contact">): ReadonlyMap<string, PreviewedDocument> {
	const catalog = JSON.stringify(apiCatalog({ baseUrl, apiUrl: baseUrl, hasServer: true }));
	return new Map<string, PreviewedDocument>([
		["/openapi.json", createOpenApiResponse(ENDPOINTS, { baseUrl, contact: readContact(contact) })],
		["/.well-known/api-catalog", () => new Response(catalog, { headers: { "Content-Type": API_CATALOG_TYPE } })],
	]);
}
