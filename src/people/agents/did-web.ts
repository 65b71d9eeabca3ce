import { z } from "zod";
import { keyOfMultibase } from "./did-key.ts";

/** Where the document of a `did:web` is; undefined for what is none. Only hosts that have a name have one, and no port of their own. */
export function didWebAddress(did: string): string | undefined {
	const [host = "", ...path] = /^did:web:([\w.-]+(?::[\w.%-]+)*)$/.exec(did)?.[1]?.split(":") ?? [];
	if (!/^(?=.*[a-z])[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host)) return undefined;
	if (path.some((segment) => segment === "." || segment === ".." || /%(?:2[ef]|5c)/i.test(segment))) return undefined;
	const url = URL.parse(`https://${host}/${[...(path.length > 0 ? path : [".well-known"]), "did.json"].join("/")}`);
	return url?.hostname === host ? url.href : undefined;
}

/** More methods than a document of anybody's has use for. */
const METHODS_MOST = 50;

const methodSchema = z.looseObject({
	id: z.string(),
	controller: z.string(),
	publicKeyJwk: z.record(z.string(), z.unknown()).optional(),
	publicKeyMultibase: z.string().optional(),
});
const documentSchema = z.object({
	id: z.string(),
	verificationMethod: z.array(z.unknown()).max(METHODS_MOST).default([]),
	authentication: z.array(z.unknown()).max(METHODS_MOST).default([]),
});

/**
 * The keys by which the subject of a DID shows that it is that subject (DID Core section 5.3.1), as JSON Web Keys that are named by their
 * methods' addresses. Methods of other controllers are left out, and so is what is no key.
 */
export function authenticationKeys(document: unknown, did: string): readonly unknown[] {
	const read = documentSchema.safeParse(document).data;
	if (read?.id !== did) return [];
	const absolute = (id: string) => (id.startsWith("#") ? did + id : id);
	const methods = new Map<string, z.infer<typeof methodSchema>>();
	for (const each of [...read.verificationMethod, ...read.authentication]) {
		const method = methodSchema.safeParse(each).data;
		if (method?.controller === did) methods.set(absolute(method.id), method);
	}
	const names = read.authentication.map((each) =>
		typeof each === "string" ? absolute(each) : absolute(methodSchema.safeParse(each).data?.id ?? ""),
	);
	return names.flatMap((kid) => {
		const method = methods.get(kid);
		const key = method?.publicKeyJwk ?? keyOfMultibase(method?.publicKeyMultibase ?? "");
		return key && kid.startsWith(`${did}#`) ? [{ ...key, kid }] : [];
	});
}
