import { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Connections, fitConnections } from "./connections.ts";

class FakeSocket extends EventEmitter {
	readonly remoteAddress: string;
	destroyed = false;
	constructor(remoteAddress: string) {
		super();
		this.remoteAddress = remoteAddress;
	}
	destroy(): void {
		if (this.destroyed) return;
		this.destroyed = true;
		this.emit("close");
	}
}

const PROXY = "192.0.2.200";

/** A server without sockets and with a fake clock. */
function serverOf(limits: { readonly total: number; readonly perAddress: number }) {
	const server = new EventEmitter();
	let clock = 0;
	const connections = new Connections(server as Server, {
		...limits,
		isTrustedProxy: (address) => address === PROXY,
		now: () => clock,
	});
	return {
		connections,
		pass: (milliseconds: number) => (clock += milliseconds),
		connect(address: string) {
			const socket = new FakeSocket(address);
			server.emit("connection", socket);
			return socket;
		},
	};
}

/** Starts a request. @returns ends it */
function ask(connections: Connections, socket: FakeSocket, begin = () => {}): () => void {
	const response = new EventEmitter();
	connections.inTurn({ socket } as unknown as IncomingMessage, response as unknown as ServerResponse, begin);
	return () => response.emit("close");
}

const alive = (sockets: readonly FakeSocket[]) => sockets.filter(({ destroyed }) => !destroyed).length;

describe("Connections", () => {
	it("limits an address to its share, in every form of the address", () => {
		const { connect } = serverOf({ total: 1000, perAddress: 10 });
		const forms = ["192.0.2.7", "::ffff:192.0.2.7", "::ffff:c000:207"];
		const sockets = Array.from({ length: 60 }, (_, at) => connect(forms[at % 3] ?? ""));
		expect(alive(sockets)).toBe(10);
		expect(alive(Array.from({ length: 60 }, (_, at) => connect(`2001:db8:0:1::${at.toString(16)}`)))).toBe(10);
		expect(connect("2001:db8:0:2::1").destroyed).toBe(false);
	});

	it("replaces an address's longest waiting connection, after the grace period", () => {
		const { connections, connect, pass } = serverOf({ total: 1000, perAddress: 10 });
		const busy = Array.from({ length: 6 }, () => connect("192.0.2.7"));
		for (const socket of busy) ask(connections, socket);
		const [oldest, ...waiting] = Array.from({ length: 4 }, () => connect("192.0.2.7"));
		expect(connect("192.0.2.7").destroyed).toBe(true);
		pass(1000);
		expect(connect("192.0.2.7").destroyed).toBe(false);
		expect([oldest?.destroyed, alive(waiting), alive(busy)]).toEqual([true, 3, 6]);
	});

	it("refuses an address with only busy connections, until one is free", () => {
		const { connections, connect, pass } = serverOf({ total: 1000, perAddress: 2 });
		const [first] = [connect("192.0.2.7"), connect("192.0.2.7")].map((socket) => ask(connections, socket));
		pass(60_000);
		expect(connect("192.0.2.7").destroyed).toBe(true);
		first?.();
		pass(1000);
		expect(connect("192.0.2.7").destroyed).toBe(false);
	});

	it("reserves half of an address's share for busy connections", () => {
		const { connect, pass } = serverOf({ total: 1000, perAddress: 100 });
		const slow: FakeSocket[] = [];
		for (let at = 0; at < 500; at++) {
			slow.push(connect("192.0.2.7"));
			pass(100);
		}
		expect(alive(slow)).toBeLessThanOrEqual(51);
	});

	it("never lets idle connections of others lock out a client", () => {
		const { connections, connect, pass } = serverOf({ total: 200, perAddress: 100 });
		const attack = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].flatMap((address) =>
			Array.from({ length: 60 }, () => connect(address)),
		);
		const bystanders = Array.from({ length: 100 }, (_, at) => {
			pass(10);
			const socket = connect(`198.51.100.${at}`);
			ask(connections, socket);
			return socket;
		});
		expect(alive(bystanders)).toBe(100);
		expect(alive(attack)).toBeLessThanOrEqual(80);
		expect(connections.open).toBeLessThanOrEqual(180);
	});

	it("does not limit a trusted proxy", () => {
		const { connect, pass } = serverOf({ total: 200, perAddress: 10 });
		const proxied = Array.from({ length: 190 }, () => connect(PROXY));
		pass(5000);
		for (let at = 0; at < 20; at++) connect(`198.51.100.${at}`);
		expect(alive(proxied)).toBe(190);
	});

	it("serves pipelined requests in turn, and closes a connection with too many", async () => {
		const { connections, connect } = serverOf({ total: 10, perAddress: 10 });
		const begun: number[] = [];
		const socket = connect("192.0.2.7");
		const ends = [0, 1, 2].map((at) => ask(connections, socket, () => begun.push(at)));
		expect(begun).toEqual([0]);
		ends[0]?.();
		// Others come in between: no turn begins in the end of the one before.
		expect(begun).toEqual([0]);
		await setImmediate();
		ends[1]?.();
		await setImmediate();
		expect(begun).toEqual([0, 1, 2]);
		for (let at = 3; at < 67; at++) ask(connections, socket, () => begun.push(at));
		expect(socket.destroyed).toBe(false);
		ask(connections, socket, () => begun.push(67));
		expect([socket.destroyed, connections.open]).toEqual([true, 0]);
		ends[2]?.();
		await setImmediate();
		expect(begun).toEqual([0, 1, 2]);
	});

	it("counts correctly and enforces its limits under any client behaviour", () => {
		const step = fc.record({
			what: fc.constantFrom("connect", "ask", "answer", "leave", "wait"),
			which: fc.nat(7),
			address: fc.constantFrom("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2", PROXY, ""),
		});
		fc.assert(
			fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 6 }), (steps, perAddress) => {
				const { connections, connect, pass } = serverOf({ total: 12, perAddress });
				const sockets: FakeSocket[] = [];
				const answers: (() => void)[] = [];
				for (const { what, which, address } of steps) {
					const socket = sockets[which % (sockets.length || 1)];
					if (what === "connect") sockets.unshift(connect(address));
					else if (what === "ask" && socket) answers.push(ask(connections, socket));
					else if (what === "answer") answers.splice(which % (answers.length || 1), 1)[0]?.();
					else if (what === "leave") socket?.destroy();
					else pass(700);
					expect(connections.open).toBe(alive(sockets));
					const of = (address: RegExp) => alive(sockets.filter((each) => address.test(each.remoteAddress)));
					for (const client of [/\.1$/, /\.2$/, /^2001/, /^$/]) expect(of(client)).toBeLessThanOrEqual(perAddress);
				}
				for (const socket of sockets) socket.destroy();
				expect(connections.open).toBe(0);
			}),
		);
	});
});

describe("fitConnections", () => {
	const asked = { connections: 2000, connectionsPerAddress: 100 };

	it("uses the configured number if there are enough file descriptors, or their number is unknown", () => {
		for (const descriptors of [undefined, 4512, 1_048_576])
			expect(fitConnections(asked, descriptors)).toEqual({ total: 2000, perAddress: 100 });
	});

	it("uses at least one and as many as the descriptors allow, and says how many are needed", () => {
		expect(fitConnections(asked, 1024)).toEqual({
			total: 256,
			perAddress: 100,
			warning: expect.stringMatching(/1024 .*4512 .*256.*ulimit -n 4512/),
		});
		expect(fitConnections(asked, 600)).toMatchObject({ total: 44, perAddress: 44 });
		expect(fitConnections(asked, 64)).toMatchObject({ total: 1, perAddress: 1 });
	});
});
