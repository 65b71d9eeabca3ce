import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy to Postgres that can fall silent or behave like a connection pooler. */
export interface PostgresProxy {
	/** The same database, through the proxy. */
	readonly url: string;
	/** Drops all traffic; accepts new connections without answering. */
	fallSilent(): void;
	/** Forwards new connections again. */
	recover(): void;
	close(): Promise<void>;
}

/** @param refused name of a startup parameter to reject */
export async function openPostgresProxy(target: string, refused?: string): Promise<PostgresProxy> {
	const { hostname, port } = new URL(target);
	const sockets = new Set<Socket>();
	let silent = false;
	const server = createServer((client) => {
		const upstream = connect(Number(port), hostname);
		for (const socket of [client, upstream]) {
			sockets.add(socket);
			socket.on("error", () => client.destroy());
			socket.on("close", () => client.destroy());
		}
		let first = true;
		client.on("data", (bytes) => {
			if (first && refused !== undefined && bytes.includes(`${refused}\0`)) client.end(refusal(refused));
			else if (!silent) upstream.write(bytes);
			first = false;
		});
		upstream.on("data", (bytes) => silent || client.write(bytes));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = new URL(target);
	const address = server.address();
	if (address !== null && typeof address === "object") url.port = String(address.port);
	return {
		url: url.href,
		fallSilent: () => {
			silent = true;
		},
		recover: () => {
			silent = false;
		},
		close: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, "close");
		},
	};
}

/** An ErrorResponse of the protocol, https://www.postgresql.org/docs/current/protocol-message-formats.html */
function refusal(setting: string): Buffer {
	const fields = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${setting}\0\0`);
	const head = Buffer.alloc(5, "E");
	head.writeInt32BE(fields.length + 4, 1);
	return Buffer.concat([head, fields]);
}
