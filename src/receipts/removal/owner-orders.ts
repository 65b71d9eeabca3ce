import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure, isInputFailure } from "#core/failure.ts";
import type { Removal, RequestPlace } from "#core/notice.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { withLock } from "../store/durable-file.ts";
import { correctAsOrdered, endRemoval, removeAsOrdered } from "./removal.ts";
import { type RemovalScope, receiptsOf } from "./removal-files.ts";

export interface OwnerOrder {
	readonly kind: "removal" | "withdrawal" | "correction";
	/** ASCII host. */
	readonly domain: string;
	readonly receipts: Removal["receipts"];
	/** Text of a correction; empty withdraws it. */
	readonly says: string;
	readonly proof: { readonly place: RequestPlace["place"]; readonly found: string };
	/** ISO 8601. */
	readonly at: string;
}

interface GivenOrder extends OwnerOrder {
	readonly id: string;
	readonly isDone: boolean;
	readonly outcome?: string;
}

/** Per kind and domain; bounds the hidden receipts, which are reread every second. */
const ORDERS_MAX = 100;

type Sql = Database["sql"];

/**
 * In force at once, even if the reports are read-only, and stored: a removal applies to every build until its
 * withdrawal. One row per receipt and kind: a newer order replaces an equal one.
 */
export class OwnerOrders {
	readonly #sql: Sql;

	constructor({ sql }: Pick<Database, "sql">) {
		this.#sql = sql;
	}

	/** @returns one id per receipt @throws Failure `input-invalid` above `ORDERS_MAX` */
	async give({ kind, domain, receipts, says, proof }: Omit<OwnerOrder, "at">): Promise<readonly string[]> {
		const given = { kind, domain, says, ...proof, at: new Date().toISOString(), done_ms: null, outcome: null };
		const named = receipts === "all" ? [receipts] : [...new Set(receipts)];
		const rows = named.map((each) => ({ id: randomUUID(), receipts: each, ...given }));
		await this.#sql.transaction().execute(async (trx) => {
			await dropRepeated(trx, given, named);
			if (receipts !== "all") await expectFew(trx, given, named.length);
			await trx.insertInto("owner_order").values(rows).execute();
		});
		return rows.map(({ id }) => id);
	}

	/** Newest first. */
	async ofDomain(domain: string): Promise<readonly GivenOrder[]> {
		const rows = await this.#inOrder().where("domain", "=", domain).execute();
		return rows.reverse().map(orderOf);
	}

	/** Oldest first. */
	async waiting(): Promise<readonly GivenOrder[]> {
		return (await this.#inOrder().where("done_ms", "is", null).execute()).map(orderOf);
	}

	/** @param outcome the reason, if it failed */
	async done(id: string, outcome?: string): Promise<void> {
		const change = { done_ms: Date.now(), outcome: outcome ?? null };
		await this.#sql.updateTable("owner_order").set(change).where("id", "=", id).execute();
	}

	/** By domain. An order for another domain's receipt hides nothing. */
	async hidden(): Promise<ReadonlyMap<string, RemovalScope>> {
		const rows = await this.#inOrder().where("kind", "<>", "correction").where("outcome", "is", null).execute();
		return hiddenBy(rows.map(orderOf));
	}

	#inOrder() {
		return this.#sql.selectFrom("owner_order").selectAll().orderBy("at").orderBy("id");
	}
}

type Given = Pick<Tables["owner_order"], "kind" | "domain">;

/** A removal of everything also replaces an earlier withdrawal, whose removal is still carried out. */
async function dropRepeated(trx: Sql, { kind, domain }: Given, named: readonly string[]): Promise<void> {
	const kinds = kind === "removal" && named.includes("all") ? (["removal", "withdrawal"] as const) : [kind];
	const same = trx.deleteFrom("owner_order").where("domain", "=", domain).where("kind", "in", kinds);
	await same.where("receipts", "in", named).execute();
}

