import { existsSync } from "node:fs";
import type { Settings } from "#config/environment.ts";
import { isInputFailure } from "#core/failure.ts";
import type { Database } from "#store/database.ts";
import { correctAsOrdered } from "./correction.ts";
import { type GivenOrder, openOwnerOrders } from "./owner-orders.ts";
import { endRemoval, removeAsOrdered } from "./removal.ts";

/**
 * Carries out what owners have ordered, where the reports are. Ended anywhere, the next goes on: each order is one that may be
 * carried out twice.
 * @returns how many orders came to their end
 * @throws Failure `store-unavailable`; the machine's error where the reports cannot be written, with the order left waiting
 */
export async function carryOutOrders(database: Database, settings: Settings): Promise<number> {
	if (!existsSync(settings.reports)) return 0;
	const orders = openOwnerOrders(database);
	const waiting = await orders.waiting();
	for (const order of waiting) await orders.done(order.id, await outcomeOf(order, settings));
	return waiting.length;
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
