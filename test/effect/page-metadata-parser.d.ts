declare module "page-metadata-parser" {
	export function getMetadata(document: Document, url: string): Record<string, string | string[] | undefined>;
}
