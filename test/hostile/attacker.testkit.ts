// Runs beside a server, in its network: attacks it from one source address, in every way at once, until it is killed.
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const [host = "", port = "", prefix = "", from = "", ways = ""] = process.argv.slice(2);

/** Connections that are held open at a time, by what is done with each. */
const IDLE = 2_000;
const UNFINISHED = 500;
const UNREAD = 50;
/** Concurrent requests. */
const ABORTED = 20;
const AUDITS = 40;

const request = (method: string, path: string, body = "") =>
	`${method} ${prefix}${path} HTTP/1.1\r\nHost: audit.example.org\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Opens a connection; settles when it closes. */
function hold(begin: (socket: Socket) => void): Promise<void> {
	return new Promise((resolve) => {
		const socket = connect({ host, port: Number(port), localAddress: from });
		socket.on("connect", () => begin(socket));
		socket.on("error", () => undefined);
		socket.on("close", () => resolve());
	});
}

/** So many at a time, a new one for each that was closed, about `again` milliseconds later. */
function keep(count: number, again: number, attack: () => Promise<void>): void {
	for (let at = 0; at < count; at++) {
		void (async () => {
			for (;;) {
				await attack();
				await pause(again * (0.5 + Math.random()));
			}
		})();
	}
}

const idle = () => hold((socket) => void socket.resume());
const unfinished = () =>
	hold((socket) => {
		socket.write("GET / HTTP/1.1\r\nHost: x\r\n");
		const drip = setInterval(() => socket.write("x: y\r\n"), 2_000);
		socket.on("close", () => clearInterval(drip)).resume();
	});
/** Requests much and reads nothing. */
const unread = () => hold((socket) => void socket.write(request("GET", "/openapi.json").repeat(50)));
const PATHS = [
	"/",
	"/api/health",
	"/robots.txt",
	"/no-such-page",
	"/openapi.json",
	"/favicon.svg",
	"/api/v1/public/checks",
];
let asked = 0;
const aborted = () =>
	hold((socket) => {
		socket.write(request("GET", PATHS[asked++ % PATHS.length] ?? "/"));
		setTimeout(() => socket.destroy(), asked % 7);
	});

/** Targets that keep audits waiting: silent names, silent sites, and deep audits of large ones. */
const target = (at: number) => [
	{ domain: `t${at}.silent.example.com` },
	{ domain: `t${at}.slow.example.com` },
	{ domain: `t${at}.links.example.com`, mode: "deep" },
];
const audit = () =>
	hold((socket) => {
		const wanted = target(asked++)[asked % 3] ?? {};
		socket.write(request("POST", "/api/v1/public/audit", JSON.stringify(wanted)));
		socket.once("data", () => socket.destroy());
		// Some do not wait for the response.
		if (asked % 4 === 0) setTimeout(() => socket.destroy(), 300);
	});

/** Milliseconds until the next request after one that ended, and until a connection is tried again that was refused. */
const [SOON, LATER] = [150, 4_000];

/** How many at a time of each way, and how soon again. */
const WAYS: Readonly<Record<string, readonly [count: number, again: number, work: () => Promise<void>]>> = {
	audits: [AUDITS, SOON, audit],
	aborted: [ABORTED, SOON, aborted],
	unread: [UNREAD, LATER, unread],
	unfinished: [UNFINISHED, LATER, unfinished],
	idle: [IDLE, LATER, idle],
};

process.stdout.write("ready\n");
for (const [way, [count, again, work]] of Object.entries(WAYS)) {
	if (ways === "" || ways.split(",").includes(way)) keep(count, again, work);
}