async function expectFew(trx: Sql, { kind, domain }: Given, added: number): Promise<void> {
	const { count } = await trx
		.selectFrom("owner_order")
		.select(({ fn }) => fn.countAll().as("count"))
		.where("domain", "=", domain)
		.where("kind", "=", kind)
		.where("receipts", "<>", "all")
		.executeTakeFirstOrThrow();
	if (Number(count) + added <= ORDERS_MAX) return;
	throw new Failure("input-invalid", {
		what: `${domain} already has ${ORDERS_MAX} requests of this kind for single receipts.`,
		why: `That is the maximum for a domain.`,
		...(kind === "removal" ? { todo: "Take down the whole domain instead of single receipts." } : {}),
	});
}

/** A withdrawal ends the removal of everything, but single receipts stay removed. @param orders oldest first */
function hiddenBy(orders: readonly GivenOrder[]): ReadonlyMap<string, RemovalScope> {
	const all = new Set<string>();
	const single = new Map<string, Set<string>>();
	for (const { kind, domain, receipts } of orders) {
		if (kind === "withdrawal") all.delete(domain);
		else if (receipts === "all") all.add(domain);
		else {
			const known = single.get(domain) ?? new Set();
			for (const receipt of receipts) known.add(receipt);
			single.set(domain, known);
		}
	}
	return new Map<string, RemovalScope>([...single, ...[...all].map((domain) => [domain, "all"] as const)]);
}

function orderOf(row: Tables["owner_order"]): GivenOrder {
	const { id, kind, domain, receipts, says, place, found, at, done_ms, outcome } = row;
	return {
		id,
		kind,
		domain,
		receipts: receipts === "all" ? "all" : [receipts],
		says,
		proof: { place, found },
		at,
		isDone: done_ms !== null,
		...(outcome === null ? {} : { outcome }),
	};
}

/**
 * In order, one process at a time: a removal carried out after its withdrawal would come back. Kill-safe, because
 * orders are idempotent. A failed order is retried later and does not block other domains.
 * @param only orders of this domain @returns number of finished orders
 * @throws Failure `store-unavailable`; the system error if the reports are not writable, and then the order stays
 */
export async function carryOutOrders(database: Database, settings: Settings, only?: string): Promise<number> {
	const orders = new OwnerOrders(database);
	const isMeant = ({ domain }: GivenOrder) => only === undefined || domain === only;
	if (!existsSync(settings.reports) || !(await orders.waiting()).some(isMeant)) return 0;
	return withLock(join(settings.reports, "orders"), async () => {
		let done = 0;
		const failed = new Map<string, unknown>();
		const later = new Set<string>();
		// Read again before each, because it may have been replaced.
		for (;;) {
			const order = (await orders.waiting()).find(
				(each) => isMeant(each) && !failed.has(each.domain) && !later.has(each.id),
			);
			if (!order) break;
			try {
				const end = await endOf(order, settings, database);
				if (end === "unsealed") {
					later.add(order.id);
					continue;
				}
				await orders.done(order.id, end.failure);
				done++;
			} catch (error) {
				failed.set(order.domain, error);
			}
		}
		for (const error of failed.values()) throw error;
		return done;
	});
}

/** A correction waits until its receipt is sealed, because it needs the receipt's file. */
async function endOf(
	order: GivenOrder,
	settings: Settings,
	database: Database,
): Promise<{ readonly failure?: string } | "unsealed"> {
	const { kind, domain, receipts, says, proof, at } = order;
	if (kind === "withdrawal") {
		await endRemoval(domain, settings);
		return {};
	}
	if (kind === "removal") {
		const { unknown } = await removeAsOrdered(domain, { ...proof, receipts }, settings);
		return unknown.length > 0 ? { failure: `No receipt of ${domain} here: ${unknown.join(", ")}.` } : {};
	}
	const named = receipts === "all" ? [] : receipts;
	try {
		for (const receipt of named) await correctAsOrdered({ domain, receipt, says, at }, settings);
		return {};
	} catch (error) {
		if (!isInputFailure(error)) throw error;
		const { all } = await receiptsOf(domain, settings, database);
		return named.every((receipt) => all.includes(receipt)) ? "unsealed" : { failure: error.message };
	}
}
