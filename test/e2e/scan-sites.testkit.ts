/** Slow, minimal or closed sites for scans in a browser, and a connection that can be cut. */

import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { InternetHost } from "../internet/internet-world.testkit.ts";

const html = { "Content-Type": "text/html; charset=utf-8" };
const text = { "Content-Type": "text/plain; charset=utf-8" };
const words = "A shop for books about rivers, tides and the people who live beside them. ".repeat(12);
const page = (title: string) =>
	`<!doctype html><html lang="en"><title>${title}</title><meta name="description" content="${title}, with delivery."><h1>${title}</h1><main><p>${words}</p></main></html>`;

/** A site whose home page and robots.txt take so long, other pages a quarter of the home page's time; milliseconds. */
const site = (delayMs: number, title: string, robotsMs = delayMs): InternetHost => ({
	paths: {
		"/robots.txt": { headers: text, body: "User-agent: *\nAllow: /\n", delayMs: robotsMs },
		"/": { headers: html, body: page(title), delayMs },
		"*": { status: 404, headers: html, body: page("Not here"), delayMs: delayMs / 4 },
	},
});
export const [SLOW, SLOWER, QUICK, BARE, CLOSED] = ["slow", "slower", "quick", "bare", "closed"].map(
	(name) => `${name}.example.com`,
) as [string, string, string, string, string];
export const HOSTS = {
	[SLOW]: site(4_000, "Slow books"),
	// As long as an audit waits for one answer, nearly: a busy browser loads a page twice meanwhile.
	[SLOWER]: site(8_000, "Slower books", 200),
	[QUICK]: site(0, "Quick books"),
	[BARE]: { paths: { "/": { headers: html, body: "<p>Soon." } } },
	[CLOSED]: { paths: { "/robots.txt": { headers: text, body: "User-agent: SightlineBot\nDisallow: /\n" } } },
};

/** A TCP relay to a port; cutting it breaks every connection. */
export async function openWire(port: number) {
	const sockets = new Set<Socket>();
	const server: Server = createServer((near) => {
		const far = connect(port, "localhost");
		near.pipe(far).pipe(near);
		for (const [one, other] of [[near, far] as const, [far, near] as const]) {
			sockets.add(one);
			one.on("error", () => other.destroy()).on("close", () => other.destroy());
		}
	});
	await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
	return {
		port: (server.address() as AddressInfo).port,
		cut: () => sockets.forEach((socket) => void socket.destroy()),
		close: () => void server.close(),
	};
}
