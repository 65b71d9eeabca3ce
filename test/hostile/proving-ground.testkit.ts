/** A built server on an Internet of its own, with callers of many addresses, watched from another process. Never shipped. */

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Agent, fetch, type RequestInit, type Response } from "undici";
import { type RunningServer, startBuiltServer } from "../e2e/built-server.testkit.ts";
import type { BuiltSite } from "../e2e/built-site.testkit.ts";
import { inRepository, type Started } from "../e2e/process.testkit.ts";
import type { InternetHost } from "../internet/internet-world.testkit.ts";
import { openTestInternet, type TestInternet } from "../internet/test-internet.testkit.ts";
import type { Sample } from "./watcher.testkit.ts";

/** Heap limit of the tested server. */
export const HEAP = "--max-old-space-size=256";

export interface ProvingGround {
	readonly internet: TestInternet;
	readonly server: RunningServer;
	/** Directory of the server's live state. */
	readonly data: string;
	/** Address of the site that the server serves, as programs inside reach it. */
	readonly base: string;
	/** Asks the server from a source address of the block 127.0.0.0/8. */
	ask(from: string, path: string, init?: RequestInit): Promise<Response>;
	/** Samples of the watching process, oldest first. */
	samples(): readonly Sample[];
	/** Whether the server's process is alive. */
	isAlive(): boolean;
	close(): Promise<void>;
}

export interface GroundOptions {
	readonly site: BuiltSite;
	readonly prefix: string;
	readonly hosts: Readonly<Record<string, InternetHost>>;
	readonly environment?: Record<string, string>;
	/** Milliseconds between health requests. */
	readonly healthEvery?: number;
}

export async function openProvingGround(options: GroundOptions): Promise<ProvingGround> {
	const { site, prefix, hosts } = options;
	const data = await mkdtemp(join(tmpdir(), "sightline-ground-"));
	const internet = await openTestInternet({ hosts });
	try {
		const environment = { SIGHTLINE_METRICS: "1", ...options.environment };
		const server = await startBuiltServer({ site, data, internet, prefix, environment, nodeOptions: [HEAP] });
		const base = `${server.origin}${prefix}`;
		const node = (file: string, ...args: string[]) =>
			internet.start([process.execPath, inRepository(`test/hostile/${file}`), ...args]);
		const socket = join(data, "callers.sock");
		const callers = node("callers.testkit.ts", socket, new URL(server.origin).port);
		const watcher = node("watcher.testkit.ts", base, String(server.pid), String(options.healthEvery ?? 10));
		const samples = collectSamples(watcher);
		await Promise.all([callers, watcher].map(({ child }) => child.stdout && once(child.stdout, "data")));
		const dispatcher = new Agent({
			connect: { socketPath: socket },
			connections: 2_000,
			headersTimeout: 0,
			bodyTimeout: 0,
		});
		let alive = true;
		server.ended.then(() => (alive = false));
		return {
			internet,
			server,
			data,
			base,
			ask: (from, path, init = {}) =>
				fetch(`${base}${path}`, {
					dispatcher,
					redirect: "manual",
					...init,
					headers: { ...init.headers, "x-from": from },
				}),
			samples: () => samples,
			isAlive: () => alive,
			async close() {
				watcher.child.kill("SIGKILL");
				await server.stop();
				await dispatcher.destroy();
				await internet.close();
				await rm(data, { recursive: true, force: true });
			},
		};
	} catch (error) {
		await internet.close();
		throw error;
	}
}

function collectSamples({ child }: Started): readonly Sample[] {
	const samples: Sample[] = [];
	if (!child.stdout) return samples;
	createInterface({ input: child.stdout }).on("line", (line) => {
		if (line.startsWith("{")) samples.push(JSON.parse(line) as Sample);
	});
	return samples;
}
