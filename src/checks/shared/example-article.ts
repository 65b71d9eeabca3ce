import type { CheckExample } from "./example.ts";

const ADDRESS = "https://example.com/blog/how-to-boil-glue/";

/** A site whose address leads on to an article, since a home page is none. */
export function articleAt(
	parts: { readonly head?: string; readonly body?: string },
	address = ADDRESS,
): Pick<CheckExample, "files"> {
	const { head = "", body = "" } = parts;
	const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>How to boil glue</title>${head}</head>
<body><main><h1>How to boil glue</h1>${body}<p>${"Soak the pearls over night, then warm them in a bath of water. ".repeat(30)}</p></main></body></html>`;
	return { files: { "/": { status: 301, headers: { location: address } }, [new URL(address).pathname]: page } };
}
