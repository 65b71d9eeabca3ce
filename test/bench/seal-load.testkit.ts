import { addReceipt, moment, unchanged, writeRun } from "#log/seal/sealing.testkit.ts";

const RECEIPTS = 20;
const PER_NIGHT = 5000;

/**
 * Adds leaves to be: a few receipts, and nights of rechecks of them.
 * @param from number of leaves that were added before
 */
export async function addSealLoad(reports: string, from: number, count: number): Promise<void> {
	const receipts = await Promise.all(Array.from({ length: RECEIPTS }, (_, number) => addReceipt(reports, number)));
	const fresh = from === 0 ? count - RECEIPTS : count;
	for (let start = 0; start < fresh; start += PER_NIGHT) {
		const lines = Array.from({ length: Math.min(PER_NIGHT, fresh - start) }, (_, at) => {
			const number = from + start + at + RECEIPTS;
			return unchanged(receipts[number % RECEIPTS] ?? "", moment(number));
		});
		await writeRun(reports, `night-${from + start}`, lines);
	}
}
