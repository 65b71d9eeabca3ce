/** An account with data of every kind, created before a server starts on its store; never shipped. */

import { join } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import { mailbox, signIn } from "#people/accounts/sign-in.testkit.ts";
import { People } from "#people/open-people.ts";
import { auditOf } from "#receipts/live/live.testkit.ts";
import { saveLiveAudit } from "#receipts/live/save-live-audit.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { SECRET } from "./people-stage.testkit.ts";

/** Location of the stage's store. */
export interface StorePlace {
	readonly data: string;
	readonly databaseUrl?: string;
}

export interface Owner {
	/** Cookie field of the session. */
	readonly cookie: string;
	/** Receipt of its audit of `shop.example.net`, of which its agency has a pending brief. */
	readonly receipt: string;
	/** Token that proves control of its watched domain. */
	readonly controlToken: string;
}

export function openStore({ data, databaseUrl }: StorePlace): Promise<Database> {
	return openDatabase({ url: databaseUrl, file: join(data, "live.sqlite") });
}

/** The account watches `domain`, has an audit, and is the founder of the agency "Nordlicht". */
export async function makeOwner(place: StorePlace, email: string, domain: string): Promise<Owner> {
	const database = await openStore(place);
	const settings = readEnvironment({
		...{ SIGHTLINE_DATA: place.data, SIGHTLINE_BASE_URL: "http://localhost/audits", SIGHTLINE_SECRET: SECRET },
	});
	const { mailer, mails } = mailbox();
	const people = new People({ database, settings, mailer });
	const { account, headers } = await signIn(people, mails, email);
	const { control } = await people.watched.watch(account.id, domain, "light");
	const minutes = Math.floor(Date.now() / 60_000);
	const report = { domain: "shop.example.net", auditedAt: new Date(minutes * 60_000).toISOString() };
	const audit = await saveLiveAudit(database, { ...auditOf(0, 1, report), now: minutes * 60_000 });
	await people.audits.record(account.id, audit);
	const agency = await people.agencies.found(account, { name: "Nordlicht" });
	await people.agencies.briefs.make({ agency: agency.slug, stored: audit.stored, auditedAt: audit.auditedAt });
	await database.close();
	return {
		cookie: headers.get("Cookie") ?? "",
		receipt: audit.stored.id,
		controlToken: control.text.replace("sightline-control=", ""),
	};
}
