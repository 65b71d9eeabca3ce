import { readEnvironment } from "#config/environment.ts";
import type { OpenApiDocument } from "#core/api/openapi-document.ts";
import { ENDPOINTS } from "#server/api/endpoints.ts";
import { buildOpenApi } from "#server/openapi/build-openapi.ts";
import { baseUrl, contact } from "#site/site.ts";

export function apiDescription(): OpenApiDocument {
	const { apiUrl = baseUrl } = readEnvironment(process.env);
	return buildOpenApi(ENDPOINTS, { baseUrl: apiUrl, siteUrl: baseUrl, contact });
}
