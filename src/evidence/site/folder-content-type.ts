import { extname } from "node:path";

/** Content types as static hosts send them, by extension (IANA media types). */
const TYPES: Readonly<Record<string, string>> = {
	".atom": "application/atom+xml; charset=utf-8",
	".avif": "image/avif",
	".css": "text/css; charset=utf-8",
	".csv": "text/csv; charset=utf-8",
	".gif": "image/gif",
	".gz": "application/gzip",
	".htm": "text/html; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".ico": "image/vnd.microsoft.icon",
	".jpeg": "image/jpeg",
	".jpg": "image/jpeg",
	".js": "text/javascript; charset=utf-8",
	".json": "application/json; charset=utf-8",
	".jsonld": "application/ld+json; charset=utf-8",
	".md": "text/markdown; charset=utf-8",
	".mjs": "text/javascript; charset=utf-8",
	".mp4": "video/mp4",
	".pdf": "application/pdf",
	".png": "image/png",
	".rss": "application/rss+xml; charset=utf-8",
	".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8",
	".wasm": "application/wasm",
	".webmanifest": "application/manifest+json; charset=utf-8",
	".webp": "image/webp",
	".woff": "font/woff",
	".woff2": "font/woff2",
	".xhtml": "application/xhtml+xml; charset=utf-8",
	".xml": "application/xml; charset=utf-8",
	".yaml": "application/yaml; charset=utf-8",
	".yml": "application/yaml; charset=utf-8",
};

/** Content-Type of a file; bytes without a known extension are just bytes. */
export function contentTypeOf(path: string): string {
	return TYPES[extname(path).toLowerCase()] ?? "application/octet-stream";
}
