import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Browser } from "playwright-core";
import { LighthouseThread } from "./lighthouse-thread.ts";

/** A browser of its own for every page under way: Lighthouse wants its tab in the foreground. */
export interface Bench {
	readonly browser: Browser;
	readonly lighthouse: LighthouseThread;
}

export interface Doors {
	/** Of the sites' server. */
	readonly port: number;
	readonly hosts: readonly string[];
}

/** The sites are reached under their names; nobody else is. */
export async function openBench(executablePath: string, { port, hosts }: Doors): Promise<Bench> {
	const debugPort = await freePort();
	const { chromium } = await import("playwright-core");
	const rules = [...hosts.map((host) => `MAP ${host}:443 127.0.0.1:${port}`), "MAP * ~NOTFOUND"].join(", ");
	const quiet = ["background-networking", "component-update", "sync", "gpu"].map((each) => `--disable-${each}`);
	const args = [
		...quiet,
		"--ignore-certificate-errors",
		"--no-first-run",
		`--remote-debugging-port=${debugPort}`,
		`--host-resolver-rules=${rules}`,
	];
	// The sites are files of this machine, and the root user's Chromium has no sandbox.
	const browser = await chromium.launch({ executablePath, args, chromiumSandbox: false });
	return { browser, lighthouse: new LighthouseThread(debugPort) };
}

/** Lighthouse speaks to the browser over a port of its own choice. */
async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, "close");
	return port;
}
