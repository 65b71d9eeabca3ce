import { randomUUID } from "node:crypto";
import { Failure } from "#core/failure.ts";
import type { Removal, RequestPlace } from "#core/notice.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import type { RemovalScope } from "../live/remove-live.ts";

export interface OwnerOrder {
	readonly kind: "removal" | "withdrawal" | "correction";
	/** ASCII host. */
	readonly domain: string;
	readonly receipts: Removal["receipts"];
	/** Of a correction; empty takes it back. */
	readonly says: string;
	readonly proof: { readonly place: RequestPlace["place"]; readonly found: string };
	/** ISO 8601. */
	readonly at: string;
}

export interface GivenOrder extends OwnerOrder {
	readonly id: string;
	readonly isDone: boolean;
	readonly outcome?: string;
}

/** For each kind and domain; hidden receipts are read again every second. */
const ORDERS_MAX = 100;

/**
 * In force at once, also where the reports cannot be written, and kept: a removal holds in any build until its
 * withdrawal. One row for each receipt and kind: a newer order replaces the one that it repeats.
 */
export interface OwnerOrders {
	/** @returns ids, one for each receipt @throws Failure `input-invalid` beyond `ORDERS_MAX` */
	give(order: Omit<OwnerOrder, "at">): Promise<readonly string[]>;
	/** Newest first. */
	ofDomain(domain: string): Promise<readonly GivenOrder[]>;
	/** Oldest first. */
	waiting(): Promise<readonly GivenOrder[]>;
	/** @param outcome why it failed, where it did */
	done(id: string, outcome?: string): Promise<void>;
	/** By domain. An order for a receipt that is not the domain's hides nothing. */
	hidden(): Promise<ReadonlyMap<string, RemovalScope>>;
}

type Sql = Database["sql"];

export function openOwnerOrders({ sql }: Pick<Database, "sql">, now: () => number = Date.now): OwnerOrders {
	const inOrder = () => sql.selectFrom("owner_order").selectAll().orderBy("at").orderBy("id");
	return {
		async give({ kind, domain, receipts, says, proof }) {
			const given = { kind, domain, says, ...proof, at: new Date(now()).toISOString(), done_ms: null, outcome: null };
			const named = receipts === "all" ? [receipts] : [...new Set(receipts)];
			const rows = named.map((each) => ({ id: randomUUID(), receipts: each, ...given }));
			await sql.transaction().execute(async (trx) => {
				await dropRepeated(trx, given, named);
				if (receipts !== "all") await expectFew(trx, given, named.length);
				await trx.insertInto("owner_order").values(rows).execute();
			});
			return rows.map(({ id }) => id);
		},
		async ofDomain(domain) {
			const rows = await inOrder().where("domain", "=", domain).execute();
			return rows.reverse().map(orderOf);
		},
		waiting: async () => (await inOrder().where("done_ms", "is", null).execute()).map(orderOf),
		async done(id, outcome) {
			const change = { done_ms: now(), outcome: outcome ?? null };
			await sql.updateTable("owner_order").set(change).where("id", "=", id).execute();
		},
		async hidden() {
			const rows = await inOrder().where("kind", "<>", "correction").where("outcome", "is", null).execute();
			return hiddenBy(rows.map(orderOf));
		},
	};
}

type Given = Pick<Tables["owner_order"], "kind" | "domain">;

/** A removal of everything also replaces the withdrawal before it, whose removal is still carried out. */
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
		what: `There are ${ORDERS_MAX} orders of this kind about single receipts of ${domain} already.`,
		why: `A domain has at most so many, for each is kept.`,
		...(kind === "removal" ? { todo: "Take everything of the domain down in place of single receipts." } : {}),
	});
}

/** @param orders oldest first. A withdrawal ends the removal of everything; single receipts stay down. */
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
