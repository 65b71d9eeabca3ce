import { randomUUID } from "node:crypto";
import type { Removal, RequestPlace } from "#core/notice.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import type { RemovalScope } from "../live/remove-live.ts";

/** What the owner of a domain has ordered after proving control by an account. */
export interface OwnerOrder {
	readonly kind: "removal" | "withdrawal" | "correction";
	/** ASCII host. */
	readonly domain: string;
	readonly receipts: Removal["receipts"];
	/** Text of a correction; empty takes it back. */
	readonly says: string;
	/** Where the proof stood, and what it said. */
	readonly proof: { readonly place: RequestPlace["place"]; readonly found: string };
	/** ISO 8601. */
	readonly at: string;
}

export interface GivenOrder extends OwnerOrder {
	readonly id: string;
	readonly isDone: boolean;
	/** Why it could not be carried out. */
	readonly outcome?: string;
}

/**
 * Orders in the live store, which hold at once, also where nobody can write the reports. They are kept: what was taken down
 * by one stays hidden until another withdraws it, whichever build of the site is shown.
 */
export interface OwnerOrders {
	give(order: Omit<OwnerOrder, "at">): Promise<GivenOrder>;
	/** The newest first. */
	ofDomain(domain: string): Promise<readonly GivenOrder[]>;
	/** Those that nobody has carried out yet, the oldest first. */
	waiting(): Promise<readonly GivenOrder[]>;
	/** @param outcome why it came to nothing, where it did */
	done(id: string, outcome?: string): Promise<void>;
	/** By domain, what orders keep hidden now. */
	hidden(): Promise<ReadonlyMap<string, RemovalScope>>;
}

export function openOwnerOrders({ sql }: Pick<Database, "sql">, now: () => number = Date.now): OwnerOrders {
	const inOrder = () => sql.selectFrom("owner_order").selectAll().orderBy("at").orderBy("id");
	return {
		async give({ kind, domain, receipts, says, proof }) {
			const row = {
				id: randomUUID(),
				kind,
				domain,
				receipts: receipts === "all" ? "all" : receipts.join("\n"),
				says,
				...proof,
				at: new Date(now()).toISOString(),
				done_ms: null,
				outcome: null,
			};
			await sql.insertInto("owner_order").values(row).execute();
			return orderOf(row);
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
			const rows = await inOrder().where("kind", "<>", "correction").execute();
			return hiddenBy(rows.map(orderOf));
		},
	};
}

/** @param orders the oldest first. A withdrawal ends the removal of everything; single receipts stay down. */
function hiddenBy(orders: readonly GivenOrder[]): ReadonlyMap<string, RemovalScope> {
	const all = new Set<string>();
	const single = new Map<string, Set<string>>();
	for (const { kind, domain, receipts } of orders) {
		if (kind === "withdrawal") all.delete(domain);
		else if (receipts === "all") all.add(domain);
		else single.set(domain, new Set([...(single.get(domain) ?? []), ...receipts]));
	}
	return new Map<string, RemovalScope>([...single, ...[...all].map((domain) => [domain, "all"] as const)]);
}

function orderOf(row: Tables["owner_order"]): GivenOrder {
	const { id, kind, domain, receipts, says, place, found, at, done_ms, outcome } = row;
	return {
		id,
		kind,
		domain,
		receipts: receipts === "all" ? "all" : receipts.split("\n"),
		says,
		proof: { place, found },
		at,
		isDone: done_ms !== null,
		...(outcome === null ? {} : { outcome }),
	};
}
