import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { namesIn } from "../store/if-there.ts";
import { changeNotices } from "../store/notices-file.ts";
import { noticesPath } from "./removal.ts";

/**
 * Sets a sentence beside a receipt; the receipt itself is never changed. It is the operator's own word, so it needs no
 * proof of control.
 * @throws Failure `input-invalid` when there is no such receipt here, or the text is not one plain paragraph
 */
export async function correct(
	{ receipt, says: given }: { readonly receipt: string; readonly says: string },
	settings: Settings,
) {
	const says = given.trim();
	if (says === "" || says.length > 2000 || /\p{Cc}/u.test(says) || !says.isWellFormed())
		throw refuse("--says takes one paragraph of at most 2,000 characters.", "It is shown as plain text.");
	const domain = await domainOf(receipt, settings);
	if (domain === undefined)
		throw refuse(
			`There is no receipt ${receipt} in ${join(settings.reports, "receipts")}.`,
			"Nothing can stand beside it.",
		);
	const notice = await changeNotices(noticesPath(settings), (notices) => {
		const isThere = notices.some(
			(each) => each.kind === "correction" && each.receipt === receipt && each.says === says,
		);
		return isThere ? notices : [...notices, { kind: "correction", receipt, at: new Date().toISOString(), says }];
	});
	return { domain, notice };
}

/** A receipt is its digest, and nothing remembers where it lies: every file is looked at. */
async function domainOf(receipt: string, { reports }: Settings): Promise<string | undefined> {
	const root = join(reports, "receipts");
	for (const domain of await namesIn(root)) {
		for (const name of (await namesIn(join(root, domain))).filter((each) => each.endsWith(".json"))) {
			if (hash("sha256", await readFile(join(root, domain, name)), "hex") === receipt) return domain;
		}
	}
	return undefined;
}

function refuse(what: string, why: string): Failure {
	return new Failure("input-invalid", { what, why });
}
