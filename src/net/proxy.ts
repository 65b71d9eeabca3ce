import { request } from "node:http";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { Failure } from "#core/failure.ts";
import { systemCode } from "./network-failure.ts";

/** Addresses of http or https proxies, from the environment. */
export interface Proxies {
	/** For plain http, and for https. */
	readonly http?: string | undefined;
	readonly https?: string | undefined;
	/** NO_PROXY: hosts including subdomains, with an optional port, or `*`. */
	readonly none: string;
}

export interface Destination {
	readonly secure: boolean;
	/** Without brackets and root dot. */
	readonly host: string;
	readonly port: number;
}

export function destinationOf({ protocol, hostname, port }: URL): Destination {
	const secure = protocol === "https:";
	return { secure, host: hostname.replace(/^\[|\]$|\.$/g, ""), port: Number(port) || (secure ? 443 : 80) };
}

const OWN_MACHINE = /^(?:localhost|127(?:\.\d+){3}|::1)$/;

/** Undefined for a direct connection, as to this machine. */
export function proxyFor(proxies: Proxies | undefined, { secure, host, port }: Destination): URL | undefined {
	const proxy = secure ? proxies?.https : proxies?.http;
	if (proxies === undefined || proxy === undefined || OWN_MACHINE.test(host)) return undefined;
	const entries = proxies.none.toLowerCase().split(/[\s,]+/);
	return entries.some((entry) => excepts(entry, host.toLowerCase(), port)) ? undefined : new URL(proxy);
}

/** Like curl: `example.com`, `.example.com` and `*.example.com` match the host and its subdomains. */
function excepts(entry: string, host: string, port: number): boolean {
	if (entry === host) return true;
	const [, name = "", only] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? [];
	if (name === "" || (only !== undefined && Number(only) !== port)) return false;
	const domain = name.replace(/^\*?\./, "");
	return name === "*" || host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`));
}

/** `{}` without a password. */
export function proxyCredentials({ username, password }: URL): Readonly<Record<string, string>> {
	if (username === "") return {};
	const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
	return { "proxy-authorization": `Basic ${Buffer.from(plain).toString("base64")}` };
}

type Ready = (socket: Socket, event: "connect" | "secureConnect") => Promise<void>;

/** Ends at the proxy for http, and at the site for https. @throws Failure `overloaded`, `connection-failed` */
export async function dialThroughProxy(proxy: URL, destination: Destination, ready: Ready): Promise<Socket> {
	const socket = await dial(destinationOf(proxy), ready).catch((error: unknown) => {
		const why = `The proxy of this machine, ${proxy.host}, could not be reached (${systemCode(error) ?? "no connection"}).`;
		throw refusedByProxy("overloaded", destination.host, why, error);
	});
	return destination.secure ? openTunnel(socket, proxy, destination) : socket;
}

async function dial({ secure, host, port }: Destination, ready: Ready): Promise<Socket> {
	const plain = connectTcp({ host, port, noDelay: true, keepAlive: true });
	await ready(plain, "connect");
	if (!secure) return plain;
	const tls = connectTls({ socket: plain, host, servername: isIP(host) === 0 ? host : "" });
	await ready(tls, "secureConnect");
	return tls;
}

/** CONNECT (RFC 9110 section 9.3.6). To cancel it, destroy the connection. */
function openTunnel(socket: Socket, proxy: URL, { host, port }: Destination): Promise<Socket> {
	const { promise, resolve, reject } = Promise.withResolvers<Socket>();
	const path = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
	const headers = { host: path, ...proxyCredentials(proxy) };
	const asked = request({ method: "CONNECT", path, headers, createConnection: () => socket });
	asked.once("error", reject);
	asked.once("connect", ({ statusCode = 0 }) => {
		if (statusCode >= 200 && statusCode < 300) return resolve(socket);
		socket.destroy();
		const code = GATEWAY_ERRORS.has(statusCode) ? "connection-failed" : "overloaded";
		reject(refusedByProxy(code, host, `The proxy of this machine answered ${statusCode}.`));
	});
	asked.end();
	return promise;
}

/** The proxy could not reach the site (RFC 9110 section 15.6); other refusals are the proxy's own. */
const GATEWAY_ERRORS: ReadonlySet<number> = new Set([502, 503, 504]);

export function refusedByProxy(
	code: "connection-failed" | "overloaded",
	host: string,
	why: string,
	cause?: unknown,
): Failure {
	const todo = "Check the proxy's rules and password, or add the host to NO_PROXY.";
	return new Failure(code, { what: `The connection to ${host} failed.`, why, todo }, { cause });
}
