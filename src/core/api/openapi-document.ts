/** The subset of OpenAPI 3.1.1 that we use. */

/** The JSON Schema 2020-12 keywords that we use. */
export interface JsonSchema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly description?: string;
	readonly const?: unknown;
	readonly enum?: readonly unknown[];
	readonly default?: unknown;
	readonly examples?: readonly unknown[];
	readonly format?: string;
	readonly pattern?: string;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly exclusiveMinimum?: number;
	readonly exclusiveMaximum?: number;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly items?: JsonSchema;
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly required?: readonly string[];
	readonly propertyNames?: JsonSchema;
	readonly additionalProperties?: boolean | JsonSchema;
	readonly oneOf?: readonly JsonSchema[];
	readonly anyOf?: readonly JsonSchema[];
	readonly allOf?: readonly JsonSchema[];
	readonly contentMediaType?: string;
	readonly contentSchema?: JsonSchema;
}

export interface ApiExample {
	readonly summary: string;
	readonly value: unknown;
}

export interface ApiMedia {
	readonly schema: JsonSchema;
	readonly examples?: Readonly<Record<string, ApiExample | ApiReference>>;
}

/** By media type. */
export type ApiContent = Readonly<Record<string, ApiMedia>>;

export interface ApiReference {
	readonly $ref: string;
}

export interface ApiHeader {
	readonly description: string;
	readonly schema: JsonSchema;
	readonly example: string | number;
}

export interface ApiAnswer {
	readonly description: string;
	readonly headers: Readonly<Record<string, ApiReference>>;
	readonly content: ApiContent;
}

export interface ApiParameter {
	readonly name: string;
	readonly in: "query" | "path";
	readonly description: string;
	readonly required: boolean;
	readonly schema: JsonSchema;
	readonly examples?: Readonly<Record<string, ApiExample>>;
}

export interface ApiOperation {
	readonly operationId: string;
	readonly tags: readonly string[];
	readonly summary: string;
	readonly description: string;
	readonly security: readonly Readonly<Record<string, readonly string[]>>[];
	readonly parameters?: readonly ApiParameter[];
	readonly requestBody?: { readonly required: true; readonly content: ApiContent };
	/** By status. */
	readonly responses: Readonly<Record<string, ApiAnswer>>;
}

export interface OpenApiDocument {
	readonly openapi: "3.1.1";
	readonly info: {
		readonly title: string;
		readonly version: string;
		readonly summary: string;
		readonly description: string;
		readonly license: { readonly name: string; readonly identifier: string };
		readonly contact?: { readonly name: string; readonly email?: string; readonly url?: string };
	};
	readonly externalDocs: { readonly description: string; readonly url: string };
	readonly servers: readonly { readonly url: string; readonly description: string }[];
	readonly tags: readonly { readonly name: string; readonly description: string }[];
	/** By path, then by method in lower case. */
	readonly paths: Readonly<Record<string, Readonly<Partial<Record<"get" | "post", ApiOperation>>>>>;
	readonly components: {
		readonly schemas: Readonly<Record<string, JsonSchema>>;
		readonly headers: Readonly<Record<string, ApiHeader>>;
		readonly examples: Readonly<Record<string, ApiExample>>;
		readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
	};
}
