import * as z from "zod";

/** Where evidence is kept on a store that speaks S3. */
export interface EvidenceBucket {
	readonly bucket: string;
	/** What the names of all objects begin with; `""`, or a path that ends with a slash. */
	readonly prefix: string;
	/** Address of the store, without the bucket and without a trailing slash. */
	readonly endpoint: string;
	readonly region: string;
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	/** Of keys that were given for a time. */
	readonly sessionToken: string | undefined;
}

/** Bucket names of S3, which R2 and MinIO share, and a prefix that needs no escape in an address. */
const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w-][\w.-]*(?:\/[\w-][\w.-]*)*))?\/?$/;

/** The variables that name the bucket; those of AWS are read only where a bucket is named. */
export const evidenceVariables = {
	SIGHTLINE_EVIDENCE: z
		.string()
		.regex(ADDRESS, "must be the address of a bucket, such as s3://evidence or s3://evidence/sightline")
		.optional(),
	AWS_ENDPOINT_URL: z.string().optional(),
	AWS_REGION: z.string().optional(),
	AWS_ACCESS_KEY_ID: z.string().optional(),
	AWS_SECRET_ACCESS_KEY: z.string().optional(),
	AWS_SESSION_TOKEN: z.string().optional(),
};

type Given = { readonly [name in keyof typeof evidenceVariables]?: string | undefined };

/**
 * The bucket that the environment names; undefined where evidence is kept elsewhere.
 * @param refuse gets what is missing or wrong, without any value
 */
export function readEvidenceBucket(given: Given, refuse: (why: string) => never): EvidenceBucket | undefined {
	const [, bucket, prefix] = ADDRESS.exec(given.SIGHTLINE_EVIDENCE ?? "") ?? [];
	if (bucket === undefined) return undefined;
	const need = (name: "AWS_REGION" | "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY") =>
		given[name] ?? refuse(`SIGHTLINE_EVIDENCE names a bucket, and ${name} is not set`);
	const region = need("AWS_REGION");
	const endpoint = given.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`;
	if (!isAddress(endpoint))
		refuse("AWS_ENDPOINT_URL must be an http or https address without user name, query or fragment");
	return {
		bucket,
		prefix: prefix === undefined ? "" : `${prefix}/`,
		endpoint: endpoint.replace(/\/+$/, ""),
		region,
		accessKeyId: need("AWS_ACCESS_KEY_ID"),
		secretAccessKey: need("AWS_SECRET_ACCESS_KEY"),
		sessionToken: given.AWS_SESSION_TOKEN,
	};
}

function isAddress(text: string): boolean {
	const url = URL.parse(text);
	if (!url || !["http:", "https:"].includes(url.protocol)) return false;
	return url.username === "" && url.password === "" && url.search === "" && url.hash === "";
}
