import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { removalOf } from "#core/notice.ts";
import { carryOutOrders } from "#receipts/removal/carry-out-orders.ts";
import { controlPlaces } from "#receipts/removal/control-token.ts";
import { plainParagraph } from "#receipts/removal/correction.ts";
import { type OwnerOrder, openOwnerOrders } from "#receipts/removal/owner-orders.ts";
import type { OwnersPlaces } from "#receipts/removal/owners-places.ts";
import { noticesPath, requireTakenBack } from "#receipts/removal/removal.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import type { Database } from "#store/database.ts";
import type { OwnersOrders, WatchedDomains } from "./watched-domains.ts";
import { rowOf } from "./watched-rows.ts";

/** Does something with the places where owners speak. */
export type WithPlaces = <T>(work: (places: OwnersPlaces) => Promise<T>) => Promise<T>;

interface Parts {
	readonly database: Database;
	readonly settings: Settings;
	readonly withPlaces: WithPlaces;
}

/** What an account may have done to the audits of a domain whose control it has proved. */
export function openOwnersRights({ database, settings, withPlaces }: Parts) {
	const orders = openOwnerOrders(database);

	async function ordersOf(domain: string): Promise<OwnersOrders> {
		const [given, hidden, notices] = await Promise.all([
			orders.ofDomain(domain),
			orders.hidden(),
			readNotices(noticesPath(settings)),
		]);
		const ordered = hidden.get(domain) === "all" ? given.find(isRemovalOfAll)?.at : undefined;
		// While a withdrawal waits for whoever writes the reports, their notice still stands.
		const isEnding =
			given.find(({ kind, receipts }) => kind !== "correction" && receipts === "all")?.kind === "withdrawal";
		const noticed = isEnding ? undefined : removalOf(notices, domain)?.at;
		const takenDownAt = ordered ?? noticed;
		return {
			...(takenDownAt === undefined ? {} : { takenDownAt }),
			waiting: given.filter(({ isDone }) => !isDone).map(({ kind, at }) => ({ kind, at })),
			failed: given.flatMap(({ kind, at, outcome }) => (outcome === undefined ? [] : { kind, at, says: outcome })),
		};
	}

	async function proofOf(account: string, domain: string): Promise<OwnerOrder["proof"]> {
		const row = await rowOf(database.sql, account, domain);
		if (row?.place && row.proved_ms !== null)
			return { place: row.place === "dns" ? "dns" : "well-known", found: controlPlaces(domain, row.token).text };
		throw new Failure("input-invalid", {
			what: `You have not proved that ${domain} is yours.`,
			why: "Only its owner can have its audits taken down or say a word beside them.",
			todo: "Publish your token, then prove control.",
		});
	}

	/** With one machine its reports are here; of several, the job that has them carries the order out. */
	async function give(order: Omit<OwnerOrder, "at">): Promise<OwnersOrders> {
		const { id } = await orders.give(order);
		if (settings.databaseUrl === undefined) await carryOutOrders(database, settings).catch(ignoreUnwritable);
		const outcome = (await orders.ofDomain(order.domain)).find((given) => given.id === id)?.outcome;
		if (outcome !== undefined) throw new Failure("input-invalid", { what: outcome });
		return ordersOf(order.domain);
	}

	return {
		orders: ordersOf,
		async takeDown(account, domain, receipts) {
			const proof = await proofOf(account, domain);
			return give({ kind: "removal", domain, receipts, says: "", proof });
		},
		async withdraw(account, domain) {
			const proof = await proofOf(account, domain);
			if ((await ordersOf(domain)).takenDownAt === undefined) throw nothingDown(domain);
			await withPlaces((places) => requireTakenBack(domain, proof.place, places));
			return give({ kind: "withdrawal", domain, receipts: "all", says: "", proof });
		},
		async correct(account, domain, receipt, given) {
			const proof = await proofOf(account, domain);
			return give({ kind: "correction", domain, receipts: [receipt], says: plainParagraph(given), proof });
		},
	} satisfies Partial<WatchedDomains>;
}

const UNWRITABLE: ReadonlySet<string | undefined> = new Set(["EACCES", "EPERM", "EROFS"]);

/** The order holds already, and waits for a job that may write there. */
function ignoreUnwritable(error: NodeJS.ErrnoException): void {
	if (!UNWRITABLE.has(error.code)) throw error;
}

function isRemovalOfAll({ kind, receipts }: OwnerOrder): boolean {
	return kind === "removal" && receipts === "all";
}

function nothingDown(domain: string): Failure {
	return new Failure("input-invalid", {
		what: `Nothing is taken down of ${domain} as a whole.`,
		why: "Single receipts that were taken down are deleted and do not come back.",
	});
}
