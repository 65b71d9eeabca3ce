/** Runs a built server as `npm start` does; never shipped. */

import { once } from "node:events";
import { createServer } from "node:net";
import type { Readable } from "node:stream";
import { Agent, fetch, type RequestInit, type Response } from "undici";
import type { TestInternet } from "../internet/test-internet.testkit.ts";
import type { BuiltSite } from "./built-site.testkit.ts";
import { type Ended, inRepository, type Started, start } from "./process.testkit.ts";

export type { Response } from "undici";

export interface RunningServer {
	readonly pid: number;
	/** Origin in its own network. */
	readonly origin: string;
	/** A socket file that leads to it, if it is in a separate network. */
	readonly socketPath?: string;
	/** Requests a path below the site's address. */
	ask(path: string, init?: RequestInit): Promise<Response>;
	/** Posts a value as JSON. */
	post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
	/** Output so far, one JSON line per event. */
	log(): string;
	/** Stops it and waits for its end. */
	stop(signal?: "SIGTERM" | "SIGKILL"): Promise<Ended>;
	/** Settles when it has ended for any reason. */
	readonly ended: Promise<Ended>;
}

export interface ServerOptions {
	readonly site: BuiltSite;
	/** Directory of its live state. */
	readonly data: string;
	/** Network of the server and the audited sites; this machine's by default. */
	readonly internet?: TestInternet;
	readonly environment?: Record<string, string>;
	/** Path under which the site lives, without a trailing slash. */
	readonly prefix?: string;
	/** Port in this machine's network; any free one by default. */
	readonly port?: number;
	/** Options of Node itself, such as a limit of its heap. */
	readonly nodeOptions?: readonly string[];
}

const INSIDE_PORT = 4321;

/** Starts a built server and waits until it answers. */
export async function startBuiltServer(options: ServerOptions): Promise<RunningServer> {
	const { site, data, internet, prefix = "", nodeOptions = [] } = options;
	const port = internet ? INSIDE_PORT + nextInside++ : (options.port ?? (await freePort()));
	const environment = {
		HOST: "127.0.0.1",
		PORT: String(port),
		SIGHTLINE_REPORTS: inRepository("samples"),
		SIGHTLINE_DATA: data,
		// Deleted with the build, whose paths it contains.
		NODE_COMPILE_CACHE: `${site.outDir}/compiled`,
		...options.environment,
	};
	const command = [...nodeOptions, `${site.outDir}/server/start.mjs`];
	const started = internet ? internet.start([process.execPath, ...command], environment) : start(command, environment);
	const log = collect(started.child.stdout);
	await untilListening(started, log);
	const socketPath = await internet?.relay(port);
	const agent = new Agent({ ...(socketPath && { connect: { socketPath } }), headersTimeout: 0, bodyTimeout: 0 });
	const ask = (path: string, init: RequestInit = {}) =>
		fetch(`http://127.0.0.1:${port}${prefix}${path}`, { dispatcher: agent, redirect: "manual", ...init });
	return {
		pid: started.child.pid ?? 0,
		origin: `http://127.0.0.1:${port}`,
		...(socketPath && { socketPath }),
		ask,
		post: (path, body, headers) => ask(path, postOf(body, headers)),
		log,
		ended: started.ended,
		async stop(signal = "SIGTERM") {
			started.child.kill(signal);
			const ended = await started.ended;
			await agent.destroy();
			return ended;
		},
	};
}

let nextInside = 0;

function collect(stream: Readable | null): () => string {
	let text = "";
	stream?.on("data", (chunk) => (text += chunk));
	return () => text;
}

/** An unused port. */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	return typeof address === "object" && address ? address.port : 0;
}

async function untilListening({ child, ended }: Started, log: () => string): Promise<void> {
	const listening = new Promise<void>((resolve) => {
		const look = () => {
			if (!log().includes('"msg":"started"')) return;
			// A line is logged for each request: to search all of them again each time would keep this process busy.
			child.stdout?.off("data", look);
			resolve();
		};
		child.stdout?.on("data", look);
	});
	const failed = ended.then(({ code, stderr }) => Promise.reject(new Error(`The server ended (${code}): ${stderr}`)));
	await Promise.race([listening, failed]);
	// `stop` waits for the end.
	failed.catch(() => undefined);
}

/** A value posted as JSON; a text is posted as it is. */
export function postOf(body: unknown, headers: Record<string, string> = {}) {
	return {
		method: "POST",
		headers: { "content-type": "application/json", ...headers },
		body: typeof body === "string" ? body : JSON.stringify(body),
	};
}
