import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { removalOf } from "#core/notice.ts";
import { isIn } from "#receipts/live/remove-live.ts";
import { carryOutOrders } from "#receipts/removal/carry-out-orders.ts";
import { controlPlaces } from "#receipts/removal/control-token.ts";
import { plainParagraph } from "#receipts/removal/correction.ts";
import { type OwnerOrder, openOwnerOrders } from "#receipts/removal/owner-orders.ts";
import type { OwnersPlaces } from "#receipts/removal/owners-places.ts";
import { noticesPath, requireTakenBack } from "#receipts/removal/removal.ts";
import { receiptsOf } from "#receipts/removal/removal-files.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import type { Database } from "#store/database.ts";
import { lookAtControl } from "./control.ts";
import type { OwnersOrders, WatchedDomains } from "./watched-domains.ts";
import { rowOf } from "./watched-rows.ts";

/** Does something with the places where owners speak. */
export type WithPlaces = <T>(work: (places: OwnersPlaces) => Promise<T>) => Promise<T>;

interface Parts {
	readonly database: Database;
	readonly settings: Settings;
	readonly withPlaces: WithPlaces;
	/** What the site was built from. */
	readonly facts: () => Promise<Pick<PublishedFacts, "embedded">>;
	readonly now: () => number;
}

/** What an account may have done to the audits of a domain whose control it has proved. */
export function openOwnersRights(parts: Parts) {
	const { database, settings, withPlaces } = parts;
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

	/** With one machine its reports are here; of several, the job that has them carries the order out. */
	async function give(order: Omit<OwnerOrder, "at">): Promise<OwnersOrders> {
		const ids = await orders.give(order);
		if (settings.databaseUrl === undefined)
			await carryOutOrders(database, settings, order.domain).catch(ignoreUnwritable);
		const outcome = (await orders.ofDomain(order.domain)).find(
			({ id, outcome }) => outcome !== undefined && ids.includes(id),
		)?.outcome;
		if (outcome !== undefined) throw new Failure("input-invalid", { what: outcome });
		return ordersOf(order.domain);
	}

	return {
		orders: ordersOf,
		async takeDown(account, domain, receipts) {
			const proof = await proofOf(parts, account, domain);
			if (receipts !== "all") await expectReceipts(parts, domain, receipts);
			const scope = (await orders.hidden()).get(domain);
			const isDown =
				receipts === "all" ? scope === "all" : receipts.every((id) => scope !== undefined && isIn(scope, id));
			return isDown ? ordersOf(domain) : give({ kind: "removal", domain, receipts, says: "", proof });
		},
		async withdraw(account, domain) {
			const proof = await proofOf(parts, account, domain);
			if ((await ordersOf(domain)).takenDownAt === undefined) throw nothingDown(domain);
			await withPlaces((places) => requireTakenBack(domain, proof.place, places));
			return give({ kind: "withdrawal", domain, receipts: "all", says: "", proof });
		},
		async correct(account, domain, receipt, given) {
			const says = plainParagraph(given);
			const proof = await proofOf(parts, account, domain);
			await expectReceipts(parts, domain, [receipt]);
			return give({ kind: "correction", domain, receipts: [receipt], says, proof });
		},
	} satisfies Partial<WatchedDomains>;
}

/**
 * An order cannot be undone, and the domain may have another owner since the last rescan: it needs a token that stands there
 * now. A place that does not answer ends no proof, but gives no order either.
 */
async function proofOf(
	{ database, withPlaces, now }: Parts,
	account: string,
	domain: string,
): Promise<OwnerOrder["proof"]> {
	const row = await rowOf(database.sql, account, domain);
	if (!row || row.proved_ms === null) throw notProved(domain);
	const { place, looked } = await withPlaces((places) => lookAtControl(database.sql, row, places, now()));
	if (place) return { place, found: controlPlaces(domain, row.token).text };
	const silent = looked.find((each) => each.place === row.place && !each.answered);
	if (!silent) throw notProved(domain);
	const todo = "Try again later, or publish your token at the other place and look there.";
	throw new Failure("input-invalid", { what: `${silent.at} could not be looked at.`, why: silent.says, todo });
}

/** @throws Failure `input-invalid` for receipts that nobody here knows as ones of the domain */
async function expectReceipts(
	{ database, settings, facts }: Parts,
	domain: string,
	receipts: readonly string[],
): Promise<void> {
	const [{ all }, notices, { embedded }] = await Promise.all([
		receiptsOf(domain, settings, database),
		readNotices(noticesPath(settings)),
		facts(),
	]);
	const isKnown = (id: string) =>
		all.includes(id) || removalOf(notices, domain, id) !== undefined || embedded({ receiptId: id })?.slug === domain;
	const unknown = receipts.filter((id) => !isKnown(id));
	if (unknown.length > 0)
		throw new Failure("input-invalid", { what: `Not a receipt of ${domain} here: ${unknown.join(", ")}.` });
}

const UNWRITABLE: ReadonlySet<string | undefined> = new Set(["EACCES", "EPERM", "EROFS"]);

/** The order holds already, and waits for a job that may write there. */
function ignoreUnwritable(error: NodeJS.ErrnoException): void {
	if (!UNWRITABLE.has(error.code)) throw error;
}

function isRemovalOfAll({ kind, receipts }: OwnerOrder): boolean {
	return kind === "removal" && receipts === "all";
}

function notProved(domain: string): Failure {
	return new Failure("input-invalid", {
		what: `You have not proved that ${domain} is yours.`,
		why: "Only its owner can have its audits taken down or say a word beside them.",
		todo: "Publish your token, then prove control.",
	});
}

function nothingDown(domain: string): Failure {
	return new Failure("input-invalid", {
		what: `Nothing is taken down of ${domain} as a whole.`,
		why: "Single receipts that were taken down are deleted and do not come back.",
	});
}
