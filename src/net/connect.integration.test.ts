import { connect as connectTcp, Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createConnector, type Dial, dialOrder } from "./connect.ts";
import { createGuardedClient } from "./guarded-client.ts";
import { startLoopbackSite, startTripwire, type Tripwire } from "./loopback-site.testkit.ts";
import { isPublicAddress } from "./public-address.ts";

const PUBLIC = "93.184.216.34";
const opened: { close(): unknown }[] = [];
afterEach(async () => {
	await Promise.all(opened.splice(0).map((one) => one.close()));
});
const keep = <T extends { close(): unknown }>(one: T): T => {
	opened.push(one);
	return one;
};

/** Calls a connector as undici does. */
function connectWith(dial: Dial, addresses: string[], more: { port?: number; connectTimeout?: number } = {}) {
	const connector = createConnector({
		vetHost: async () => addresses,
		connectTimeout: more.connectTimeout ?? 5_000,
		verify: true,
		onTls: () => {},
		dial,
	});
	const options = { hostname: "site.example.com", protocol: "http:", port: String(more.port ?? 80) };
	return new Promise<Socket>((resolve, reject) => {
		connector.connect(options, (error, socket) => (error ? reject(error) : resolve(keepSocket(socket))));
	});
}

function keepSocket(socket: Socket | null): Socket {
	if (socket === null) throw new Error("a connector without error or socket");
	keep({ close: () => socket.destroy() });
	return socket;
}

/** Dials the tripwire, whatever address is asked for, and notes the address. */
function diverted(tripwire: Tripwire, dialled: string[]): Dial {
	return (address) => {
		dialled.push(address);
		return connectTcp(tripwire.port, "127.0.0.1");
	};
}

describe("createConnector", () => {
	it("dials the vetted address and keeps the port", async () => {
		const tripwire = keep(await startTripwire());
		const dialled: [string, number][] = [];
		const socket = await connectWith(
			(address, port) => {
				dialled.push([address, port]);
				return connectTcp(port, address);
			},
			["127.0.0.1"],
			{ port: tripwire.port },
		);
		expect(dialled).toEqual([["127.0.0.1", tripwire.port]]);
		expect(socket.remoteAddress).toBe("127.0.0.1");
	});

	it("gives up a socket that ended somewhere else than dialled", async () => {
		const tripwire = keep(await startTripwire());
		const dialled: string[] = [];
		const sockets: Socket[] = [];
		const dial: Dial = (address, port) => {
			const socket = diverted(tripwire, dialled)(address, port);
			sockets.push(socket);
			return socket;
		};
		await expect(connectWith(dial, [PUBLIC])).rejects.toMatchObject({
			code: "target-blocked",
			cause: ["127.0.0.1"],
		});
		expect(dialled).toEqual([PUBLIC]);
		expect(sockets.map((socket) => socket.destroyed)).toEqual([true]);
		expect(sockets.map((socket) => socket.bytesWritten)).toEqual([0]);
	});

	it("tries the next address when one refuses", async () => {
		const tripwire = keep(await startTripwire());
		const dialled: string[] = [];
		const dial: Dial = (address, port) => {
			dialled.push(address);
			// Nothing listens on port 1 of loopback.
			return address === "127.0.0.1" ? connectTcp(port, address) : connectTcp(1, "127.0.0.1");
		};
		const socket = await connectWith(dial, [PUBLIC, "127.0.0.1"], { port: tripwire.port });
		expect(dialled).toEqual([PUBLIC, "127.0.0.1"]);
		expect(socket.remoteAddress).toBe("127.0.0.1");
	});

	it("reports a refusal when every address refuses", async () => {
		const dial: Dial = () => connectTcp(1, "127.0.0.1");
		await expect(connectWith(dial, [PUBLIC, "93.184.216.35"])).rejects.toMatchObject({ code: "ECONNREFUSED" });
	});

	it("ends the dialling of addresses that never answer, and the next one gets its share of the time", async () => {
		const tripwire = keep(await startTripwire());
		const silent: Socket[] = [];
		const dial: Dial = (address, port) => {
			if (address === "127.0.0.1") return connectTcp(port, address);
			// A socket that never connects, as behind a firewall that drops packets.
			const socket = new Socket();
			silent.push(socket);
			return socket;
		};
		const socket = await connectWith(dial, [PUBLIC, "127.0.0.1"], { port: tripwire.port, connectTimeout: 400 });
		expect(socket.remoteAddress).toBe("127.0.0.1");
		expect(silent.map((one) => one.destroyed)).toEqual([true]);
		await expect(connectWith(dial, [PUBLIC], { connectTimeout: 100 })).rejects.toMatchObject({ code: "ETIMEDOUT" });
	});
});

