import { join } from "node:path";
import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { AUDIT_MODES } from "#core/preset.ts";
import { byCodeUnits } from "#core/wording.ts";
import { replaceFile, withLock } from "./durable-file.ts";
import { readIfThere } from "./if-there.ts";

/** Its owner has proved control and watches it; the file does not say who. */
const ownedDomainSchema = z.strictObject({
	/** ASCII host. */
	domain: z.string().min(1),
	mode: z.enum(AUDIT_MODES),
	/** Proof of control; ISO 8601. */
	since: z.iso.datetime({ precision: 3 }),
});
export type OwnedDomain = z.infer<typeof ownedDomainSchema>;

/** `reports/owners.json`, which a rescan writes: public beside the watchlist's domains. */
const ownersSchema = z.strictObject({ domains: z.array(ownedDomainSchema) });

/** @throws Failure `input-invalid` when it cannot be read as a whole */
export async function readOwners(reports: string): Promise<readonly OwnedDomain[]> {
	const path = ownersPath(reports);
	const text = await readIfThere(path);
	if (text === undefined) return [];
	const parsed = ownersSchema.safeParse(parseJson(text));
	if (parsed.success) return parsed.data.domains;
	throw new Failure("input-invalid", {
		what: `${path} cannot be read.`,
		why: z.prettifyError(parsed.error),
		todo: "Restore it from git, or remove it: the next rescan writes it anew.",
	});
}

/** Only where it changes. */
export async function writeOwners(reports: string, domains: readonly OwnedDomain[]): Promise<void> {
	const path = ownersPath(reports);
	const whole = { domains: domains.toSorted((a, b) => byCodeUnits(a.domain, b.domain)) };
	const text = `${JSON.stringify(whole, null, 2)}\n`;
	await withLock(path, async () => {
		const before = await readIfThere(path);
		// Without any proof, there need be no file.
		if (before === text || (before === undefined && domains.length === 0)) return;
		await replaceFile(path, text);
	});
}

function ownersPath(reports: string): string {
	return join(reports, "owners.json");
}
