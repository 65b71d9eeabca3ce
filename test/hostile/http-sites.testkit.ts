/** Servers that bend HTTP, compress bombs, redirect for ever, or take their time. */

import type { Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync, constants as zlib, zstdCompressSync } from "node:zlib";
import { type HostileAnswer, type HostileSite, numbered, page, redirect, site, typed } from "./hostile-site.testkit.ts";
import { streamed } from "./json-sites.testkit.ts";

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n";
const HOME = page("<p>Words.</p>".repeat(200));
const BOMB_BYTES = 300_000_000;

const bombs = new Map<string, Uint8Array>();
/** Compressed once, as it takes a second. */
function bomb(encoding: string, compress: (bytes: Uint8Array) => Uint8Array): () => Uint8Array {
	return () => {
		const made = bombs.get(encoding) ?? compress(Buffer.alloc(BOMB_BYTES, "<a>"));
		bombs.set(encoding, made);
		return made;
	};
}
const quick = { params: { [zlib.BROTLI_PARAM_QUALITY]: 3 } };
const gzipBomb = bomb("gzip", (bytes) => gzipSync(bytes));

/** A site that gives this answer to every request. */
const everywhere = (name: string, answer: HostileAnswer, options?: Parameters<typeof site>[2]): HostileSite =>
	site(name, { "/": answer, "*": answer }, options);
const encoded = (encoding: string, body: () => Uint8Array) => ({
	headers: { "content-encoding": encoding, "content-type": "text/html" },
	body,
});
const raw = (name: string, answer: (socket: Socket) => void, options?: Parameters<typeof site>[2]) =>
	everywhere(name, { raw: answer }, options);
/** Sends text and closes the connection. */
const says = (name: string, text: () => string) => raw(name, (socket) => void socket.end(text()));
const waits = { waits: true } as const;

const BOMBS = [
	everywhere("gzip-bomb", encoded("gzip", gzipBomb)),
	everywhere(
		"brotli-bomb",
		encoded(
			"br",
			bomb("br", (bytes) => brotliCompressSync(bytes, quick)),
		),
	),
	everywhere(
		"zstd-bomb",
		encoded(
			"zstd",
			bomb("zstd", (bytes) => zstdCompressSync(bytes)),
		),
	),
	everywhere(
		"deflate-bomb",
		encoded(
			"deflate",
			bomb("deflate", (bytes) => deflateSync(bytes)),
		),
	),
	everywhere(
		"stacked-bomb",
		encoded(
			"gzip, gzip",
			bomb("gzip, gzip", (bytes) => gzipSync(gzipSync(bytes))),
		),
	),
	everywhere("stacked-20", encoded(Array(20).fill("gzip").join(", "), gzipBomb)),
	everywhere(
		"encoding-lies",
		encoded("gzip", () => Buffer.from(HOME)),
	),
	everywhere(
		"gzip-cut",
		encoded("gzip", () => gzipSync(HOME).subarray(0, 80)),
	),
	everywhere(
		"gzip-members",
		encoded("gzip", () => Buffer.concat(Array<Uint8Array>(60_000).fill(gzipSync("")))),
	),
];

