import * as z from "zod";

/** Path of a host's bot keys (draft-ietf-webbotauth-httpsig-protocol-01). */
export const DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";
export const DIRECTORY_TYPE = "application/http-message-signatures-directory+json";
export const DIRECTORY_MAX_BYTES = 64 * 1024;

export interface BotPlace {
	readonly baseUrl: string;
	/** Server of a static site. */
	readonly apiUrl: string | undefined;
	readonly adapter: string;
}

/** Undefined if others cannot reach the directory: then requests are not signed. */
export function botOrigin({ baseUrl, apiUrl, adapter }: BotPlace): string | undefined {
	if (adapter === "none" && apiUrl === undefined) return undefined;
	const { origin, protocol, hostname } = new URL(apiUrl ?? baseUrl);
	return protocol === "https:" || LOCAL.test(hostname) ? origin : undefined;
}

/** For test installations; real verifiers require https. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const link = z.strictObject({ href: z.url(), type: z.string().optional() });

/** An API catalog (RFC 9727) as a link set (RFC 9264 section 4.2). */
export const apiCatalogSchema = z.strictObject({
	linkset: z
		.array(
			z.strictObject({
				anchor: z.url(),
				"service-desc": z.array(link),
				"service-doc": z.array(link),
				status: z.array(link),
			}),
		)
		.min(1),
});
export type ApiCatalog = z.infer<typeof apiCatalogSchema>;

/** Services for agents (Agentic Resource Discovery 0.9, `ai-catalog.json`). */
export const aiCatalogSchema = z.strictObject({
	specVersion: z.literal("1.0"),
	host: z.strictObject({ displayName: z.string(), documentationUrl: z.url() }),
	entries: z
		.array(
			z.strictObject({
				identifier: z.string().regex(/^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/),
				displayName: z.string(),
				type: z.string(),
				url: z.url(),
				description: z.string(),
				representativeQueries: z.array(z.string()).min(2).max(5),
				version: z.string(),
			}),
		)
		.min(1),
});
export type AiCatalog = z.infer<typeof aiCatalogSchema>;

/** The index of skills for agents (agentskills.io, discovery 0.2.0). */
export const skillsIndexSchema = z.strictObject({
	$schema: z.literal("https://schemas.agentskills.io/discovery/0.2.0/schema.json"),
	skills: z
		.array(
			z.strictObject({
				name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
				type: z.literal("skill-md"),
				description: z.string().min(1).max(1024),
				url: z.url(),
				/** Of the file's bytes. */
				digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
			}),
		)
		.min(1),
});
export type SkillsIndex = z.infer<typeof skillsIndexSchema>;
