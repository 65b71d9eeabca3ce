import type { Server } from "node:http";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";

/**
 * Connections that the system takes before this process does; the system's own limit (Linux: net.core.somaxconn, 4,096) may
 * be lower. What finds no place there is lost in silence, and whoever sent it waits a minute: Node's 511 are as many as one
 * client opens at once.
 */
const BACKLOG = 4_096;

/**
 * Listens where the environment says.
 * @param command to start it with, for the message
 * @throws Failure `input-invalid` where it cannot
 */
export async function listen(server: Server, { host, port }: Settings, command: string): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject).listen({ port, host, backlog: BACKLOG }, resolve);
	}).catch((error: NodeJS.ErrnoException) => {
		throw new Failure("input-invalid", wordsFor(error, host, port, command), { cause: error });
	});
}

function wordsFor({ code, message }: NodeJS.ErrnoException, host: string, port: number, command: string) {
	if (code === "EADDRINUSE") {
		return {
			what: `Port ${port} is taken by another program.`,
			todo:
				`Give another one, PORT=4322 ${command}; where the site's address names the port, build and start it ` +
				"with SIGHTLINE_BASE_URL=http://localhost:4322.",
		};
	}
	if (code === "EACCES") {
		return {
			what: `This user may not listen on port ${port}.`,
			todo: `Give one above 1023, PORT=4321 ${command}.`,
		};
	}
	const isNoName = code === "ENOTFOUND" || code === "EAI_AGAIN";
	return {
		what: isNoName ? `HOST names no address: ${host}.` : `Nothing can listen at HOST=${host}, PORT=${port}.`,
		why: `Reason: ${code ?? message}.`,
		todo: "Set HOST to an address of this machine, such as 127.0.0.1, or leave it out.",
	};
}

/** Address to type into a browser on this machine. */
export function shownAddress({ host, port, baseUrl }: Settings): string {
	return `http://${host.includes(":") ? `[${host}]` : host}:${port}${new URL(`${baseUrl}/`).pathname}`;
}
