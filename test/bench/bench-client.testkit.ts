// Runs beside a server, in the same network: asks as fast as it is answered, each path in turn, and tells the rates.
import { Pool } from "undici";

export interface BenchOrder {
	readonly origin: string;
	readonly asked: readonly { readonly path: string; readonly body: unknown }[];
	readonly rounds: number;
	readonly roundMs: number;
	readonly clients: number;
}

const order = JSON.parse(process.argv[2] ?? "") as BenchOrder;
const pool = new Pool(order.origin, { connections: order.clients });

async function perSecond({ path, body }: BenchOrder["asked"][number]): Promise<number> {
	const text = JSON.stringify(body);
	const begun = performance.now();
	let answered = 0;
	const client = async () => {
		while (performance.now() - begun < order.roundMs) {
			const headers = { "content-type": "application/json" };
			const answer = await pool.request({ path, method: "POST", headers, body: text });
			await answer.body.dump({ limit: 10_000_000 });
			if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}.`);
			answered++;
		}
	};
	await Promise.all(Array.from({ length: order.clients }, client));
	return answered / ((performance.now() - begun) / 1000);
}

// Once to warm up, then in turn, so that a machine that slows down slows all.
for (const each of order.asked) await perSecond(each);
const rounds: number[][] = [];
for (let round = 0; round < order.rounds; round++) {
	const rates: number[] = [];
	for (const each of order.asked) rates.push(await perSecond(each));
	rounds.push(rates);
}
await pool.close();
process.stdout.write(JSON.stringify(rounds));