describe("closing a connector", () => {
	it("ends connections that are still being made", async () => {
		const silent = new Socket();
		const connector = createConnector({
			vetHost: async () => [PUBLIC],
			connectTimeout: 60_000,
			verify: true,
			onTls: () => {},
			dial: () => silent,
		});
		const options = { hostname: "site.example.com", protocol: "http:", port: "80" };
		const error = new Promise((resolve) => connector.connect(options, (...[problem]) => resolve(problem)));
		await setImmediate();
		connector.close();
		expect(await error).toMatchObject({ code: "ECONNRESET" });
		expect(silent.destroyed).toBe(true);
	});
});

describe("dialOrder", () => {
	it("lets the families take turns, the resolver's first choice first", () => {
		expect(dialOrder(["2606::1", "2606::2", "1.1.1.1", "1.1.1.2"])).toEqual([
			"2606::1",
			"1.1.1.1",
			"2606::2",
			"1.1.1.2",
		]);
		expect(dialOrder(["1.1.1.1", "2606::1", "2606::2"])).toEqual(["1.1.1.1", "2606::1", "2606::2"]);
		expect(dialOrder(["1.1.1.1"])).toEqual(["1.1.1.1"]);
	});

	it("stops at four", () => {
		expect(dialOrder(["1.1.1.1", "1.1.1.2", "1.1.1.3", "1.1.1.4", "1.1.1.5"])).toHaveLength(4);
	});
});

describe("DNS rebinding", () => {
	it("never reaches the second answer", async () => {
		const tripwire = keep(await startTripwire());
		const answers = [[PUBLIC], ["127.0.0.1"]];
		const client = keep(
			createGuardedClient({
				userAgent: "test",
				isPublicAddress: (address) => address !== PUBLIC && isPublicAddress(address),
				resolve: async () => answers.shift() ?? ["127.0.0.1"],
				ports: [tripwire.port],
			}),
		);
		const url = new URL(`http://rebind.example.com:${tripwire.port}/`);
		// The stand-in for "public" is refused as well, so that the test contacts nobody.
		await expect(client.get(url)).rejects.toMatchObject({ code: "target-blocked", cause: [PUBLIC] });
		await expect(client.get(url)).rejects.toMatchObject({ code: "target-blocked", cause: ["127.0.0.1"] });
		expect(tripwire.accepted()).toBe(0);
	});

	it("is asked for once per connection: what was vetted is what is dialled", async () => {
		const tripwire = keep(await startTripwire());
		const dialled: string[] = [];
		let asked = 0;
		const connector = createConnector({
			vetHost: async () => {
				asked += 1;
				return asked === 1 ? [PUBLIC] : ["127.0.0.1"];
			},
			connectTimeout: 1_000,
			verify: true,
			onTls: () => {},
			dial: diverted(tripwire, dialled),
		});
		const options = { hostname: "rebind.example.com", protocol: "http:", port: String(tripwire.port) };
		const error = await new Promise((resolve) => connector.connect(options, (...[problem]) => resolve(problem)));
		expect([asked, dialled]).toEqual([1, [PUBLIC]]);
		expect(error).toMatchObject({ code: "target-blocked" });
	});

	it("does not move a kept connection", async () => {
		const answers = [["127.0.0.1"], ["10.0.0.1"]];
		const site = keep(
			await startLoopbackSite({ "/": { body: "home" } }, { resolve: async () => answers.shift() ?? ["10.0.0.1"] }),
		);
		await site.client.get(site.url("/"));
		await site.client.get(site.url("/"));
		expect([site.connections(), answers.length]).toEqual([1, 1]);
	});
});
