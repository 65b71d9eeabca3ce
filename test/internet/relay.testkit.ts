// Runs inside a network namespace: what connects to one end reaches the other. An end is a port of the namespace's own
// loopback, or a socket file, which programs outside see too.

import { connect, createServer, type Server } from "node:net";
import { pathToFileURL } from "node:url";

export type RelayEnd = { readonly port: number } | { readonly path: string };

const reach = (end: RelayEnd) => ("port" in end ? { port: end.port, host: "127.0.0.1" } : end);

export function relay(from: RelayEnd, to: RelayEnd): Promise<Server> {
	const server = createServer((near) => {
		const far = connect(reach(to));
		near.pipe(far).pipe(near);
		// If one side breaks, the other does too, as in one connection.
		for (const [one, other] of [[near, far] as const, [far, near] as const]) {
			one.on("error", () => other.destroy()).on("close", () => other.destroy());
		}
	});
	return new Promise((resolve) => server.listen(reach(from), () => resolve(server)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	const [from, to] = process.argv
		.slice(2)
		.map((end): RelayEnd => (/^\d+$/.test(end) ? { port: Number(end) } : { path: end }));
	if (!from || !to) throw new Error("Two ends are needed.");
	await relay(from, to);
	process.stdout.write("ready\n");
}
