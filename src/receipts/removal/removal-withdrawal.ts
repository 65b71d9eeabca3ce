import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { removalOf } from "#core/notice.ts";
import { parseTarget } from "#core/target.ts";
import { changeNotices, readNotices } from "../store/notices-file.ts";
import { lookForRequests, type OwnersPlaces } from "./control-proof.ts";
import { noticesPath } from "./removal.ts";

/**
 * Ends a standing removal whose owner has taken the request away. The notice stays, with its end: it is why receipts of the
 * log have no file. What was taken down does not come back.
 *
 * @throws Failure `input-invalid` when there is no standing removal, or the request still stands; `not-fetched` when the
 * place where it stood does not answer
 */
export async function withdrawRemoval(input: string, settings: Settings, places: OwnersPlaces): Promise<string> {
	const domain = parseTarget(input).host;
	const path = noticesPath(settings);
	const removal = removalOf(await readNotices(path), domain);
	if (!removal) {
		throw new Failure("input-invalid", {
			what: `There is no standing removal of ${domain}.`,
			why: `${path} has none.`,
		});
	}
	const { looked, requests } = await lookForRequests(domain, places);
	const [still] = requests;
	if (still) {
		throw new Failure("input-invalid", {
			what: `The request for ${domain} still stands.`,
			why: `It was found again: ${still.found.replaceAll("\n", " and ")}.`,
			todo: "Only its owner can take it back, by taking the record or the file's member away.",
		});
	}
	const silent = looked.find(({ place, answered }) => place === removal.proof.place && !answered);
	if (silent) throw new Failure("not-fetched", { what: `${silent.at} could not be looked at.`, why: silent.says });
	const ended = new Date().toISOString();
	await changeNotices(path, (notices) =>
		notices.map((notice) =>
			notice.kind === "removal" && notice.domain === domain && notice.receipts === "all"
				? { ...notice, ended: notice.ended ?? ended }
				: notice,
		),
	);
	return domain;
}
