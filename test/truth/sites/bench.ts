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
	/** 443 where the server speaks TLS, with a certificate that nobody signed. */
	readonly sitePort?: 80 | 443;
}

/** The sites are reached under their names; nobody else is. */
export async function openBench(executablePath: string, { port, hosts, sitePort = 80 }: Doors): Promise<Bench> {
	const debugPort = await freePort();
	const { chromium } = await import("playwright-core");
	const rules = [...hosts.map((host) => `MAP ${host}:${sitePort} 127.0.0.1:${port}`), "MAP * ~NOTFOUND"].join(", ");
	const quiet = ["background-networking", "component-update", "sync", "gpu"].map((each) => `--disable-${each}`);
	const trust = sitePort === 443 ? ["--ignore-certificate-errors"] : [];
	const args = [
		...quiet,
		...trust,
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