const SLOW = [
	raw("silent", () => undefined, waits),
	raw("slow-headers", (socket) => streamed(socket, HEAD, "x: y\r\n", 500), waits),
	raw("slow-body", (socket) => streamed(socket, `${HEAD}\r\n${HOME.slice(0, 400)}`, "<p>x", 300), waits),
	raw("drip-bytes", (socket) => streamed(socket, `${HEAD}content-length: 1000000\r\n\r\n`, "x", 100), waits),
	raw("body-stalls", (socket) => void socket.write(`${HEAD}content-length: 1000\r\n\r\n<p>x`), waits),
	raw("body-never-ends", (socket) => streamed(socket, `${HEAD}\r\n${HOME}`, "<p>word</p>".repeat(20_000), 5), waits),
	raw(
		"event-stream",
		(socket) => streamed(socket, `${HEAD.replace("html", "event-stream")}\r\n`, "data: x\n\n", 50),
		waits,
	),
	raw("slow-hints", (socket) => streamed(socket, "", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n", 20), waits),
	raw(
		"slow-chunks",
		(socket) => streamed(socket, `${HEAD}transfer-encoding: chunked\r\n\r\n`, "1\r\nx\r\n", 50),
		waits,
	),
	raw(
		"slow-trailers",
		(socket) => streamed(socket, `${HEAD}transfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n`, "a: b\r\n", 200),
		waits,
	),
];

/** Fields that are read as lists, each as long as a server usually takes, and as long as is read here. */
const LONG_FIELDS = Object.entries({
	"x-robots-tag": "all, ",
	link: '<https://h.example.com/a>; rel="canonical", ',
	"content-security-policy": "default-src 'self'; ",
	"permissions-policy": "a=(self), ",
	vary: "accept, ",
	"content-signal": "search=yes, ",
	"strict-transport-security": "max-age=1; ",
	refresh: "9; url=",
}).flatMap(([field, item]) =>
	[16, 240].map((kb) =>
		says(`long-${field}-${kb}kb`, () => `${HEAD}${field}: ${item.repeat((kb * 1_000) / item.length)}\r\n\r\n${HOME}`),
	),
);

const BENT = [
	says("early-hints", () => "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(20_000)),
	says("headers-16kb", () => `${HEAD}${numbered(700, (at) => `x-h${at}: yyyyyyyy\r\n`)}\r\n${HOME}`),
	says("headers-1mb", () => `${HEAD}x-long: ${"a".repeat(1_000_000)}\r\n\r\n`),
	says("header-links", () => `${HEAD}link: ${"</a>;rel=x,".repeat(1_300)}\r\n\r\n${HOME}`),
	says(
		"header-policy",
		() =>
			`${HEAD}content-security-policy: ${"a'b;,".repeat(2_500)}\r\nx-robots-tag: ${"noindex,".repeat(300)}\r\n\r\n${HOME}`,
	),
	says("header-quotes", () => `${HEAD}link: <${'\\"'.repeat(7_000)}\r\n\r\n${HOME}`),
	says("http-0.9", () => HOME),
	says("status-line", () => `HTTP/1.1 200 ${"x".repeat(10_000)}\r\n\r\n${HOME}`),
	says("status-999", () => `HTTP/1.1 999 No\r\n\r\n${HOME}`),
	says("two-lengths", () => `${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\nabc`),
	says("length-and-chunks", () => `${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
	says("length-huge", () => `${HEAD}content-length: 99999999999999999999\r\n\r\nx`),
	says(
		"chunk-extensions",
		() => `${HEAD}transfer-encoding: chunked\r\n\r\n1;${"a=b;".repeat(100_000)}\r\nx\r\n0\r\n\r\n`,
	),
	says("tiny-chunks", () => `${HEAD}transfer-encoding: chunked\r\n\r\n${"1\r\nx\r\n".repeat(200_000)}0\r\n\r\n`),
	says("upgrade", () => "HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
	says("two-answers", () => `${HEAD}content-length: 1\r\n\r\nx${HEAD}content-length: 1\r\n\r\ny`),
	says("header-nul", () => `${HEAD}x: a\0b\r\n\r\n`),
	raw("reset-at-once", (socket) => void socket.destroy()),
	raw("reset-mid-body", (socket) =>
		socket.write(`${HEAD}content-length: 10000\r\n\r\n${HOME}`, () => socket.destroy()),
	),
	raw("kept-then-killed", (socket) => {
		socket.write(`${HEAD}content-length: 1\r\nkeep-alive: timeout=9999999\r\n\r\nx`, () =>
			setTimeout(() => socket.destroy(), 5),
		);
	}),
	everywhere("not-modified", { status: 304 }),
	everywhere("no-content", { status: 204 }),
	everywhere("retry-later", { status: 503, headers: { "retry-after": "99999999999" }, body: HOME }),
	everywhere("cookies", {
		headers: { "set-cookie": Array(150).fill("a=b; Domain=.com; Max-Age=99999999"), "content-type": "text/html" },
		body: HOME,
	}),
	site("size-lies", { "/": { raw: (socket) => void socket.end(`${HEAD}content-length: 5\r\n\r\n${HOME}`) } }),
	everywhere("other-each-time", ({ before, path }) =>
		before % 3 === 0
			? typed("text/html", () => page(`<p>${path} ${before}`))
			: before % 3 === 1
				? { status: 500 }
				: redirect(`/r${before}`),
	),
	everywhere(
		"yes-to-everything",
		typed("application/json", () => '{"a":1}'),
	),
	everywhere(
		"image-as-page",
		typed("image/png", () => new Uint8Array(3_000_000)),
	),
	everywhere("download", {
		headers: { "content-type": "text/html", "content-disposition": `attachment; filename="${"x".repeat(8_000)}"` },
		body: HOME,
	}),
];

const REDIRECTS = [
	everywhere("redirect-loop", ({ path }) => redirect(path === "/a" ? "/b" : "/a")),
	everywhere("redirect-itself", ({ path }) => redirect(path)),
	everywhere("redirect-endless", ({ before }) => redirect(`/r${before}`)),
	everywhere("redirect-long", () => redirect(`/${"a".repeat(12_000)}`)),
	everywhere("redirect-deep-host", () => redirect(`http://${"a.".repeat(120)}example.com/`)),
	everywhere("redirect-inward", () => redirect("http://169.254.169.254/latest/meta-data/")),
	everywhere("redirect-inward-name", () => redirect("http://private.example.com/")),
	everywhere("redirect-file", () => redirect("file:///etc/passwd")),
	everywhere("redirect-data", () => redirect(`data:text/html,${"x".repeat(5_000)}`)),
	everywhere("redirect-javascript", () => redirect("javascript:alert(1)")),
	everywhere("redirect-credentials", () => redirect("http://a:b@example.com:22/")),
	everywhere("redirect-nowhere", () => redirect("http://[::1")),
	everywhere("redirect-other-names", ({ before }) => redirect(`https://n${before}.names.example.com/`)),
	everywhere("redirect-many-locations", { status: 301, headers: { location: ["/a", "/b", "/c"] } }),
	everywhere("refresh-header", { headers: { refresh: "0;url=javascript:1", "content-type": "text/html" }, body: HOME }),
];

const CERTIFICATES = [
	site("certificate-expired", {}, { certificate: "expired" }),
	site("certificate-other-name", {}, { certificate: "other-name" }),
	site("certificate-self-signed", {}, { certificate: "self-signed" }),
];

export const HTTP_SITES = [...BOMBS, ...SLOW, ...BENT, ...LONG_FIELDS, ...REDIRECTS, ...CERTIFICATES];
