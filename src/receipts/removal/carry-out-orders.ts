import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { isInputFailure } from "#core/failure.ts";
import type { Database } from "#store/database.ts";
import { withLock } from "../store/durable-file.ts";
import { correctAsOrdered } from "./correction.ts";
import { type GivenOrder, openOwnerOrders } from "./owner-orders.ts";
import { endRemoval, removeAsOrdered } from "./removal.ts";

/**
 * Carries out what owners have ordered, where the reports are, in the order in which it was given: one process at a time,
 * since a removal that ends after its withdrawal would bring itself back. Ended anywhere, the next goes on: each order is one
 * that may be carried out twice. One that fails waits, and holds up no other domain's.
 * @param only orders about this domain
 * @returns how many orders came to their end
 * @throws Failure `store-unavailable`; the machine's error where the reports cannot be written, with the order left waiting
 */
export async function carryOutOrders(database: Database, settings: Settings, only?: string): Promise<number> {
	const orders = openOwnerOrders(database);
	const isMeant = ({ domain }: GivenOrder) => only === undefined || domain === only;
	if (!existsSync(settings.reports) || !(await orders.waiting()).some(isMeant)) return 0;
	return withLock(join(settings.reports, "orders"), async () => {
		let done = 0;
		const failed = new Map<string, unknown>();
		// What waits is read again before each: another may have taken its place meanwhile.
		for (;;) {
			const order = (await orders.waiting()).find((each) => isMeant(each) && !failed.has(each.domain));
			if (!order) break;
			try {
				await orders.done(order.id, await outcomeOf(order, settings));
				done++;
			} catch (error) {
				failed.set(order.domain, error);
			}
		}
		for (const error of failed.values()) throw error;
		return done;
	});
}

/** @returns why it came to nothing, where it did */
async function outcomeOf(order: GivenOrder, settings: Settings): Promise<string | undefined> {
	const { kind, domain, receipts, says, proof, at } = order;
	if (kind === "withdrawal") {
		await endRemoval(domain, settings);
		return undefined;
	}
	if (kind === "removal") {
		const { unknown } = await removeAsOrdered(domain, { ...proof, receipts }, settings);
		return unknown.length > 0 ? `Not a receipt of ${domain} here: ${unknown.join(", ")}.` : undefined;
	}
	const named = receipts === "all" ? [] : receipts;
	try {
		for (const receipt of named) await correctAsOrdered({ domain, receipt, says, at }, settings);
		return undefined;
	} catch (error) {
		if (isInputFailure(error)) return `There is no published receipt ${named.join(", ")} of ${domain}.`;
		throw error;
	}
}
