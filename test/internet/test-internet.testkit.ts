/** A test's own Internet in a network namespace without access to the outside. Never shipped. */

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRepository, type Started, startCommand } from "../e2e/process.testkit.ts";
import {
	BLACK_HOLE,
	INWARD_RANGES,
	type InternetEvent,
	type InternetWorld,
	ownAddresses,
} from "./internet-world.testkit.ts";
import { relay } from "./relay.testkit.ts";
import { makeCertificates } from "./test-certificates.testkit.ts";

export interface TestInternet {
	/** Starts a program inside that trusts the sites' certificates. */
	start(command: readonly string[], environment?: Record<string, string>): Started;
	/** Socket file outside for a port inside. */
	relay(port: number): Promise<string>;
	/** Makes a port of the outside's loopback answer under the same number inside. */
	reach(port: number): Promise<void>;
	/** Events at all listeners so far. */
	events(): Promise<readonly InternetEvent[]>;
	/** Ends everything started inside. */
	close(): Promise<void>;
}

/** Why it cannot run here; undefined if it can. */
export function whyNoTestInternet(): string | undefined {
	try {
		execFileSync("openssl", ["version"], { stdio: "ignore" });
	} catch {
		return "no openssl";
	}
	const name = `probe-${process.pid}`;
	try {
		execFileSync("ip", ["netns", "add", name], { stdio: "ignore" });
		execFileSync("ip", ["netns", "del", name], { stdio: "ignore" });
		return undefined;
	} catch {
		// Not root, no iproute2, or a kernel that forbids namespaces: the reason is the same for the reader.
		return "no network namespaces";
	}
}

const RELAY = inRepository("test/internet/relay.testkit.ts");

let opened = 0;

export async function openTestInternet(world: InternetWorld): Promise<TestInternet> {
	const name = `sightline-${process.pid}-${++opened}`;
	const place = await mkdtemp(join(tmpdir(), "sightline-internet-"));
	const file = (base: string) => join(place, base);
	const started: Started[] = [];
	const outside: Server[] = [];
	const ip = (...args: string[]) => execFileSync("ip", args, { stdio: ["ignore", "ignore", "pipe"] });
	const run = (command: readonly string[], environment: Record<string, string> = {}) => {
		const inside = startCommand(["ip", "netns", "exec", name, ...command], {
			NODE_EXTRA_CA_CERTS: file("authority.pem"),
			...environment,
		});
		started.push(inside);
		return inside;
	};
	ip("netns", "add", name);
	await mkdir(`/etc/netns/${name}`, { recursive: true });
	await writeFile(`/etc/netns/${name}/resolv.conf`, "nameserver 127.0.0.53\noptions timeout:1 attempts:1\n");
	setUpAddresses(name, Object.keys(world.hosts).length);
	makeCertificates(place, Object.keys(world.hosts));
	await writeFile(file("world.json"), JSON.stringify(world));
	await writeFile(file("events.jsonl"), "");
	const server = inRepository("test/internet/internet-server.testkit.ts");
	await untilReady(run([process.execPath, server, place]));
	return {
		start: run,
		async relay(port) {
			const path = file(`${port}.sock`);
			await untilReady(run([process.execPath, RELAY, path, String(port)]));
			return path;
		},
		async reach(port) {
			const path = file(`outside-${port}.sock`);
			outside.push(await relay({ path }, { port }));
			await untilReady(run([process.execPath, RELAY, String(port), path]));
		},
		async events() {
			const lines = (await readFile(file("events.jsonl"), "utf8")).split("\n").filter(Boolean);
			return lines.map((line) => JSON.parse(line) as InternetEvent);
		},
		async close() {
			for (const { child } of started) child.kill("SIGKILL");
			for (const server of outside) server.close();
			await Promise.all(started.map(({ ended }) => ended));
			ip("netns", "del", name);
			await Promise.all([place, `/etc/netns/${name}`].map((path) => rm(path, { recursive: true, force: true })));
		},
	};
}

/** A cable with nothing at its other end. */
const LOSE_PACKETS = [
	"link add hole type veth peer name drain",
	"link set hole up",
	"link set drain up",
	"addr add 198.18.255.1/32 dev hole",
	`route add ${BLACK_HOLE} via 198.18.255.2 dev hole onlink`,
	"neigh add 198.18.255.2 lladdr 02:00:00:00:00:01 dev hole nud permanent",
];

/** One command for all: with hundreds of hosts, single ones would take a minute. */
function setUpAddresses(name: string, hosts: number): void {
	const commands = [
		"link set lo up",
		...Array.from({ length: hosts }, (_, index) => ownAddresses(index))
			.flat()
			.map(addAddress),
		...LOSE_PACKETS,
		...INWARD_RANGES.map((range) => `${range.includes(":") ? "-6 " : ""}route add local ${range} dev lo`),
	];
	// `-batch` knows no family of its own per line.
	const batch = (family: string[], lines: string[]) =>
		execFileSync("ip", ["-n", name, ...family, "-batch", "-"], { input: `${lines.join("\n")}\n`, stdio: "pipe" });
	batch(
		[],
		commands.filter((line) => !line.startsWith("-6 ")),
	);
	batch(
		["-6"],
		commands.filter((line) => line.startsWith("-6 ")).map((line) => line.slice(3)),
	);
}

function addAddress(address: string): string {
	return `addr add ${address}/${address.includes(":") ? "128" : "32"} dev lo${address.includes(":") ? " nodad" : ""}`;
}

async function untilReady({ child, ended }: Started): Promise<void> {
	const failed = ended.then(({ stderr }) => Promise.reject(new Error(`It did not start: ${stderr}`)));
	await Promise.race([child.stdout ? once(child.stdout, "data") : failed, failed]);
	// The code that awaits its end reports later errors.
	failed.catch(() => undefined);
}
