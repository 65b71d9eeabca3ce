import { readFile, realpath } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import type { Audit } from "#audit/audit.ts";
import type { Auditor } from "#audit/auditor.ts";
import { Failure } from "#core/failure.ts";
import type { Occurrence } from "#core/occurrence.ts";
import { parsePlace, type Target } from "#core/target.ts";
import { openFolder } from "#evidence/site/folder-source.ts";

/** An audit of a folder, with paths inside it. */
export interface FolderSeen {
	/** Real path. */
	readonly folder: string;
	readonly target: Target;
	readonly audit: Audit;
	/** `file` is the path in the folder, with slashes. */
	readonly places: readonly Pick<Occurrence, "check" | "page" | "file" | "line" | "column" | "excerpt">[];
	/** Path in the folder of a file, or of the page at an address. @throws Failure `input-invalid` if outside */
	locate(asked: { readonly file: string } | { readonly page: string }): Promise<string>;
}

/** @param domain where it is published; by default from its CNAME file. @throws Failure */
export async function auditFolder(
	given: string,
	domain: string | undefined,
	{ auditor, signal }: { readonly auditor: Auditor; readonly signal: AbortSignal },
): Promise<FolderSeen> {
	const folder = await realFolder(given);
	const target = parsePlace(domain ?? (await publishedName(folder)) ?? noAddress());
	const client = await openFolder(folder, target.host, new URL(target.url).pathname);
	const audit = await auditor.audit({ target, folder, mode: "light", signal });
	const nameOf = (file: string) => relative(folder, file).split(sep).join("/");
	const places = (audit.occurrences ?? []).map(({ check, page, file, line, column, excerpt }) => {
		return { check, page, line, column, excerpt, ...(file === undefined ? {} : { file: nameOf(file) }) };
	});
	return {
		folder,
		target,
		audit,
		places,
		async locate(asked) {
			const name = "page" in asked ? asked.page : asked.file;
			const url = URL.parse(name, target.url)?.href ?? "";
			const file = "page" in asked ? await client.fileAt(url) : join(folder, name);
			const real = file === undefined ? undefined : await realpath(file).catch(() => undefined);
			if (real?.startsWith(folder + sep)) return nameOf(real);
			throw new Failure("input-invalid", {
				what: `"${name}" is not in the folder ${folder}.`,
				todo: "Name a file by its path in the folder, or a page by its address.",
			});
		},
	};
}

/** @throws Failure `folder-unreadable` */
export async function realFolder(given: string): Promise<string> {
	return realpath(resolve(given)).catch((cause: unknown) => {
		const what = `"${given}" is not a folder that can be read.`;
		const todo = "Use the site's build folder, with an index.html in it.";
		throw new Failure("folder-unreadable", { what, todo }, { cause });
	});
}

/** Content of the folder's CNAME file, GitHub Pages' setting for the domain; undefined if it has none. */
export async function publishedName(folder: string): Promise<string | undefined> {
	const text = await readFile(join(folder, "CNAME"), "utf8").catch(() => "");
	const name = text.trim();
	return /^[\w.-]+\.[a-z][\w-]*$/i.test(name) ? name : undefined;
}

function noAddress(): never {
	throw new Failure("input-invalid", {
		what: "The folder does not say where it is published.",
		todo: "Give its address as domain.",
	});
}
