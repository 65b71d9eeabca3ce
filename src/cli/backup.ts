import { randomUUID } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { readEnvironment, type Settings, storePlace } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { shellWord } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { counted } from "#core/wording.ts";
import { DISK, TEMPORARY_PREFIX } from "#receipts/store/durable-file.ts";
import { ifThere } from "#receipts/store/if-there.ts";
import { copySqliteFile } from "#store/sqlite-file.ts";
import type { Io } from "./arguments.ts";
import type { Given } from "./commands.ts";

export async function run({ argument }: Given<"backup">, { stdout, env }: Io): Promise<ExitCode> {
	const { file, bytes, receipts, pending } = await backUp(argument, readEnvironment(env));
	const held = `${counted(receipts, "receipt")}, ${counted(pending, "entry", "entries")} waiting for the log`;
	stdout.write(`Copied ${held}: ${(bytes / 1e6).toFixed(1)} MB in ${file}\n`);
	return EXIT.fine;
}

/**
 * Works while a server writes. After a crash the file is complete or missing. @param target must not exist
 * @throws Failure `input-invalid` without data, for an existing target, or for Postgres, with its command;
 * `store-unavailable`
 */
async function backUp(target: string, settings: Settings) {
	const { url, file: source } = storePlace(settings);
	const file = resolve(target);
	if (url !== undefined) {
		const copying = `pg_dump --format=custom --no-owner --file=${shellWord(file)} "$DATABASE_URL"`;
		throw refused(
			"Nothing was copied: DATABASE_URL is set, so the live state is in Postgres.",
			`Copy it with: ${copying}`,
		);
	}
	if (!(await ifThere(stat(source), NOTHING))?.isFile())
		throw refused(`There is no live store at ${source}.`, "Set SIGHTLINE_DATA to the folder that the server uses.");
	await checkTarget(file);
	const temporary = join(dirname(file), `${TEMPORARY_PREFIX}${randomUUID()}`);
	try {
		const copied = copySqliteFile(source, temporary);
		await sync(temporary);
		await checkTarget(file);
		await DISK.rename(temporary, file);
		await DISK.syncDirectory(dirname(file));
		return { ...copied, file, bytes: (await bytesOf(file)) ?? 0 };
	} finally {
		await DISK.remove(temporary);
	}
}

async function checkTarget(file: string): Promise<void> {
	if ((await bytesOf(dirname(file))) === undefined) throw refused(`There is no folder ${dirname(file)}.`, "Create it.");
	if ((await bytesOf(file)) !== undefined)
		throw refused(`${basename(file)} already exists.`, "Choose another name; a backup is never overwritten.");
}

const NOTHING = ["ENOENT", "ENOTDIR"];

async function bytesOf(path: string): Promise<number | undefined> {
	return (await ifThere(stat(path), NOTHING))?.size;
}

async function sync(path: string): Promise<void> {
	const file = await open(path, "r+");
	try {
		await file.sync();
	} finally {
		await file.close();
	}
}

function refused(what: string, todo: string): Failure {
	return new Failure("input-invalid", { what, todo });
}
