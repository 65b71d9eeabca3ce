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
 * In the order given, by one process at a time: a removal that ends after its withdrawal would come back. Safe to cut
 * off: each order may be carried out twice. A failed one waits, and holds up no other domain.
 * @param only orders about this domain @returns how many orders ended
 * @throws Failure `store-unavailable`; the machine's error where reports cannot be written: the order then waits
 */
export async function carryOutOrders(database: Database, settings: Settings, only?: string): Promise<number> {
	const orders = openOwnerOrders(database);
	const isMeant = ({ domain }: GivenOrder) => only === undefined || domain === only;
	if (!existsSync(settings.reports) || !(await orders.waiting()).some(isMeant)) return 0;
	return withLock(join(settings.reports, "orders"), async () => {
		let done = 0;
		const failed = new Map<string, unknown>();
		// Read again before each: another may have replaced it.
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

/** @returns why it failed, where it did */
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
