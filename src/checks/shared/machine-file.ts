import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import type { Verdict } from "#core/verdict.ts";
import { plainCount } from "#core/wording.ts";
import type { MachineFile, MarkdownAnswer, Settled } from "#evidence/evidence-map.ts";
import { clip } from "./exhibits.ts";

interface FileRule {
	/** `agent card`, as in "The site has no agent card." */
	readonly kind: string;
	readonly standard: string;
	faults(json: JsonObject, url: string): readonly JsonFault[];
	/** What is true without faults, after the address: `lists 3 skills`. */
	sound(json: JsonObject, url: string): string;
	fix(fault: JsonFault, url: string): string;
}

/** Judges a JSON file by a rule. declared-is-real checks whether it is JSON. */
export function judgeMachineFile(seen: Settled<MachineFile>, rule: FileRule): Verdict {
	if (seen.state === "absent" || seen.value.softNotFound)
		return { outcome: "not-applicable", says: `The site has no ${rule.kind}.` };
	const { url, value: file } = seen;
	if (!isJsonObject(file.json)) return { outcome: "not-applicable", says: whyUnread(url, file) };
	const faults = rule.faults(file.json, url);
	const [first] = faults;
	const exhibits = [{ url, at: first?.at || "beginning", excerpt: clip(excerptAt(file, first)) }];
	if (!first) return { outcome: "pass", says: `${url} ${rule.sound(file.json, url)}.`, exhibits };
	const more = faults.length > 1 ? `, and ${plainCount(faults.length - 1, "more fault")}` : "";
	return {
		outcome: "fail",
		says: `${url} is not a valid ${rule.kind} (${rule.standard}): ${describeFault(first)}${more}.`,
		fix: rule.fix(first, url),
		exhibits,
	};
}

function whyUnread(url: string, { json, jsonError, bytes }: MachineFile): string {
	if (jsonError === null && json === null && bytes > 65_536) return `${url} is longer than we read.`;
	return `${url} is not a JSON object, which "declared-is-real" reports.`;
}

/** `/skills/0/name is no text`. */
function describeFault({ at, says }: JsonFault): string {
	return `${clip(at, 80) || "it"} ${clip(says, 160)}`;
}

function excerptAt({ json, excerpt }: MachineFile, fault: JsonFault | undefined): string {
	let value: unknown = fault ? json : undefined;
	for (const token of fault?.at.split("/").slice(1) ?? []) {
		const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
		const isContainer = typeof value === "object" && value !== null;
		value = isContainer && Object.hasOwn(value as object, name) ? (value as JsonObject)[name] : undefined;
	}
	return value === undefined ? excerpt : JSON.stringify(value);
}

/** A position as JSON Pointer (RFC 6901), and the fault as the rest of a sentence. */
export type JsonFault = { readonly at: string; readonly says: string };

export function lacksText(object: JsonObject, at: string, names: readonly string[]): JsonFault[] {
	return names
		.filter((name) => typeof object[name] !== "string" || object[name].trim() === "")
		.map((name) => ({ at: `${at}/${name}`, says: "is not a text" }));
}

export function lacksTexts(object: JsonObject, at: string, names: readonly string[]): JsonFault[] {
	return names.flatMap((name) => {
		const value = object[name];
		const sound = Array.isArray(value) && value.every((each) => typeof each === "string");
		return sound ? [] : [{ at: `${at}/${name}`, says: "is not a list of texts" }];
	});
}

export function eachObject(
	value: unknown,
	at: string,
	read: (item: JsonObject, at: string) => readonly JsonFault[],
): JsonFault[] {
	if (!Array.isArray(value)) return [{ at, says: "is not a list" }];
	return value.flatMap((item: unknown, index) => {
		const place = `${at}/${index}`;
		return isJsonObject(item) ? read(item, place) : [{ at: place, says: "is not an object" }];
	});
}

/** Whether it is an absolute https address, the only kind that clients may trust with credentials. */
export function isHttps(value: unknown): value is string {
	return typeof value === "string" && URL.canParse(value) && new URL(value).protocol === "https:";
}

export function isWebAddress(value: unknown): value is string {
	return typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

const SILENT: ReadonlySet<string> = new Set(["", "application/octet-stream"]);

/** Allows a missing type and `application/octet-stream`, which static hosts send for files without extension. */
export function admitsJson(contentType: string): boolean {
	return SILENT.has(contentType) || /^application\/(?:[^\s/]+\+)?json$/.test(contentType);
}

export function isSilentType(contentType: string): boolean {
	return SILENT.has(contentType);
}

export function isMarkdown({ sniffed, words }: MarkdownAnswer): boolean {
	return sniffed === "markdown" || (sniffed === "text" && words > 0);
}
