import { PRODUCT } from "#core/brand.ts";
import { counted } from "#core/wording.ts";
import { sizeOf } from "./log-decision.ts";
import type { Blobs, Change } from "./merge-files.ts";

/** What a commit of reports brings. */
export interface Published {
	readonly receipts: number;
	readonly removed: number;
	readonly rechecks: number;
	/** Leaves of the log before and after. */
	readonly leaves: { readonly before: number; readonly after: number };
	/** Files that changed. */
	readonly files: number;
}

/** @param prefix folder of the reports, with a slash behind it */
export async function countPublished(
	changes: readonly Change[],
	blobs: Pick<Blobs, "read">,
	prefix: string,
): Promise<Published> {
	const read = async (id: string | undefined) => (id === undefined ? "" : (await blobs.read(id)).toString());
	const receipts = changes.filter(({ path }) => path.startsWith(`${prefix}receipts/`));
	const runs = changes.filter(({ path }) => path.startsWith(`${prefix}runs/`));
	const checkpoint = changes.find(({ path }) => path === `${prefix}log/checkpoint`);
	const leaves = [checkpoint?.before?.id, checkpoint?.after?.id].map(async (id) =>
		sizeOf((await read(id)) || undefined),
	);
	const [before = 0, after = 0] = await Promise.all(leaves);
	let rechecks = 0;
	for (const run of runs) rechecks += rechecksIn(await read(run.after?.id)) - rechecksIn(await read(run.before?.id));
	return {
		receipts: receipts.filter((each) => !each.before).length,
		removed: receipts.filter((each) => !each.after).length,
		rechecks: Math.max(0, rechecks),
		leaves: { before, after },
		files: changes.length,
	};
}

/** Lines of a run file by their text: canonical JSON has no blanks. */
function rechecksIn(text: string): number {
	return text.split('"status":"unchanged"').length - 1;
}

/** `Sightline: 12 receipts, 288 rechecks; log of 1,300 leaves` */
export function commitMessage({ receipts, removed, rechecks, leaves, files }: Published): string {
	const parts = [
		...(receipts > 0 ? [counted(receipts, "receipt")] : []),
		...(rechecks > 0 ? [counted(rechecks, "recheck")] : []),
		...(removed > 0 ? [`${counted(removed, "receipt")} taken down`] : []),
	];
	const what = parts.length > 0 ? parts.join(", ") : counted(files, "file");
	return `${PRODUCT}: ${what}${leaves.after > 0 ? `; log of ${counted(leaves.after, "leaf", "leaves")}` : ""}`;
}
